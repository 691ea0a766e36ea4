/** A record as a supplier's feed gives it, before the door. */
export type FeedRow = Readonly<Record<string, unknown>>

/** Of two rows with one code the later counts, so only one of them may take part where order must not matter. */
export function latestOfEachCode(records: readonly FeedRow[]): FeedRow[] {
  return [...new Map(records.map((record) => [codeOf(record), record])).values()]
}

/** Supplier and code of a row, as one text. */
export function codeOf(record: FeedRow): string {
  return `${record.supplier}\u0000${record.code}`
}
