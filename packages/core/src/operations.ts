/** `@utpid/core/operations`: the types of options and reports of each operation of a `Registry`. */
export { PIN_SCHEMAS } from './golden-record/check-pinned-fields.ts'
export { parseSurvivorshipRules, type SurvivorshipRule } from './golden-record/survivorship-rules.ts'
export { type JsonSchema, jsonSchemaOf } from './ingest/json-schema.ts'
export type { Parsed, ParseOptions } from './ingest/parse-record.ts'
export { RECORD_CONTENT_SCHEMA, recordContentSchema } from './ingest/record-schema.ts'
export { CATEGORY_GROUPS, type CategoryGroup } from './model/category.ts'
export type { CategorySources, IgnoredColumn, ImportSource, ImportSummary } from './model/import-summary.ts'
export type { ExplainedComparison, MatchMethod, MissingEvidence } from './model/match.ts'
export type {
  CurationReason,
  ExplainedKey,
  ExplainedSide,
  ForbiddingPair,
  JoiningLink,
  NamedJudgement,
  NonMatchReason,
  PairEvidence,
} from './model/match-explanation.ts'
export type { MatchReason } from './model/match-reasons.ts'
export type { NonMatchCode } from './model/non-match-reasons.ts'
export type { AlertRecord, Located } from './model/product.ts'
export { ALERT_MARKED, ALERT_REASONS, type AlertMark, type AlertMarked, type AlertReason } from './model/product.ts'
export { REJECTION_CODES, REPAIR_CODES, type Rejection, type RejectionCode, type RepairCode } from './model/repair.ts'
export {
  type CountedTermFrequencies,
  type SupplierHabits,
  TERM_FREQUENCY_DUE,
  TERM_FREQUENCY_MODES,
  type TermFrequencyCount,
  type TermFrequencyDue,
  type TermFrequencyMode,
  type TermFrequencyProgress,
  type TermFrequencyState,
} from './model/term-frequency-count.ts'
export type {
  ConcordanceContradiction,
  ConcordanceEntry,
  ConcordanceProgress,
  ConcordanceReport,
  ConcordanceSource,
  RejectedEntry,
  RemovedConcordance,
  StoreConcordanceOptions,
  StoredConcordance,
} from './registry/concordance/concordance.ts'
export type { ConcordanceLoss, ConcordanceSupplierLoss, EndingCode } from './registry/concordance/concordance-loss.ts'
export type { RepairAssignedOptions, RepairedAssigned } from './registry/concordance/repair-assigned.ts'
export type { ConfirmCode } from './registry/confirm/confirm-reasons.ts'
export type { AgreeingRecord, ConfirmInput, ConfirmReason } from './registry/confirm/confirmation.ts'
export type {
  DecisionOptions,
  DecisionReport,
  HistoryEntry,
  Lineage,
  LineageStory,
  MarkOptions,
  MergeOptions,
  PinnedFields,
  PinOptions,
  PreviewedProduct,
  ProductDecisionOptions,
  ProductRevision,
  ResolveOptions,
  SplitOptions,
  VerificationReport,
  VerifyOptions,
} from './registry/context/decision.ts'
export type { DryRun, DryRunOptions } from './registry/dry-run/dry-run.ts'
export type {
  DryRunExample,
  DryRunProduct,
  DryRunRecord,
  DryRunRejections,
  DryRunRepairs,
  DryRunReport,
  EstimateReason,
  ExampleOutcome,
} from './registry/dry-run/dry-run-report.ts'
export { type DryRunWithLines, LinePositions } from './registry/dry-run/line-positions.ts'
export type { Formation, FormationRecord, FormationStep, JoinRefusal } from './registry/explain/formation.ts'
export type { PairRef } from './registry/explain/pair-side.ts'
export type {
  DeltaEnd,
  DeltaHeader,
  ExportEnd,
  ExportedRow,
  ExportHeader,
  ExportRow,
} from './registry/export/export-format.ts'
export type { ExportOptions } from './registry/export/export-registry.ts'
export { type LocatedText, locateText } from './registry/locate-text.ts'
export type { LossOptions } from './registry/loss/check-feed.ts'
export {
  type EndingReason,
  type EndingRecord,
  type FeedLoss,
  neededShare,
  type SupplierLoss,
} from './registry/loss/feed-loss.ts'
export type { ImportPass, RecordSource } from './registry/loss/record-source.ts'
export type { MapBatchOptions } from './registry/match/map-batch.ts'
export type { AlertFilterOptions } from './registry/read/alert-filter.ts'
export {
  CROSSWALK_LAYOUTS,
  type CrosswalkLayout,
  crosswalkTable,
  type WideCrosswalkRow,
  wideCrosswalk,
} from './registry/read/crosswalk-layouts.ts'
export type { AlertGroupCount, AlertGroupList, AlertList, AlertsOptions } from './registry/read/list-alerts.ts'
export type { CrosswalkRow, CrosswalkStatus } from './registry/read/list-crosswalk.ts'
export type {
  DecidedProduct,
  DecisionList,
  DecisionRange,
  DecisionsOptions,
  ListedDecision,
} from './registry/read/list-decisions.ts'
export type { EventPage, EventsOptions } from './registry/read/list-events.ts'
export type { FieldsOption, ProductFields, ProductWith } from './registry/read/product-summary.ts'
export type { LocateQuery } from './registry/read/read-products.ts'
export type {
  DifferingRecords,
  FindDiffering,
  ReclusterOptions,
  ReclusterProgress,
  ReclusterReport,
} from './registry/rebuild/recluster-registry.ts'
export type { ReindexOptions, ReindexProgress, ReindexReport } from './registry/rebuild/reindex.ts'
export type { RescoreOptions, RescoreProgress, RescoreReport } from './registry/rebuild/rescore.ts'
export {
  RESCORE_KINDS,
  type RescoreChanges,
  type RescoreExample,
  type RescoreKind,
} from './registry/rebuild/rescore-changes.ts'
export {
  ADVICE_CODES,
  type Advice,
  type AdviceCode,
  type AdvisedImport,
  importAdvice,
} from './registry/report/supplier-advice.ts'
export {
  type FieldEffect,
  type GroupCounts,
  type LinkCounts,
  REPORTED_FIELDS,
} from './registry/report/supplier-counts.ts'
export type { ListImportsOptions, SupplierReport, SupplierReportOptions } from './registry/report/supplier-report.ts'
export type { FacetCount, SearchFacet, SearchFacets } from './registry/search/search-facets.ts'
export type { SearchFilters, SearchNear } from './registry/search/search-filters.ts'
export type { FoundProduct, FoundSummary, FoundWith } from './registry/search/search-products.ts'
export { countSentence } from './registry/term-frequency/count-sentence.ts'
export type { CountTermFrequenciesOptions } from './registry/term-frequency/count-term-frequencies.ts'
export type { SeparatedReport } from './registry/write/current-outcomes.ts'
export type { DeactivateSupplierOptions, DeactivationReport } from './registry/write/deactivate-records.ts'
export type { FullFeedReport, RemovalOutcome } from './registry/write/ending-records.ts'
export { type ImportCounts, type ImportOutcome, wasRepaired } from './registry/write/import-records.ts'
export type { SeparatedLink, SeparatedReason } from './registry/write/separated-links.ts'
export type { SupplierChange } from './registry/write/set-supplier.ts'
export type { UpsertOptions } from './registry/write/upsert-record.ts'
export type { Clock, Random, Sleep, Yield } from './runtime/environment.ts'
export { ALERT_ORDERS, type AlertOrder } from './storage/alert-query.ts'
export type { DecisionCount } from './storage/ledger.ts'
export type { DecisionKind } from './storage/rows.ts'
