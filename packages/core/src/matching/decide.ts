import type { MatchDecision } from '../model/match.ts'
import type { MatchReason } from '../model/match-reasons.ts'
import { leadForMatch } from '../scoring/competition.ts'
import type { Thresholds } from '../scoring/scoring-model.ts'
import type { ScoredProduct } from './scored-product.ts'

export interface Decided {
  readonly decision: MatchDecision
  readonly reason: MatchReason | null
}

/**
 * Returns `match` under three conditions. The best product reaches the `match` threshold. The next product is below
 * `review` or so far behind that the odds of the best against it reach `match`. The best product was not found only by its name. Otherwise, returns
 * `review` if the best product reaches `review`, else `none`.
 *
 * @param products - Products, best first.
 * @param skippedKeys - Number of the query's keys that are skipped because too many records have them.
 */
export function decide(products: readonly ScoredProduct[], thresholds: Thresholds, skippedKeys: number): Decided {
  const [best, next] = products
  if (best === undefined) {
    return { decision: 'none', reason: skippedKeys > 0 ? 'skipped_keys' : 'no_candidates' }
  }
  const { confidence, weight } = best.score
  if (confidence >= thresholds.match) {
    const ahead = next === undefined || next.score.confidence < thresholds.review
    if (!ahead && weight - next.score.weight < leadForMatch(thresholds))
      return { decision: 'review', reason: 'ambiguous' }
    return best.byNameAlone === true
      ? { decision: 'review', reason: 'name_alone' }
      : { decision: 'match', reason: null }
  }
  if (confidence >= thresholds.review)
    return { decision: 'review', reason: best.byNameAlone === true ? 'name_alone' : null }
  return { decision: 'none', reason: 'below_threshold' }
}
