import type { ProbeKey } from '../blocking/record-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { RecordRow } from '../storage/rows.ts'

/** A record that is about to be written. */
export interface PendingRecord {
  readonly row: RecordRow
  readonly features: RecordFeatures
  readonly probe: readonly ProbeKey[]
  /** What is stored under its id now. */
  readonly before: StoredRecord | undefined
}
