import { setImmediate } from 'node:timers/promises'
import type { PairScorer } from '@utpid/core/scoring'
import {
  type LabelledPair,
  type PairEnd,
  pairFeatures,
  type ReadPairOptions,
  type ScoredLabel,
  type UnreadablePair,
} from '@utpid/evaluation'
import { explainPair, type PairExplanation } from '../explain-pair.ts'

export interface ScorePairsOptions extends ReadPairOptions {
  readonly scorer: PairScorer
  readonly signal?: AbortSignal | undefined
}

export interface ScoredPair extends ScoredLabel {
  readonly line: number
  readonly a: PairEnd
  readonly b: PairEnd
  readonly labelledBy: LabelledPair['labelledBy']
}

export interface ScoredPairs {
  readonly scored: readonly ScoredPair[]
  /** Pairs with a record that is in no feed. They are not scored. */
  readonly missing: readonly UnreadablePair[]
  /**
   * Pairs with a record that a registry would reject. They are scored as certainly different, since a registry would
   * not link them.
   */
  readonly rejected: readonly UnreadablePair[]
  /** Time to parse records, extract features and score, without reading files. */
  readonly seconds: number
}

/** Pairs in one batch; Ctrl-C is checked between batches. */
const BATCH_SIZE = 1_000

/**
 * Scores labelled pairs as a registry would: with the record parser, stored features and the shipped term frequencies.
 */
export async function scoreLabelledPairs(
  pairs: readonly LabelledPair[],
  options: ScorePairsOptions,
): Promise<ScoredPairs> {
  const scored: ScoredPair[] = []
  const unusable = { missing: [] as UnreadablePair[], rejected: [] as UnreadablePair[] }
  const start = performance.now()
  for (const [at, { line, a, b, match, labelledBy }] of pairs.entries()) {
    if (at % BATCH_SIZE === 0) await setImmediate()
    options.signal?.throwIfAborted()
    const features = pairFeatures(a, b, options)
    const problem = 'kind' in features ? features : undefined
    if (problem !== undefined) unusable[problem.kind].push({ line, reason: problem.reason })
    if (problem?.kind === 'missing') continue
    const confidence = 'kind' in features ? 0 : options.scorer.score(...features).confidence
    scored.push({ line, a, b, match, labelledBy, confidence })
  }
  return { scored, ...unusable, seconds: (performance.now() - start) / 1_000 }
}

/** Explains the confidence of a scored pair. */
export function explainScoredPair({ a, b }: ScoredPair, options: ScorePairsOptions): PairExplanation {
  const features = pairFeatures(a, b, options)
  if (!('kind' in features)) return explainPair(options.scorer, ...features)
  return { confidence: 0, weight: 0, vetoed: false, because: [features.reason] }
}
