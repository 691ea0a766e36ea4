import type { LookupKey } from '../blocking/record-keys.ts'
import type { RecordDrift } from '../drift/record-drift.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { RecordRow } from '../storage/rows.ts'

/** A record that a transaction is about to write. */
export interface PendingRecord {
  readonly row: RecordRow
  readonly features: RecordFeatures
  readonly lookup: readonly LookupKey[]
  /** The stored record with the same id, before the transaction. */
  readonly before: StoredRecord | undefined
  /** The drift of the record's new version. A record with drift of kind `reuse` leaves its product. */
  readonly drift?: RecordDrift
}

/** Reports whether a record leaves its product, because its code now identifies another product. */
export function leavesProduct(record: PendingRecord | undefined): boolean {
  return record?.drift?.kind === 'reuse'
}

/**
 * Returns the product to which a record returns. The record was inactive, or its code was reused and now has its
 * earlier content again.
 */
export function formerProductOf(record: PendingRecord | undefined): ProductId | undefined {
  if (record?.before === undefined || record.row.deactivatedAt !== undefined) return undefined
  const { formerProduct, reassignedFrom } = record.before.row
  if (formerProduct !== undefined) return formerProduct
  return reassignedFrom?.contentHash === record.row.contentHash ? reassignedFrom.productId : undefined
}
