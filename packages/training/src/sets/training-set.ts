import type { RecordFeatures } from '@utpid/core/scoring'

/** Two records of two sources. */
export interface RecordPair {
  readonly left: RecordFeatures
  readonly right: RecordFeatures
}

/** Two records and whether they are the same product. */
export interface LabelledPair extends RecordPair {
  readonly match: boolean
}

/** Labelled pairs of one origin. Properties of the origin, such as its share of matches, are not learned. */
export interface TrainingSet {
  /** Name of the origin in the model's provenance and in reports. */
  readonly name: string
  readonly pairs: readonly LabelledPair[]
  /** Further candidate pairs of the same records, without labels. They only compete with the labelled pairs. */
  readonly unlabelled?: readonly RecordPair[]
  /**
   * True if the records were chosen because they have a match in the other source. In a registry, other records have no
   * match, and their best candidates are wrong. Training allows for this when it learns how candidates compete.
   */
  readonly chosenByMatch?: boolean
  /** Weight of each pair, above 0. Default: 1. */
  readonly weight?: number
}
