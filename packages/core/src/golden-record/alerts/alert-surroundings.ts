import type { Rulings } from '../../clustering/constraints/rulings.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { ProductId, UtpidFormat } from '../../model/utpid.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { ChangeNumber, EdgeRow, RecordId } from '../../storage/rows.ts'
import type { CopyAlerts } from './copy-alerts.ts'

export type AlertLedger = Pick<Ledger, 'alerts' | 'getAlerts' | 'openAlerts'>

/** An alert about a class of copies, and how a person decides it. */
export interface ResolvedAlert {
  readonly id: string
  readonly status: 'merged' | 'dismissed'
}

/** What became of products in a step, as far as alerts between them go. */
export interface AlertSurroundings {
  /** Products that were merged, with the one that answers for them. */
  readonly merged: ReadonlyMap<ProductId, ProductId>
  /** Every product of before that is no longer active. */
  readonly ended: readonly ProductId[]
  /** Pairs of products that people ruled different. */
  readonly apart: ReadonlySet<string>
  /** What people ruled on records of the step. */
  readonly rulings: Pick<Rulings, 'areDifferent'>
  /** Records of the step. */
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  /** Edges that went since limits hide their records from each other. */
  readonly crowded: readonly EdgeRow[]
  /** Classes of copies that the step has to do with; absent: each alert about one stays as long as it is about two products. */
  readonly copies?: CopyAlerts | undefined
  readonly rules: IndexRules
  readonly scorer: PairScorer
  /** Changes of the decisions that the step takes back. */
  readonly undone: ReadonlySet<ChangeNumber>
  /** True when a person made the step. */
  readonly byPerson: boolean
  /** The alert about a class of copies that the step decides. */
  readonly resolves?: ResolvedAlert | undefined
  readonly ledger: AlertLedger
  readonly format: UtpidFormat
  /** ISO 8601 UTC. */
  readonly at: string
}
