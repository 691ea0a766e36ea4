import type { ScoredPair } from '../thresholds/choose-thresholds.ts'

/** The results of the model on unseen pairs of a training set. */
export interface TrainedSet {
  readonly name: string
  readonly pairs: number
  readonly matches: number
  /**
   * Pairs with confidences from cross-validation: each part of the pairs is scored by a model trained without this
   * part.
   */
  readonly unseen: readonly ScoredPair[]
}
