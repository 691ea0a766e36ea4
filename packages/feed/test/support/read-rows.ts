import { FeedError } from '../../src/index.ts'
import type { RawItem } from '../../src/item/feed-item.ts'

/** The rows and failures of a reader, and the error that ended the reading, if any. */
export interface RowsRead {
  readonly rows: Record<string, unknown>[]
  /** The line of each row. */
  readonly lines: number[]
  /** `LINE:CODE` of each record that could not be read. */
  readonly failures: string[]
  readonly repairs: string[]
  /** The largest number of items that one batch had. */
  readonly largestBatch: number
  /** Code of the FeedError thrown, if any. */
  readonly thrown: string | undefined
  readonly message: string
}

export async function readRows(batches: AsyncIterable<RawItem[]>): Promise<RowsRead> {
  const read = { rows: [], lines: [], failures: [], repairs: [] } as Pick<
    RowsRead,
    'rows' | 'lines' | 'failures' | 'repairs'
  >
  let largestBatch = 0
  let thrown: FeedError | undefined
  let message = ''
  try {
    for await (const items of batches) {
      largestBatch = Math.max(largestBatch, items.length)
      for (const item of items) {
        if ('error' in item) {
          read.failures.push(`${item.line}:${item.error.code}`)
          message = item.error.message
          continue
        }
        read.rows.push(item.row)
        read.lines.push(item.line)
        for (const { code } of item.repairs ?? []) read.repairs.push(`${item.line}:${code}`)
      }
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    thrown = error
  }
  return { ...read, largestBatch, thrown: thrown?.code, message: thrown?.message ?? message }
}

/** Yields bytes in pieces of a size, so that a boundary can be at any byte. */
export async function* inPieces(content: string | Buffer, pieceBytes = 64 * 1024): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
}

/** Returns CPU time that does not pass. */
export const noClock = (): number => 0
