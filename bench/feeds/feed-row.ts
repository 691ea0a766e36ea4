/** A record of a supplier's feed, before ingest. */
export type FeedRow = Readonly<Record<string, unknown>>

/** Keeps only the last row of each code, for imports in any order. */
export function latestOfEachCode(records: readonly FeedRow[]): FeedRow[] {
  return [...new Map(records.map((record) => [codeOf(record), record])).values()]
}

/** Returns supplier and code of a row as one text. */
export function codeOf(record: FeedRow): string {
  return `${record.supplier}\u0000${record.code}`
}
