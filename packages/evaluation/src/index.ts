/**
 * `@utpid/evaluation`: measures a matcher by labelled pairs, and shows the figures on a page. The command and the
 * benchmarks use this package.
 */

export { EvaluationError } from './features/evaluation-error.ts'
export { type HiddenFields, hideFields, parseHiddenFields } from './features/hidden-fields.ts'
export { type PairFeatures, pairFeatures, type ReadPairOptions, type UnusablePair } from './features/pair-features.ts'
export { readRecord } from './features/read-record.ts'
export { storedFeatures } from './features/stored-features.ts'
export { isAirportForTraining } from './labels/airport-halves.ts'
export { findImportedPairs, findImportedRecords, type ImportedPair } from './labels/imported-pairs.ts'
export type { FileLabel } from './labels/label-of-file.ts'
export {
  type LabelledPair,
  type PairEnd,
  readLabelledPairs,
  type UnreadablePair,
} from './labels/read-labelled-pairs.ts'
export { endKey, recordKey } from './labels/record-key.ts'
export { RecordLookup } from './labels/record-lookup.ts'
export { isTownForTraining } from './labels/register-halves.ts'
export { blockedPairs, findCandidates } from './metrics/blocking-recall.ts'
export { type CalibrationBin, calibrationBins, calibrationGap } from './metrics/calibration-bins.ts'
export { type ClusterScore, clusterScore } from './metrics/cluster-score.ts'
export { connectedRecords } from './metrics/connected-records.ts'
export {
  type CurvePoint,
  type PairMetrics,
  type PrecisionRecall,
  pairMetrics,
  precisionRecallAt,
  precisionRecallCurve,
  type ScoredLabel,
} from './metrics/pair-metrics.ts'
export { bitsText, confidenceText, countText, fractionText, percentText } from './page/figure-text.ts'
export { Html, html } from './page/html.ts'
export { PAGE_STYLE } from './page/page-style.ts'
export { type Cell, type PageColumn, pageTable } from './page/page-table.ts'
export { type WaterfallMark, type WaterfallStep, waterfallChart } from './page/waterfall-chart.ts'
