import type { ProbeKey } from '../blocking/record-keys.ts'
import type { RecordDrift } from '../drift/record-drift.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { RecordRow } from '../storage/rows.ts'

/** A record that is about to be written. */
export interface PendingRecord {
  readonly row: RecordRow
  readonly features: RecordFeatures
  readonly probe: readonly ProbeKey[]
  /** What is stored under its id now. */
  readonly before: StoredRecord | undefined
  /** How its new version does not fit the one before; of one that names something else now, its product does not follow it. */
  readonly drift?: RecordDrift
}

/** Whether a record leaves the product it was with, since its code now names something else. */
export function strays(record: PendingRecord | undefined): boolean {
  return record?.drift?.kind === 'reuse'
}

/** The product that a record comes back to: of one that had ended, or says again what it said before it strayed. */
export function homeOf(record: PendingRecord | undefined): ProductId | undefined {
  if (record?.before === undefined || record.row.endedAt !== undefined) return undefined
  const { endedFrom, strayedFrom } = record.before.row
  if (endedFrom !== undefined) return endedFrom
  return strayedFrom?.contentHash === record.row.contentHash ? strayedFrom.productId : undefined
}
