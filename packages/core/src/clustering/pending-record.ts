import type { LookupKey } from '../blocking/record-keys.ts'
import type { RecordDrift } from '../drift/record-drift.ts'
import { canonicalJson } from '../encoding/canonical-json.ts'
import { hashTextHex } from '../encoding/hash.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { SupplierRecord } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { DetailsRow, RecordRow } from '../storage/rows.ts'

/** A record that a transaction is about to write. */
export interface PendingRecord {
  readonly row: RecordRow
  readonly features: RecordFeatures
  readonly lookup: readonly LookupKey[]
  /** The stored record with the same id, before the transaction. */
  readonly before: StoredRecord | undefined
  /** The drift of the record's new version. A record with drift of kind `reuse` leaves its product. */
  readonly drift?: RecordDrift
  /** The details to write; absent if the record keeps its stored details. */
  readonly details?: DetailsRow
  /** True if only the details of the record change. Then its features, keys and edges stay, and it is not compared. */
  readonly detailsOnly?: true
}

/** Returns the hash of a record without its details, as 16 hex digits. */
export function recordHashOf(record: SupplierRecord): string {
  // A stored record may have another order of fields.
  return hashTextHex(canonicalJson(record))
}

/** Reports whether a record leaves its product, because its code now identifies another product. */
export function leavesProduct(record: PendingRecord | undefined): boolean {
  return record?.drift?.kind === 'reuse'
}

/**
 * Returns the product to which a record returns. The record was inactive, or its code was reused and now has its
 * earlier content again. Details do not count.
 */
export function formerProductOf(record: PendingRecord | undefined): ProductId | undefined {
  if (record?.before === undefined || record.row.deactivatedAt !== undefined) return undefined
  const { formerProduct, reassignedFrom } = record.before.row
  if (formerProduct !== undefined) return formerProduct
  if (reassignedFrom === undefined) return undefined
  return reassignedFrom.contentHash === recordHashOf(record.row.record) ? reassignedFrom.productId : undefined
}
