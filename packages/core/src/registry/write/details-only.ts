import type { FixedCopies } from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { defined } from '../../model/defined.ts'
import type { RecordId } from '../../storage/rows.ts'

/** The records of a transaction by id. */
export type PendingRecords = ReadonlyMap<RecordId, PendingRecord>

/** Separates the records of which only the details change from the other records of a transaction. */
export function byChange(pending: PendingRecords): {
  readonly changed: PendingRecords
  readonly detailsOnly: PendingRecords
} {
  const detailsOnly = new Map<RecordId, PendingRecord>()
  for (const [id, each] of pending) if (each.detailsOnly === true) detailsOnly.set(id, each)
  // Most transactions have no such records, and their map is not copied.
  if (detailsOnly.size === 0) return { changed: pending, detailsOnly }
  return { changed: new Map([...pending].filter(([id]) => !detailsOnly.has(id))), detailsOnly }
}

/** Adds the records of which only the details change. Another record may have changed their role as a copy. */
export function withDetailsOnly(fixed: FixedCopies, detailsOnly: PendingRecords): FixedCopies {
  if (detailsOnly.size === 0) return fixed
  const pending = new Map(fixed.pending)
  for (const [id, each] of detailsOnly) {
    const moved = pending.get(id)
    if (moved === undefined) {
      pending.set(id, each)
      continue
    }
    const { keys, copy } = moved.row
    const { detailsOnly: _, ...others } = each
    const { copy: __, ...row } = each.row
    pending.set(id, { ...others, lookup: moved.lookup, row: { ...row, keys, ...defined({ copy }) } })
  }
  return { ...fixed, pending }
}
