/**
 * `@utpid/evaluation`: how good a matcher is, by labelled pairs, and the page that shows it. What the command and the
 * benchmarks share.
 */

export { isAirportForTraining } from './airport-halves.ts'
export { blockedPairs, findCandidates } from './blocking-recall.ts'
export { type CalibrationBin, calibrationBins, calibrationGap } from './calibration-bins.ts'
export { type ClusterScore, clusterScore } from './cluster-score.ts'
export { connectedRecords } from './connected-records.ts'
export { EvaluationError } from './evaluation-error.ts'
export { type HiddenFields, hideFields, parseHiddenFields } from './hidden-fields.ts'
export { findImportedPairs, findImportedRecords, type ImportedPair } from './imported-pairs.ts'
export type { FileLabel } from './label-of-file.ts'
export { bitsText, confidenceText, countText, fractionText, percentText } from './page/figure-text.ts'
export { Html, html } from './page/html.ts'
export { PAGE_STYLE } from './page/page-style.ts'
export { type Cell, type PageColumn, pageTable } from './page/page-table.ts'
export { type WaterfallMark, type WaterfallStep, waterfallChart } from './page/waterfall-chart.ts'
export { type PairFeatures, pairFeatures, type ReadPairOptions, type UnusablePair } from './pair-features.ts'
export {
  type CurvePoint,
  type PairMetrics,
  type PrecisionRecall,
  pairMetrics,
  precisionRecallAt,
  precisionRecallCurve,
  type ScoredLabel,
} from './pair-metrics.ts'
export {
  type LabelledPair,
  type PairEnd,
  readLabelledPairs,
  type UnreadablePair,
} from './read-labelled-pairs.ts'
export { readRecord } from './read-record.ts'
export { endKey, recordKey } from './record-key.ts'
export { RecordLookup } from './record-lookup.ts'
export { isTownForTraining } from './register-halves.ts'
export { storedFeatures } from './stored-features.ts'
