import { LIMITS } from '@utpid/core'
import { parseWhere, readFeed, toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'

/** A record of a supplier's feed, before ingest. */
export type FeedRow = Readonly<Record<string, unknown>>

/**
 * Reads the records of a feed.
 *
 * @param options - `where`: conditions such as `city=PARIS`. `skips`: leaves out unreadable lines.
 * @throws Error naming the first unreadable line.
 */
export async function readRows(
  file: string,
  { where = [], skips = false }: { where?: readonly string[]; skips?: boolean } = {},
): Promise<FeedRow[]> {
  const rows: FeedRow[] = []
  for await (const item of readFeed(file, { where: parseWhere(where) })) {
    if ('record' in item) rows.push(item.record)
    else if (!skips) throw new Error(`${file}:${item.line}: ${item.error.message}`)
  }
  return rows
}

/** Returns the records of generated feeds. */
export function generatedRows(options: Parameters<typeof generateFeeds>[0]): FeedRow[] {
  return [...generateFeeds(options).records].map((record) => toRecord({ ...record }))
}

/** Keeps only the last row of each code, for imports in any order. */
export function latestOfEachCode(records: readonly FeedRow[]): FeedRow[] {
  return [...new Map(records.map((record) => [codeOf(record), record])).values()]
}

/** Returns supplier and code of a row as one text. */
export function codeOf(record: FeedRow): string {
  return `${record.supplier}\u0000${record.code}`
}

/** Returns the row as a sender writes it who does not know its code. */
export function withoutCode({ supplier: _supplier, code: _code, ...input }: FeedRow): FeedRow {
  return input
}

/**
 * Returns the number of records in one commit. The first run gets the minimum, the second the maximum, later runs any
 * number, log-uniformly.
 */
export function batchSizeOf(order: number, random: () => number): number {
  if (order === 0) return 1
  if (order === 1) return LIMITS.recordsPerCommit
  return Math.round(LIMITS.recordsPerCommit ** random())
}
