import type { RecordFeatures } from '../features/record-features.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
export interface RecordDrift {
  readonly kind: 'rebrand' | 'move' | 'reuse'
  readonly confidence: number
}
export function recordDrift(
  before: RecordFeatures,
  after: RecordFeatures,
  scorer: PairScorer,
): RecordDrift | undefined {
  void before
  void after
  void scorer
  return undefined
}
