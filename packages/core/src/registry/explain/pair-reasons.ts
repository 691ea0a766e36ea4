import type { NonMatchReason, PairEvidence } from '../../model/match-explanation.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import { pairProfile } from '../../scoring/score-pair.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { ComparedPair } from './compared-pair.ts'

const MAX_COSTLIEST = 3

/** Explains why the model does not match a pair. The reasons are a veto, too few bits, or two codes of one supplier. */
export function pairReasons(
  { scorer }: RegistryContext,
  { a, b, score }: ComparedPair,
  evidence: PairEvidence,
  alertId: string | null,
): NonMatchReason[] {
  const { match } = scorer.model.thresholds
  const reasons: NonMatchReason[] = []
  if (score.vetoed) {
    const { vetoes } = scorer.model.profiles[pairProfile(a.features, b.features)]
    const comparisons = evidence.comparisons.filter(({ name, level }) => vetoes[name]?.includes(level) === true)
    reasons.push({ code: 'vetoed', comparisons })
  } else if (score.confidence < match) {
    reasons.push({
      code: 'below_match',
      confidence: evidence.confidence,
      threshold: match,
      bitsShort: hundredths(weightOfConfidence(match) - score.weight),
      costliest: evidence.comparisons
        .filter(({ bits }) => bits < 0)
        .sort((one, other) => one.bits - other.bits)
        .slice(0, MAX_COSTLIEST),
      alertId,
    })
  }
  const supplier = a.stored?.row.record.supplier
  if (supplier !== undefined && supplier === b.stored?.row.record.supplier) {
    const { weight } = score
    const needs = scorer.sameSupplierBits(supplier)
    if (weight < needs) {
      reasons.push({ code: 'same_supplier', supplier, weight, needs, bitsShort: hundredths(needs - weight) })
    }
  }
  return reasons
}

/** Returns the profiles of both records if the profiles are known and differ. */
export function profileReasons({ a, b }: ComparedPair): NonMatchReason[] {
  const isKnown = a.features.group !== 'other' && b.features.group !== 'other'
  if (!isKnown || a.features.profile === b.features.profile) return []
  const of = ({ content, features }: ComparedPair['a']): { category: string | null; profile: string } => ({
    category: content.category ?? null,
    profile: features.profile,
  })
  return [{ code: 'different_profile', a: of(a), b: of(b) }]
}

/** Rounds up to the next hundredth, so that an explanation never shows missing bits as zero. */
function hundredths(bits: number): number {
  return Math.ceil(Math.round(bits * 1e6) / 1e4) / 100
}
