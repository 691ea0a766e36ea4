import type { Match, MatchResult } from '../../model/match.ts'
import type { ExplainedKey, NonMatchReason } from '../../model/match-explanation.ts'
import { leadForMatch } from '../../scoring/competition.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { codeOf } from './compared-pair.ts'
import type { Assessment } from './explain-match.ts'

/**
 * Explains why an input is not linked to a product, for reasons outside the compared pair: the input is linked to
 * another product.
 */
export function queryReasons(
  { scorer, format }: RegistryContext,
  { a, b, pair }: Assessment,
  answer: MatchResult,
  keys: { readonly found: boolean; readonly cityOnly: readonly ExplainedKey[] },
): NonMatchReason[] {
  const { thresholds } = scorer.model
  const product = a.product ?? b.product
  const own = product === undefined ? undefined : format.format(product.id)
  const [best, next] = answer.matches
  const reasons: NonMatchReason[] = []
  if (answer.method === 'supplier_code' && best !== undefined) {
    reasons.push({ code: 'code_known', utpid: best.utpid, drifted: answer.reason === 'code_drifted' })
  }
  const isLikely = pair !== undefined && pair.score.confidence >= thresholds.review
  const isRequested = answer.matches.some(({ utpid }) => utpid === own)
  if (keys.found && keys.cityOnly.length > 0 && isLikely && !isRequested) {
    reasons.push({ code: 'city_keys_not_used', keys: keys.cityOnly })
  }
  if (best !== undefined && best.utpid !== own && answer.method !== 'supplier_code') {
    reasons.push({ code: 'other_product', utpid: best.utpid, confidence: best.confidence })
  }
  if (answer.reason === 'ambiguous' && best !== undefined && next !== undefined) {
    const competing = best.utpid === own ? next : best
    const bitsAhead = Math.round((weightOf(best) - weightOf(next)) * 100) / 100
    reasons.push({ code: 'ambiguous', competingUtpid: competing.utpid, bitsAhead, needs: leadForMatch(thresholds) })
  }
  if (answer.reason === 'other_code_of_supplier' && best?.utpid === own) {
    const supplier = (a.input ?? b.input)?.supplier
    const records = (a.input === undefined ? a : b).records.filter(
      ({ stored }) => stored?.row.record.supplier === supplier,
    )
    reasons.push({ code: 'other_code_of_supplier', codes: records.flatMap((record) => codeOf(record) ?? []) })
  }
  return reasons
}

function weightOf({ explanation }: Match): number {
  return explanation?.weight ?? 0
}
