import type { Judgements } from '../../clustering/constraints/judgements.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { ProductId, UtpidFormat } from '../../model/utpid.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber, EdgeRow, RecordId } from '../../storage/rows.ts'
import type { CopyAlerts } from './copy-alerts.ts'

export type AlertLedger = Pick<Ledger, 'alerts' | 'getAlerts' | 'openAlerts' | 'details' | 'getProducts' | 'getRecords'>

/** An alert about a copy class, and the decision of a person about this alert. */
export interface ResolvedAlert {
  readonly id: string
  readonly status: 'merged' | 'dismissed'
}

/** The changes of a transaction that affect alerts between products. */
export interface AlertContext {
  /** Merged products, each with the product that now answers for its id. */
  readonly merged: ReadonlyMap<ProductId, ProductId>
  /** Previous products that are no longer active. */
  readonly inactive: readonly ProductId[]
  /** Pairs of products with records judged different. */
  readonly judgedDifferent: ReadonlySet<string>
  /** Judgements on the records of the transaction. */
  readonly judgements: Pick<Judgements, 'areDifferent'>
  /** Records of the transaction. */
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  /** Edges that were removed because limits of keys separate their records. */
  readonly skippedKeyEdges: readonly EdgeRow[]
  /**
   * The copy classes of the transaction. If absent, each alert about a class stays while its records are in two
   * products.
   */
  readonly copies?: CopyAlerts | undefined
  readonly rules: IndexRules
  readonly scorer: PairScorer
  /** Change numbers of the decisions that the transaction undoes. */
  readonly undone: ReadonlySet<ChangeNumber>
  /** True for a transaction of a person. */
  readonly isByPerson: boolean
  /** The alert about a copy class that the transaction decides. */
  readonly resolves?: ResolvedAlert | undefined
  readonly ledger: AlertLedger
  readonly format: UtpidFormat
  /** The time of the transaction, ISO 8601 UTC. */
  readonly at: string
}
