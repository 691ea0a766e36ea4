import type { CurationReason, NamedJudgement } from '../../model/match-explanation.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { Utpid } from '../../model/utpid.ts'

/** A record in the formation of a product. */
export interface FormationRecord extends SupplierCode {
  readonly name: string
}

/** The reason why clustering did not join the two clusters of an edge. */
export type JoinRefusal =
  /** A person judged two records of the clusters different. `total` is the number of such pairs. */
  | { readonly code: 'judged_different'; readonly judgement: NamedJudgement; readonly total: number }
  /** Both clusters are curated. Only people join such clusters. */
  | { readonly code: 'curated_apart' }
  /**
   * A pair of the clusters is vetoed, or has two codes of one supplier and less than `needs` bits. `records` is the pair
   * with the lowest weight, in bits. `needs` is null for a veto.
   */
  | {
      readonly code: 'vetoed' | 'same_supplier'
      readonly records: readonly [FormationRecord, FormationRecord]
      readonly weight: number
      readonly needs: number | null
      readonly total: number
    }
  /** The mean confidence of all pairs across the two clusters, 0 to 1, is below the threshold `review`. */
  | { readonly code: 'clusters_disagree'; readonly mean: number; readonly threshold: number; readonly pairs: number }
  /** The confidence of the edge is below the threshold `match`. */
  | { readonly code: 'below_match'; readonly threshold: number }
  /** The component has more than `max` records, so clustering cut the edge. */
  | { readonly code: 'component_too_large'; readonly max: number }

/** One edge of a product, as clustering took it. */
export interface FormationStep {
  /** A record of the product. */
  readonly a: FormationRecord
  readonly b: FormationRecord
  /** The match weight of the edge in bits, with the bits of competing candidates. */
  readonly weight: number
  /** The confidence of the edge, 0 to 1. */
  readonly confidence: number
  /** `together`: an earlier step had already joined both records. */
  readonly outcome: 'joined' | 'together' | 'refused'
  /** Numbers of records in the clusters of a and b before the step. Null if clustering did not take the edge. */
  readonly clusters: readonly [number, number] | null
  /** The product of b; null if b belongs to this product. */
  readonly utpid: Utpid | null
  /** Null unless the step was refused. */
  readonly refusal: JoinRefusal | null
}

/** The steps by which a product came to be, computed again from its stored edges and the decisions of people. */
export interface Formation {
  readonly utpid: Utpid
  readonly records: readonly FormationRecord[]
  /** Sets of records that decisions of people keep together. Clustering joins them before the first step. */
  readonly kept: readonly (readonly FormationRecord[])[]
  /** The reasons why the product is curated; empty if it is not curated. */
  readonly curatedBy: readonly CurationReason[]
  /** The edges at `match` or above in the order of clustering, then the weaker edges to other products. */
  readonly steps: readonly FormationStep[]
  /** Number of steps. Above 500, `steps` omits the steps `together`, then the last steps. */
  readonly total: number
  /** False if clustering the stored edges now gives other records than the product has. */
  readonly current: boolean
  /** The version of the model. */
  readonly model: string
}
