import type { LookupKey } from '../blocking/record-keys.ts'
import type { RecordDrift } from '../drift/record-drift.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { RecordRow } from '../storage/rows.ts'

/** A record that is about to be written. */
export interface PendingRecord {
  readonly row: RecordRow
  readonly features: RecordFeatures
  readonly lookup: readonly LookupKey[]
  /** The record stored now under its id. */
  readonly before: StoredRecord | undefined
  /** Drift of its new version. With kind `reuse`, the record leaves its product. */
  readonly drift?: RecordDrift
}

/** Reports whether a record leaves its product, since its code now names something else. */
export function leavesProduct(record: PendingRecord | undefined): boolean {
  return record?.drift?.kind === 'reuse'
}

/** Product to which a record returns. It was inactive, or its content from before a reuse of its code is back. */
export function formerProductOf(record: PendingRecord | undefined): ProductId | undefined {
  if (record?.before === undefined || record.row.endedAt !== undefined) return undefined
  const { endedFrom, strayedFrom } = record.before.row
  if (endedFrom !== undefined) return endedFrom
  return strayedFrom?.contentHash === record.row.contentHash ? strayedFrom.productId : undefined
}
