import type { ScoredPair } from '../thresholds/choose-thresholds.ts'

/** Results of the model on unseen pairs of a set. */
export interface TrainedSet {
  readonly name: string
  readonly pairs: number
  readonly matches: number
  /** Pairs scored by cross-validation: each part by a model trained without it. */
  readonly unseen: readonly ScoredPair[]
}
