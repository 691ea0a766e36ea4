import type { ExplainedCompetition, MatchExplanation } from '@utpid/core'
import type { ExplainedSide, NonMatchReason, PairEvidence } from '@utpid/core/operations'
import { weightOfConfidence } from '@utpid/core/scoring'
import { COMPETITION_NAME, competitionText } from '../render/competition-text.ts'

/** The explanation of two sides: their comparison, and the links that join them or the reasons that separate them. */
export interface ExplainedPair extends MatchExplanation {
  /** Empty when the two sides are one product. */
  readonly reasons: readonly NonMatchReason[]
}

/** Minimum bits to show. Bits have one decimal, so smaller values would appear as 0.0. */
const MIN_SHOWN = 0.05

/** One summand of a match weight. */
export interface WeightStep {
  readonly what: string
  readonly bits: number
}

/**
 * Returns the prior, every comparison with bits (most bits first), competing candidates and the effect of a veto. They add up to the weight.
 */
export function weightSteps({ prior, comparisons, competition, weight, vetoed }: PairEvidence): WeightStep[] {
  const withBits = comparisons
    .filter(({ level }) => level !== 'unknown')
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
    .map(({ name, level, bits }) => ({ what: `${name}: ${level.replaceAll('_', ' ')}`, bits }))
  const competing = competition === null ? [] : [competitionStep(competition)]
  const steps = [{ what: 'before any', bits: prior }, ...withBits, ...competing]
  const sum = steps.reduce((total, { bits }) => total + bits, 0)
  return vetoed && sum - weight >= MIN_SHOWN ? [...steps, { what: 'capped by a veto', bits: weight - sum }] : steps
}

function competitionStep(competition: ExplainedCompetition): WeightStep {
  return { what: `${COMPETITION_NAME}: ${competitionText(competition)}`, bits: competition.bits }
}

/** Returns the match weights at which the `review` and `match` thresholds are reached. */
export function thresholdMarks({ thresholds }: ExplainedPair): { readonly what: string; readonly bits: number }[] {
  return [
    { what: `review ${thresholds.review}`, bits: weightOfConfidence(thresholds.review) },
    { what: `match ${thresholds.match}`, bits: weightOfConfidence(thresholds.match) },
  ]
}

/**
 * Returns the names of comparisons without a result: a record has no value, or another comparison replaced this one.
 */
export function unknownComparisons({ comparisons }: PairEvidence): string[] {
  return comparisons.filter(({ level }) => level === 'unknown').map(({ name }) => name)
}

/** Describes a side in a few words. */
export function sideText(side: ExplainedSide): string {
  if (side.kind === 'input') return side.name ?? 'an input without a name'
  if (side.kind === 'record')
    return `${side.name}  (${side.supplier}:${side.code}${side.status === 'inactive' ? ', inactive' : ''})`
  const merged =
    side.status === 'merged' ? `, merged into ${side.utpid}` : side.status === 'active' ? '' : `, ${side.status}`
  return `${side.name}  (${side.requested}${merged})`
}

/** Describes the result as a sentence. */
export function outcomeText({ a, b, together, pair }: ExplainedPair): string {
  const twice = sameRecord(a, b)
  const isInput = a.kind === 'input' || b.kind === 'input'
  const utpid = 'utpid' in a ? a.utpid : 'utpid' in b ? b.utpid : null
  if (isInput) {
    const linked = utpid === null ? 'They would be one product' : `It would be linked to ${utpid}`
    return together
      ? `${linked}.`
      : utpid === null
        ? 'They would be two products.'
        : `It would not be linked to ${utpid}.`
  }
  if (twice !== undefined) {
    if (utpid === null) return `${twice} is on both sides, and has no product.`
    return pair === null
      ? `${twice} is on both sides. It is the only record of ${utpid}.`
      : `${twice} is on both sides. It is linked to the rest of ${utpid} by ${comparedText(pair)}.`
  }
  if (!together) return 'They are not one product.'
  if (pair !== null) return `They are one product, ${utpid}.`
  // There are no two different records to compare: both products are the same, or the record is the only one of its
  // product.
  return a.kind === 'product' && b.kind === 'product'
    ? `They are the same product, ${utpid}.`
    : `It is the only record of ${utpid}.`
}

/** Returns the code of a record that is on both sides. */
function sameRecord(a: ExplainedSide, b: ExplainedSide): string | undefined {
  if (a.kind !== 'record' || b.kind !== 'record' || a.supplier !== b.supplier || a.code !== b.code) return undefined
  return `${a.supplier}:${a.code}`
}

/** Names the two compared records if they differ from the two sides: for products, and for a record on both sides. */
export function comparedRecords({ a, b, pair }: ExplainedPair): string | undefined {
  const isOther = a.kind === 'product' || b.kind === 'product' || sameRecord(a, b) !== undefined
  return pair !== null && isOther ? comparedText(pair) : undefined
}

function comparedText({ a, b }: PairEvidence): string {
  return [a, b].flatMap((code) => (code === null ? [] : [`${code.supplier}:${code.code}`])).join(' and ')
}
