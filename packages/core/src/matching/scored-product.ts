import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import type { PairScore } from '../scoring/score-pair.ts'
import type { RecordId } from '../storage/rows.ts'
import type { ProductCompetition } from './competing-products.ts'

/** A product with its score, and the record of the product that fits the input best. */
export interface ScoredProduct {
  readonly productId: ProductId
  readonly recordId: RecordId
  readonly features: RecordFeatures
  readonly score: PairScore
  /** The standing among competing candidates, whose bits the score includes; absent if the record does not compete. */
  readonly competition?: ProductCompetition
  /** True if only the identical name led to the product. Products elsewhere may have the same name. */
  readonly byNameAlone?: true
}
