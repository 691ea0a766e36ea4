import type { Rejection, RejectionCode, Repair, RepairCode } from '../../model/repair.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { ImportReport } from '../write/import-records.ts'

/** The reasons why a dry run is an estimate, each with the sentence that documents the reason. */
export const ESTIMATE_REASONS = {
  too_many_records:
    'The records that an import would write exceed the maximum of the dry run. Later records were compared with the registry and with the first records, but not with each other.',
  other_writes: 'The registry was written during the dry run.',
  files_apart: 'The service tried each file alone, so records were not compared with those of the other files.',
} as const

/** A stable code of the reason why a dry run is an estimate. */
export type EstimateReason = keyof typeof ESTIMATE_REASONS

/** The outcomes with examples. */
export const EXAMPLE_OUTCOMES = [
  'linked',
  'created',
  'alerted',
  'updated',
  'unchanged',
  'suppressed',
  'superseded',
  'removed',
  'absent',
  'kept',
] as const

/** An outcome with examples. */
export type ExampleOutcome = (typeof EXAMPLE_OUTCOMES)[number]

/** A record of the feed. */
export interface DryRunRecord {
  /** The position in the input, counted from 0. */
  readonly index: number
  /** Absent if the record has no usable supplier and code. */
  readonly supplier?: string
  readonly code?: string
  /** The name as the feed states it; absent if it is not text. */
  readonly name?: string
}

/** A product to which a record would be linked, or which it looks like. */
export interface DryRunProduct {
  readonly name: string
  /** The UTPID; absent for a product that the import would create. */
  readonly utpid?: Utpid
  /** Another record of the product. */
  readonly record?: { readonly supplier: string; readonly code: string }
}

/** One example of an outcome. */
export interface DryRunExample extends DryRunRecord {
  /** For a record that is linked, updated or unchanged: its product. For an alert: the product that it looks like. */
  readonly product?: DryRunProduct
  /** The confidence of the link or of the alert, 0 to 1. */
  readonly confidence?: number
}

/** The rejected records of one reason. */
export interface DryRunRejections {
  readonly code: RejectionCode
  readonly count: number
  readonly examples: readonly (DryRunRecord & Pick<Rejection, 'message' | 'field'>)[]
}

/** The records with one repair. */
export interface DryRunRepairs {
  readonly code: RepairCode
  /** The number of records. */
  readonly count: number
  readonly examples: readonly (DryRunRecord & Pick<Repair, 'field' | 'before' | 'after'>)[]
}

/** The effect that an import would have. Nothing was written. */
export interface DryRunReport extends ImportReport {
  /** Why the counts are estimates. Empty if an import now would have exactly these counts. */
  readonly estimates: readonly EstimateReason[]
  /** The first records of each outcome, at most 5 of each. */
  readonly examples: Readonly<Record<ExampleOutcome, readonly DryRunExample[]>>
  /** The rejected records by reason, most frequent reason first. */
  readonly rejections: readonly DryRunRejections[]
  /** The repaired records by repair, most frequent repair first. A record may have several repairs. */
  readonly repairs: readonly DryRunRepairs[]
  /** The suppliers that the registry did not know before, ascending. */
  readonly newSuppliers: readonly string[]
}
