/** `@utpid/core/scoring`: features, blocking keys, comparisons and models, for training and evaluation. */
export { lookupOf, recordsPerKey } from './blocking/keys/key-value.ts'
export {
  type KeyRules,
  type LookupKey,
  type LookupRound,
  lookupKeys,
  queryKeys,
  recordKeys,
} from './blocking/record-keys.ts'
export type { Comparison, WordBits } from './comparison/comparison.ts'
export {
  FIELD_VERDICTS,
  type FieldVerdict,
  fieldVerdict,
  JUDGED_FIELDS,
  type JudgedFields,
} from './comparison/judged-fields.ts'
export { type RecordDrift, recordDrift } from './drift/record-drift.ts'
export type { FeatureCodec } from './features/codec/added-codecs.ts'
export { decodeFeatures, encodeFeatures } from './features/codec/feature-layout.ts'
export { BRANDS } from './features/extract/brand-list.ts'
export { extractFeatures } from './features/extract/extract-features.ts'
export type { FeatureValue, RecordFeatures } from './features/record-features.ts'
export type { IndexRules } from './features/rules/index-rules.ts'
export { CURRENT_RULES, INDEX_VERSION, INDEX_VERSION_TEXT } from './features/rules/index-version.ts'
export { squaredDistance } from './geo/earth-point.ts'
export type { GazetteerAirport, GazetteerCity } from './geo/gazetteer.ts'
export { UNKNOWN_COUNTRY } from './geo/unknown-country.ts'
export { parseDisplayedCountry } from './ingest/parse-country.ts'
export { explainPair, pairEvidence } from './matching/explain.ts'
export { type CategoryGroup, categoryOf, type Profile } from './model/category.ts'
export type { EarthPoint } from './model/place.ts'
export { type ComparisonVersions, comparisonVersions, isCustom } from './schema/custom-comparison.ts'
export type { ProfileChange } from './schema/extend-schema.ts'
export type { FieldComparisonOptions } from './schema/field-comparison.ts'
export type { MeasureComparisonOptions } from './schema/measure-comparison.ts'
export type { ProfileDefinition } from './schema/registry-schema.ts'
export { indexRulesOf } from './schema/schema-rules.ts'
export {
  COMPETITION_LEVELS,
  type CompetitionBits,
  type CompetitionLevel,
  competitionLevel,
} from './scoring/competition.ts'
export { completeModel } from './scoring/complete-model.ts'
export { DEFAULT_MODEL } from './scoring/default-model.ts'
export { confidenceOfWeight, weightOfConfidence } from './scoring/match-weight.ts'
export { type LevelScore, type PairScore, PairScorer, pairProfile } from './scoring/score-pair.ts'
export {
  type ProfileWeights,
  parseScoringModel,
  type ScoringModel,
  type Thresholds,
  type UnplacedCalibration,
  VETO_CONFIDENCE,
} from './scoring/scoring-model.ts'
export { shippedTermFrequency, type TermFrequency } from './scoring/term-frequency.ts'
export { termFrequencyOf } from './scoring/term-frequency-of.ts'
export { hasMoreCharacters } from './text/count-characters.ts'
export { isDisplayable, type TextForm } from './text/displayable-text.ts'
export { fold } from './text/fold.ts'
export { nameWords } from './text/name-words.ts'
