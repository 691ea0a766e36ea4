export { trialsToProve, upperBoundOfShare } from './binomial-bound.ts'
export {
  type ChosenThreshold,
  chooseMatchThreshold,
  type LinksAbove,
  type MatchAim,
  pairsToProve,
} from './choose-match-threshold.ts'
export { AIMS, type Aims, falseShareAbove, type ScoredPair } from './choose-thresholds.ts'
export { deriveCandidates, type KnownMatch } from './derive-candidates.ts'
export { RESTRAINT, type Restraint } from './parameters.ts'
export { type TrainedModel, type TrainOptions, trainModel } from './train-model.ts'
export type { TrainedSet } from './trained-set.ts'
export type { LabelledPair, TrainingSet } from './training-set.ts'
