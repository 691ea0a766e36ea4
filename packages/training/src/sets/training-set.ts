import type { RecordFeatures } from '@utpid/core'

/** Two records and whether they are the same product. */
export interface LabelledPair {
  readonly left: RecordFeatures
  readonly right: RecordFeatures
  readonly match: boolean
}

/** Labelled pairs of one origin. What is true of an origin, such as how many of its pairs are matches, is not learned. */
export interface TrainingSet {
  /** Names the origin in the model's provenance and in reports. */
  readonly name: string
  readonly pairs: readonly LabelledPair[]
  /** How often each pair counts, above 0; 1 unless given. */
  readonly weight?: number
}
