import { type AskedSide, type PairEvidence, type Why, type WhyNotReason, weightOfConfidence } from '@utpid/core'

/** Two that were asked about: how they compare, by what they are joined, or what keeps them apart. */
export interface ExplainedPair extends Why {
  /** Empty when they are together. */
  readonly reasons: readonly WhyNotReason[]
}

/** Bits are shown with one digit: less would be shown as nothing. */
const LEAST_SHOWN = 0.05

/** One step of how a match weight comes about. */
export interface WeightStep {
  readonly what: string
  readonly bits: number
}

/** The prior, every comparison that said something, most bits first, and what a veto takes away: they add up to the weight. */
export function weightSteps({ prior, comparisons, weight, vetoed }: PairEvidence): WeightStep[] {
  const said = comparisons
    .filter(({ level }) => level !== 'unknown')
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
    .map(({ name, level, bits }) => ({ what: `${name}: ${level.replaceAll('_', ' ')}`, bits }))
  const steps = [{ what: 'before any', bits: prior }, ...said]
  const sum = steps.reduce((total, { bits }) => total + bits, 0)
  return vetoed && sum - weight >= LEAST_SHOWN ? [...steps, { what: 'capped by a veto', bits: weight - sum }] : steps
}

/** Weights from which a pair is for a person, and linked. */
export function thresholdMarks({ thresholds }: ExplainedPair): { readonly what: string; readonly bits: number }[] {
  return [
    { what: `review ${thresholds.review}`, bits: weightOfConfidence(thresholds.review) },
    { what: `match ${thresholds.match}`, bits: weightOfConfidence(thresholds.match) },
  ]
}

/** Names of the comparisons that had nothing to compare: a side does not say it, or another comparison said it better. */
export function silentComparisons({ comparisons }: PairEvidence): string[] {
  return comparisons.filter(({ level }) => level === 'unknown').map(({ name }) => name)
}

/** What is asked about, in a few words. */
export function sideText(side: AskedSide): string {
  if (side.kind === 'input') return side.name ?? 'an input without a name'
  if (side.kind === 'record')
    return `${side.name}  (${side.supplier}:${side.code}${side.status === 'ended' ? ', ended' : ''})`
  const merged =
    side.status === 'merged' ? `, merged into ${side.utpid}` : side.status === 'active' ? '' : `, ${side.status}`
  return `${side.name}  (${side.asked}${merged})`
}

/** What came of the two, as a sentence. */
export function outcomeText({ a, b, together, pair }: ExplainedPair): string {
  const twice = recordAskedTwice(a, b)
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
    if (utpid === null) return `${twice} was asked about twice, and is with no product.`
    return pair === null
      ? `${twice} was asked about twice. It is the only record of ${utpid}.`
      : `${twice} was asked about twice. It belongs to the rest of ${utpid} by ${comparedText(pair)}.`
  }
  if (!together) return 'They are not one product.'
  if (pair !== null) return `They are one product, ${utpid}.`
  // No two different records: two products are one and the same, and a record is all that its product has.
  return a.kind === 'product' && b.kind === 'product'
    ? `They are the same product, ${utpid}.`
    : `It is the only record of ${utpid}.`
}

/** The code of a record that stands on both sides. */
function recordAskedTwice(a: AskedSide, b: AskedSide): string | undefined {
  if (a.kind !== 'record' || b.kind !== 'record' || a.supplier !== b.supplier || a.code !== b.code) return undefined
  return `${a.supplier}:${a.code}`
}

/** Which two records are compared, where that is not what was asked about: of products, and of a record asked about twice. */
export function comparedRecords({ a, b, pair }: ExplainedPair): string | undefined {
  const isOther = a.kind === 'product' || b.kind === 'product' || recordAskedTwice(a, b) !== undefined
  return pair !== null && isOther ? comparedText(pair) : undefined
}

function comparedText({ a, b }: PairEvidence): string {
  return [a, b].flatMap((code) => (code === null ? [] : [`${code.supplier}:${code.code}`])).join(' and ')
}
