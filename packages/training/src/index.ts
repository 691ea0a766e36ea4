export { CompetingPairs, type LeftOut, type WeighedRecords } from './sets/competing-pairs.ts'
export { deriveCandidates, type KnownMatch } from './sets/derive-candidates.ts'
export type { TrainedSet } from './sets/trained-set.ts'
export type { LabelledPair, RecordPair, TrainingSet } from './sets/training-set.ts'
export { trialsToProve, upperBoundOfShare } from './statistics/binomial-bound.ts'
export {
  type ChosenThreshold,
  chooseMatchThreshold,
  type LinksAbove,
  type MatchAim,
  pairsToProve,
} from './thresholds/choose-match-threshold.ts'
export { AIMS, type Aims, falseShareAbove, type ScoredPair } from './thresholds/choose-thresholds.ts'
export { type TrainedModel, type TrainOptions, trainModel } from './train/train-model.ts'
export type { ExpectedFigures } from './unlabelled/expected-thresholds.ts'
export { neutralModel } from './unlabelled/neutral-model.ts'
export type { SupplierRecords } from './unlabelled/supplier-records.ts'
export { type TrainUnlabelledOptions, trainUnlabelled, type UnlabelledModel } from './unlabelled/train-unlabelled.ts'
export { REGULARIZATION, type Regularization } from './weights/parameters.ts'
