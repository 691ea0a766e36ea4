/** A record of a supplier's feed, before ingest. */
export type FeedRow = Readonly<Record<string, unknown>>

/** Keeps the last row of each code, where the order must not matter. */
export function latestOfEachCode(records: readonly FeedRow[]): FeedRow[] {
  return [...new Map(records.map((record) => [codeOf(record), record])).values()]
}

/** Supplier and code of a row, as one text. */
export function codeOf(record: FeedRow): string {
  return `${record.supplier}\u0000${record.code}`
}
