import type { ScoredPair } from '../thresholds/choose-thresholds.ts'

/** How the model did on pairs of a set that it had not seen. */
export interface TrainedSet {
  readonly name: string
  readonly pairs: number
  readonly matches: number
  /** By parts that took turns in being left out. */
  readonly unseen: readonly ScoredPair[]
}
