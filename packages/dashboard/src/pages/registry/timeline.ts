import type { Lineage } from '../../data/product/lineage.ts'
import type { ProductDetails } from '../../data/product/product-details.ts'

/** An entry of the history of a product, as the API returns it. */
export interface HistoryEntry {
  readonly type: string
  readonly change: number
  readonly at: string
  readonly kind?: string
  readonly actor?: string
  readonly note?: string
  readonly verified?: boolean
  readonly method?: string
  readonly evidence?: string
  readonly other?: string
}

/** An entry of the timeline of a product. */
export interface TimelineEntry extends Omit<HistoryEntry, 'change'> {
  /** Undefined for an entry that has no change number of its own. */
  readonly change?: number
  /** The record of the entry, for people. */
  readonly about?: string
}

/**
 * Returns everything known about the life of a product, newest first: its history, when its records came, joined and
 * last changed, and which UTPIDs it absorbed.
 *
 * @param absorbed - Lineages of the merged UTPIDs.
 * @param nameOf - Returns the supplier name for a supplier id.
 */
export function timelineOf(
  history: readonly HistoryEntry[],
  { utpid, records }: Pick<ProductDetails, 'utpid' | 'records'>,
  absorbed: readonly Lineage[],
  nameOf: (supplier: string) => string,
): TimelineEntry[] {
  const entries: TimelineEntry[] = [...history]
  for (const { record, since, firstSeenAt, updatedAt } of records) {
    const about = `${nameOf(record.supplier)} ${record.code}`
    entries.push({ type: 'record', kind: 'received', at: firstSeenAt, about })
    if (since > firstSeenAt) entries.push({ type: 'record', kind: 'joined', at: since, about })
    if (updatedAt > firstSeenAt) entries.push({ type: 'record', kind: 'changed', at: updatedAt, about })
  }
  for (const { utpid: other, steps } of absorbed) {
    const merged = steps.findLast(({ kind }) => kind === 'merged')
    if (merged !== undefined && other !== utpid) {
      entries.push({ type: 'utpid', kind: 'absorbed', at: merged.at, change: merged.change, other })
    }
  }
  // At equal times, later entries of the history come first.
  return entries
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) => (a.entry.at === b.entry.at ? b.at - a.at : a.entry.at < b.entry.at ? 1 : -1))
    .map(({ entry }) => entry)
}
