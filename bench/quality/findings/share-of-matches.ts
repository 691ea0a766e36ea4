import { confidenceOfWeight, weightOfConfidence } from '@utpid/core/scoring'
import type { ScoredLabel } from '@utpid/evaluation'
import { mean } from '../../harness/statistics.ts'

/** A pair whose confidence states the prior of its model. */
export interface PriorLabel extends ScoredLabel {
  /** The bits of the pair before any comparison. */
  readonly prior: number
}

/** Bits of a share that is practically 0 or 1. */
const MAX_BITS = 30
const STEPS = 60
const EXTREME = 1e-9

/**
 * Estimates the share of matches among pairs without their labels: the share that makes the evidence of all pairs most
 * likely (Saerens, Latinne and Decaestecker, 2002). Expectation-maximisation converges to the same share. The
 * likelihood has one maximum, so halving finds it.
 *
 * @returns 0 to 1; null without pairs.
 */
export function estimatedShare(pairs: readonly Omit<PriorLabel, 'match'>[]): number | null {
  if (pairs.length === 0) return null
  const evidence = pairs.map((pair) => bitsOf(pair.confidence) - pair.prior)
  // At the most likely share, the mean confidence equals the share. Below it, the mean is larger.
  return confidenceOfWeight(
    increasing((bits) => confidenceOfWeight(bits) - mean(evidence.map((own) => confidenceOfWeight(own + bits)))),
  )
}

/** Shifts each confidence from the prior of its model to a share of matches. */
export function withShare<Label extends PriorLabel>(pairs: readonly Label[], share: number): Label[] {
  const bits = bitsOf(share)
  return pairs.map((pair) => ({ ...pair, confidence: confidenceOfWeight(bitsOf(pair.confidence) - pair.prior + bits) }))
}

/**
 * Shifts all confidences by the same number of bits, so that their sum equals the number of matches. The author of a
 * set chooses its share of matches, and no model can know it.
 */
export function withKnownShare(labels: readonly ScoredLabel[]): ScoredLabel[] {
  const share = mean(labels.map(({ match }) => Number(match)))
  const shifted = (bits: number): ScoredLabel[] =>
    labels.map(({ match, confidence }) => ({ match, confidence: confidenceOfWeight(bitsOf(confidence) + bits) }))
  return shifted(increasing((bits) => mean(shifted(bits).map(({ confidence }) => confidence)) - share))
}

function bitsOf(confidence: number): number {
  return weightOfConfidence(Math.min(1 - EXTREME, Math.max(EXTREME, confidence)))
}

/** Returns the bits at which a function changes from negative to positive. */
function increasing(value: (bits: number) => number): number {
  let [low, high] = [-MAX_BITS, MAX_BITS]
  for (let step = 0; step < STEPS; step++) {
    const bits = (low + high) / 2
    if (value(bits) < 0) low = bits
    else high = bits
  }
  return (low + high) / 2
}
