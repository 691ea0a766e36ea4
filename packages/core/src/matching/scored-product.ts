import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import type { PairScore } from '../scoring/score-pair.ts'
import type { RecordId } from '../storage/rows.ts'

/** A product and its record that fits the input best. */
export interface ScoredProduct {
  readonly productId: ProductId
  readonly recordId: RecordId
  readonly features: RecordFeatures
  readonly score: PairScore
  /** The product was found only by its identical name. Products elsewhere may have the same name. */
  readonly byNameAlone?: true
}
