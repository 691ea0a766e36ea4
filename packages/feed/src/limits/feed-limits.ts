import { LIMITS } from '@utpid/core'

/** Maximums for reading a feed, in every format. An input above a limit is rejected with the name of the limit. */
export const FEED_LIMITS = {
  /** Characters (UTF-16 units) of one value: a CSV cell, or a text or long number in JSON. */
  cellCharacters: LIMITS.cellCharacters as 100_000,
  /** Characters (UTF-16 units) of the name of a column or of a JSON field. */
  fieldNameCharacters: 1_000,
  /** Columns of a CSV header. */
  columns: 2_000,
  /** Characters (UTF-16 units) of all names of a CSV header together. The reader uses these names for every row. */
  headerCharacters: 64_000,
  /** Bytes of one line, one list element of JSON or one CSV row. */
  lineBytes: 1_000_000,
  /** Lines of one CSV row: quoted cells may contain line ends. */
  rowLines: 10_000,
  /** Nesting levels of lists and objects in one JSON record. */
  levels: 64,
  /** Bytes of one document after unpacking; `readFeed` accepts a lower limit as `maxBytes`. */
  documentBytes: 100_000_000_000,
  /** Layers of gzip, zstd or zip around a document. */
  packingLayers: 2,
  /** Bytes that packed data may unpack to in any case, whatever its packed size. */
  unpackedFreeBytes: 100_000_000,
  /** Unpacked bytes for each packed byte, above `unpackedFreeBytes`. Real feeds reach 50, and more with constant columns. */
  unpackedRatio: 1_000,
  /** Bytes of earlier output that zstd data may refer to. */
  zstdWindowBytes: 134_217_728,
  /** Files in a zip archive. */
  archiveFiles: 10_000,
  /** Bytes of a temporary file: of a zip archive that arrives as a stream, for example. */
  spooledBytes: 20_000_000_000,
  /** Milliseconds of CPU time that reading one record may take. */
  recordCpuMilliseconds: 1_000,
  /** Entries of the ZIP archive of a workbook. */
  workbookEntries: 10_000,
  /** Bytes of all parts of a workbook that are read, after unpacking. */
  workbookBytes: 4_000_000_000,
  /** Bytes of a part with the table of contents or the styles of a workbook, after unpacking. */
  workbookPartBytes: 64_000_000,
  /** Unpacked bytes of a part of a workbook for each packed byte. */
  workbookRatio: 200,
  /** Unpacked bytes of a part of a workbook for which the ratio does not matter. */
  workbookFreeBytes: 16_000_000,
  /** Bytes of memory for the texts that the cells of a workbook share. */
  workbookTextBytes: 750_000_000,
  /** Bytes of the metadata of a Parquet file. */
  parquetMetadataBytes: 32_000_000,
  /** Values in the metadata of a Parquet file. Each takes about 50 bytes of memory. */
  parquetMetadataValues: 1_500_000,
  /** Values of one page of a Parquet file. */
  parquetPageValues: 4_000_000,
  /** Bytes of the open pages and dictionaries of all columns of a Parquet file together, after unpacking. */
  parquetBytes: 512_000_000,
} as const

/** Maximum bytes of a line, list element or CSV row; bounds the memory that one hostile line can use. */
export const MAX_LINE_BYTES: number = FEED_LIMITS.lineBytes
