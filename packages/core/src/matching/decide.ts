import type { Decision } from '../model/match.ts'
import type { MatchReason } from '../model/match-reasons.ts'
import type { Thresholds } from '../scoring/scoring-model.ts'
import type { ScoredProduct } from './scored-product.ts'

export interface Decided {
  readonly decision: Decision
  readonly reason: MatchReason | null
}

/**
 * `match` when the best product reaches it and the next is below `review` or clearly behind;
 * `review` when the best reaches that; else `none`.
 *
 * @param products - Best first.
 */
export function decide(products: readonly ScoredProduct[], thresholds: Thresholds): Decided {
  const [best, next] = products
  if (best === undefined) return { decision: 'none', reason: 'no_candidates' }
  if (best.score.confidence >= thresholds.match) {
    const ahead = next === undefined || next.score.confidence < thresholds.review
    if (ahead || best.score.weight - next.score.weight >= thresholds.marginBits)
      return { decision: 'match', reason: null }
    return { decision: 'review', reason: 'ambiguous' }
  }
  if (best.score.confidence >= thresholds.review) return { decision: 'review', reason: null }
  return { decision: 'none', reason: 'below_threshold' }
}
