import type { EdgeChanges } from '../../clustering/find-edges.ts'
import type { CurationChanges } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { AlertLedger, ResolvedAlert } from '../../golden-record/alerts/alert-context.ts'
import type { CopyAlerts } from '../../golden-record/alerts/copy-alerts.ts'
import type { CleanProducts } from '../../golden-record/clean-products.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber, ConcordanceRow, DecisionRow, RecordId, VerificationRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'

/** A placeholder for the change number. The ledger replaces this value with the number of the transaction. */
export const THIS_CHANGE = 0

/** The context for building a commit. Its ledger shows the rows before the transaction. */
export type BuildContext = Omit<RegistryContext, 'ledger'> & {
  readonly ledger: Pick<Ledger, 'lineage'> & AlertLedger
  /** The cache of clean products, for the index generation that the ledger shows. */
  readonly settled?: CleanProducts
}

/** A planned transaction. */
export interface TransactionData {
  readonly readVersion: ChangeNumber
  readonly at: string
  readonly idempotencyKey: string | undefined
  readonly suppliers: readonly Supplier[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  readonly edges: EdgeChanges
  readonly reclustered: ReclusteredComponents
  /** The rules that extracted the features of the transaction's records. */
  readonly rules: IndexRules
  /** The classes of copies that the transaction affects. */
  readonly copies?: CopyAlerts
  /** The products whose verification is reopened regardless of their displayed values, with the reason. */
  readonly reopened?: ReadonlyMap<ProductId, string>
  /** The curator decision; absent for an automatic transaction. */
  readonly decided?: Decided
  readonly concordances?: ConcordanceChanges
}

/** Changes to the stored concordances. */
export interface ConcordanceChanges {
  readonly rows: readonly ConcordanceRow[]
  /** The ids that records with these codes would get. No record has one of these codes yet. */
  readonly absent: readonly RecordId[]
  readonly counters: Readonly<Record<string, number>>
}

/** A curator decision that is ready to be written. */
export interface Decided {
  /** The decision without the fields that the transaction sets. */
  readonly decision: Omit<DecisionRow, 'change' | 'at' | 'before'>
  /** The products that the decision names. */
  readonly about: ReadonlySet<ProductId>
  /** The named products that the decision deletes. */
  readonly deleted: ReadonlySet<ProductId>
  readonly curation: CurationChanges
  readonly verifications: readonly Omit<VerificationRow, 'change' | 'at'>[]
  /** The earlier decisions that this decision undoes or redoes. */
  readonly earlier: readonly DecisionRow[]
  /** The alert about a class of copies that this decision decides. */
  readonly resolves?: ResolvedAlert
}
