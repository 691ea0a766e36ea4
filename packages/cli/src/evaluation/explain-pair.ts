import type { PairScorer, RecordFeatures } from '@utpid/core/scoring'

/** Explains the score of two records, short enough to read hundreds of them. */
export interface PairExplanation {
  /** 0 to 1. */
  readonly confidence: number
  /** Match weight in bits. */
  readonly weight: number
  readonly vetoed: boolean
  /** All comparisons with bits, most bits first: `name=same_core_rare +6`. */
  readonly because: readonly string[]
}

export function explainPair(scorer: PairScorer, a: RecordFeatures, b: RecordFeatures): PairExplanation {
  const { confidence, weight, vetoed } = scorer.score(a, b)
  const levels = scorer.levels(a, b).filter(({ level }) => level !== 'unknown')
  return {
    confidence: Math.round(confidence * 10_000) / 10_000,
    weight,
    vetoed,
    because: levels
      .sort((one, other) => Math.abs(other.bits) - Math.abs(one.bits))
      .map(({ comparison, level, bits }) => `${comparison.name}=${level} ${bits < 0 ? '' : '+'}${bits}`),
  }
}
