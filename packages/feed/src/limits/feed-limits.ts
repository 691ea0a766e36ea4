import { LIMITS } from '@utpid/core'

/** Every maximum of reading a feed, in every format. The documentation quotes them; each is refused by name. */
export const FEED_LIMITS = {
  /** Characters (UTF-16 units) of one value: a CSV cell, or a text or long number in JSON. */
  cellCharacters: LIMITS.cellCharacters as 100_000,
  /** Characters (UTF-16 units) of the name of a column or of a JSON field. */
  fieldNameCharacters: 1_000,
  /** Columns of a CSV header. */
  columns: 2_000,
  /** Characters (UTF-16 units) of all names of a CSV header: each row is read under them. */
  headerCharacters: 64_000,
  /** Bytes of one line, one list element of JSON or one CSV row. */
  lineBytes: 1_000_000,
  /** Lines of one CSV row, whose quoted cells may have line ends. */
  rowLines: 10_000,
  /** Levels of lists and objects in one record of JSON. */
  levels: 64,
  /** Bytes of one document, after it was unpacked; `readFeed` takes a lower limit as `maxBytes`. */
  documentBytes: 100_000_000_000,
  /** Milliseconds of CPU time that reading one record may take. */
  recordCpuMilliseconds: 1_000,
} as const

/** Longest line, list element or CSV row, in bytes: bounds the memory one hostile line can take. */
export const MAX_LINE_BYTES: number = FEED_LIMITS.lineBytes
