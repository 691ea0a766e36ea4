import type { FixedCopies } from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { defined } from '../../model/defined.ts'
import type { RecordId } from '../../storage/rows.ts'

/** The records of a transaction by id. */
export type PendingRecords = ReadonlyMap<RecordId, PendingRecord>

/** Separates the records of which only the details change from the other records of a transaction. */
export function byChange(pending: PendingRecords): {
  readonly changed: PendingRecords
  readonly redetailed: PendingRecords
} {
  const redetailed = new Map([...pending].filter(([, { onlyDetails }]) => onlyDetails === true))
  // Most transactions have no such records, and their map is not copied.
  if (redetailed.size === 0) return { changed: pending, redetailed }
  return { changed: new Map([...pending].filter(([id]) => !redetailed.has(id))), redetailed }
}

/** Adds the records of which only the details change. Another record may have changed their role as a copy. */
export function withRedetailed(fixed: FixedCopies, redetailed: PendingRecords): FixedCopies {
  if (redetailed.size === 0) return fixed
  const pending = new Map(fixed.pending)
  for (const [id, each] of redetailed) {
    const moved = pending.get(id)
    if (moved === undefined) {
      pending.set(id, each)
      continue
    }
    const { keys, copy } = moved.row
    const { onlyDetails: _, ...others } = each
    const { copy: __, ...row } = each.row
    pending.set(id, { ...others, lookup: moved.lookup, row: { ...row, keys, ...defined({ copy }) } })
  }
  return { ...fixed, pending }
}
