import type { RecordFeatures } from '@utpid/core/scoring'

/** Two records and whether they are the same product. */
export interface LabelledPair {
  readonly left: RecordFeatures
  readonly right: RecordFeatures
  readonly match: boolean
}

/** Labelled pairs of one origin. Properties of the origin, such as its share of matches, are not learned. */
export interface TrainingSet {
  /** Name of the origin in the model's provenance and in reports. */
  readonly name: string
  readonly pairs: readonly LabelledPair[]
  /** Weight of each pair, above 0. Default: 1. */
  readonly weight?: number
}
