import { FeedError } from '../item/feed-error.ts'
import type { RawItem } from '../item/feed-item.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { readParquet } from '../parquet/read-parquet.ts'
import { FORMAT_NAMES } from '../source/check-format.ts'
import type { OpenedSource } from '../source/open-source.ts'
import { spool } from '../source/spool.ts'
import type { Unpacked } from '../source/unpack/unpack.ts'
import { readXlsx, type XlsxOptions } from '../xlsx/read-xlsx.ts'
import type { RowHooks, RowOptions } from './open-rows.ts'

/** A format that needs random access. */
type BinaryFormat = 'xlsx' | 'parquet'

/** Bytes that are enough to recognize a binary format. */
export const BINARY_BYTES = 8

const OLE_MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const PARQUET_MAGICS: readonly string[] = ['PAR1', 'PARE']
/** The first byte of the metadata of a Parquet page: a field with the number 1 that is a 32-bit integer. */
const FIRST_FIELD = 0x15

/**
 * Returns the reader for the first bytes of a source; `undefined` if they may be text. Workbooks with a password, and of
 * old versions of Excel, are containers of OLE: the reader of workbooks says so.
 */
export function binaryFormat(head: Buffer): BinaryFormat | undefined {
  if (head.subarray(0, OLE_MAGIC.length).equals(OLE_MAGIC)) return 'xlsx'
  return PARQUET_MAGICS.includes(head.toString('latin1', 0, 4)) && head[4] === FIRST_FIELD ? 'parquet' : undefined
}

/**
 * Yields the rows of a format that needs random access, from the file itself or from a temporary file.
 *
 * @throws {FeedError} `wrong_format` if another format is given, and the codes of the readers.
 */
export async function* readBinary(
  format: BinaryFormat,
  unpacked: Unpacked,
  { name, report }: OpenedSource,
  options: RowOptions,
  { clock, stats, onHeader }: RowHooks,
): AsyncGenerator<RawItem[], void, undefined> {
  if (options.format !== undefined && options.format !== format) {
    throw new FeedError(
      'wrong_format',
      `${name} is ${FORMAT_NAMES[format]}, but the given format is ${options.format}.`,
    )
  }
  stats.format = format
  const { signal, records: sheet, columns } = options
  const onSheet: XlsxOptions['onSheet'] = (found, others) => {
    stats.recordPath = found
    if (others.length > 0) stats.otherSheets = others
  }
  const onTable: XlsxOptions['onTable'] = (part, form) => {
    stats.sheet = { part, ...form }
  }
  const { path, remove } = await asFile(unpacked, options)
  try {
    if (format === 'parquet') yield* readParquet(path, { clock, signal, name })
    else yield* readXlsx(path, { sheet, columns, onSheet, onTable, onHeader, clock, signal, name })
    if (stats.bytesTotal !== undefined) report(stats.bytesTotal)
  } finally {
    await remove()
  }
}

async function asFile(
  { path, chunks }: Unpacked,
  { maxBytes = FEED_LIMITS.spooledBytes, signal }: RowOptions,
): Promise<{ readonly path: string; remove(): Promise<void> }> {
  if (path === undefined) return await spool(chunks, { maxBytes: Math.min(maxBytes, FEED_LIMITS.spooledBytes), signal })
  await chunks.return()
  return { path, remove: async () => {} }
}
