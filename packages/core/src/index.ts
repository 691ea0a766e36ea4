/** `@utpid/core`: parsing, matching, clustering, curation and search. See docs/glossary.md for the terms. */

export { probeOf, recordsPerKey } from './blocking/key-value.ts'
export { type ProbeKey, probeKeys, questionKeys, recordKeys } from './blocking/record-keys.ts'
export { COMPARISONS } from './comparison/aspects/comparisons.ts'
export type { Comparison, WordBits } from './comparison/comparison.ts'
export { type RecordDrift, recordDrift } from './drift/record-drift.ts'
export { decodeFeatures, encodeFeatures } from './features/codec/feature-layout.ts'
export { extractFeatures } from './features/extract/extract-features.ts'
export { BRANDS } from './features/extract/generated/brands.ts'
export type { RecordFeatures } from './features/record-features.ts'
export type { IndexRules } from './features/rules/index-rules.ts'
export { CURRENT_RULES, INDEX_VERSION, INDEX_VERSION_TEXT } from './features/rules/index-version.ts'
export { distanceInMeters } from './geo/distance.ts'
export { squaredDistance } from './geo/earth-point.ts'
export type { Gazetteer, GazetteerAirport, GazetteerCity } from './geo/gazetteer.ts'
export { PIN_SCHEMAS } from './golden-record/check-pinned-fields.ts'
export { DEFAULT_POLICY, type PolicyRule, type ShownFieldsPolicy } from './golden-record/policy.ts'
export { parseCategory } from './ingest/parse-category.ts'
export { COUNTRY_CODES, parseCountry, parseShownCountry } from './ingest/parse-country.ts'
export { type Parsed, type ParseOptions, parseInput, parseRecord, parseSupplierId } from './ingest/parse-record.ts'
export { INPUT_SCHEMA, type JsonSchema, RECORD_CONTENT_SCHEMA, RECORD_SCHEMA } from './ingest/record-schema.ts'
export { explainPair, pairEvidence } from './matching/explain.ts'
export type { Alias } from './model/alias.ts'
export { CATEGORIES, type Category, type CategoryGroup, categoryOf, type Profile } from './model/category.ts'
export type { ErrorCode } from './model/error-codes.ts'
export { LIMITS } from './model/limits.ts'
export type {
  Decision,
  ExplainedComparison,
  Explanation,
  Help,
  Match,
  MatchMethod,
  MatchResult,
} from './model/match.ts'
export type { MatchReason } from './model/match-reasons.ts'
export type { Coordinates, EarthPoint, Location } from './model/place.ts'
export type { AlertRecord, DuplicateAlert, LinkedRecord, Located, Product, RegistryStats } from './model/product.ts'
export { RegistryError } from './model/registry-error.ts'
export type { RegistryEvent } from './model/registry-event.ts'
export {
  REJECTION_CODES,
  REPAIR_CODES,
  type Rejection,
  type RejectionCode,
  type Repair,
  type RepairCode,
} from './model/repair.ts'
export type {
  ActivityDetails,
  AltName,
  Identifier,
  JsonValue,
  MatchInput,
  RecordContent,
  Supplier,
  SupplierCode,
  SupplierRecord,
  TransferDetails,
  TransferEnd,
} from './model/supplier-record.ts'
export {
  formatUtpid,
  PRODUCT_ID_LIMIT,
  type ProductId,
  parseUtpid,
  requireUtpid,
  UTPID_FORMAT,
  type Utpid,
  type UtpidFormat,
} from './model/utpid.ts'
export type {
  AskedSide,
  ExplainedKey,
  ForbiddingPair,
  JoiningLink,
  Keeping,
  NamedRuling,
  PairEvidence,
  Why,
  WhyNot,
  WhyNotReason,
} from './model/why.ts'
export type { WhyNotCode } from './model/why-not-reasons.ts'
export type { CallOptions } from './registry/context/check-signal.ts'
export type {
  DecisionOptions,
  DecisionReport,
  HistoryEntry,
  Lineage,
  LineageStory,
  MergeOptions,
  PinnedFields,
  PinOptions,
  ProductDecisionOptions,
  ProductRevision,
  ResolveOptions,
  SplitOptions,
  VerificationReport,
  VerifyOptions,
} from './registry/context/decision.ts'
export type { RegistryOptions } from './registry/context/registry-options.ts'
export type { MirrorOptions, MirrorStorage } from './registry/copy/mirror-ledger.ts'
export { type WalkedPage, type WalkOptions, walkLedger } from './registry/copy/walk-ledger.ts'
export { createRegistry } from './registry/create-registry.ts'
export type { Asked } from './registry/explain/asked-side.ts'
export type {
  DeltaEnd,
  DeltaHeader,
  ExportEnd,
  ExportedRow,
  ExportHeader,
  ExportRow,
} from './registry/export/export-format.ts'
export type { ExportOptions } from './registry/export/export-registry.ts'
export type { RestoreOptions, RestoreProgress, RestoreReport } from './registry/export/restore-registry.ts'
export type { MapBatchOptions } from './registry/match/map-batch.ts'
export type { MatchOptions } from './registry/match/match-inputs.ts'
export type { AlertList, AlertsOptions } from './registry/read/list-alerts.ts'
export type { CrosswalkRow } from './registry/read/list-crosswalk.ts'
export type { EventPage, EventsOptions } from './registry/read/list-events.ts'
export type { ListedProduct, Shown } from './registry/read/list-products.ts'
export type { LocateQuery } from './registry/read/read-products.ts'
export type {
  DifferingRecords,
  FindDiffering,
  RegroupOptions,
  RegroupProgress,
  RegroupReport,
} from './registry/rebuild/regroup-registry.ts'
export type { ReindexOptions, ReindexProgress, ReindexReport } from './registry/rebuild/reindex.ts'
export type { RescoreOptions, RescoreProgress, RescoreReport } from './registry/rebuild/rescore.ts'
export {
  RESCORE_KINDS,
  type RescoreChanges,
  type RescoreExample,
  type RescoreKind,
} from './registry/rebuild/rescore-changes.ts'
export type { Registry } from './registry/registry.ts'
export type { Replica } from './registry/replica/replica.ts'
export type { ReplicaState } from './registry/replica/replica-follower.ts'
export type { ReplicaOptions, ReplicaProgress, WantedLocal } from './registry/replica/replica-options.ts'
export type { FacetCount, SearchFacet, SearchFacets } from './registry/search/search-facets.ts'
export { SEARCH_FACETS } from './registry/search/search-facets.ts'
export type { SearchFilters, SearchNear } from './registry/search/search-filters.ts'
export type {
  FoundListed,
  FoundProduct,
  ListResult,
  SearchOptions,
  SearchResult,
} from './registry/search/search-products.ts'
export type { EndReport, EndSupplierOptions } from './registry/write/end-records.ts'
export type { FullFeedReport } from './registry/write/full-feed.ts'
export {
  type ImportCounts,
  type ImportOptions,
  type ImportOutcome,
  type ImportReport,
  wasRepaired,
} from './registry/write/import-records.ts'
export type { PartedLink, PartedReason } from './registry/write/parted-links.ts'
export type { SupplierChange } from './registry/write/set-supplier.ts'
export type { PartedReport } from './registry/write/standing-outcomes.ts'
export type { UpsertOptions } from './registry/write/upsert-record.ts'
export type { AbortSignalLike, Clock, Random, Sleep, Yield } from './runtime/environment.ts'
export { DEFAULT_MODEL } from './scoring/default-model.ts'
export { frequencyAmong } from './scoring/frequency-among.ts'
export { confidenceOfWeight, weightOfConfidence } from './scoring/match-weight.ts'
export { type LevelScore, type PairScore, PairScorer, pairProfile } from './scoring/score-pair.ts'
export {
  type ProfileWeights,
  parseScoringModel,
  type ScoringModel,
  type Thresholds,
  VETO_CONFIDENCE,
} from './scoring/scoring-model.ts'
export { shippedTermFrequency, type TermFrequency } from './scoring/term-frequency.ts'
export type { BulkLoad, ExportFacts, LinesAside, LoadProgress, LoadTotals, ReadAside } from './storage/bulk-load.ts'
export { type Change, type Commit, type CommitResult, type Expectations, emptyCommit } from './storage/commit.ts'
export {
  emptyGenerationRows,
  type Generation,
  type GenerationPlan,
  type GenerationRows,
} from './storage/generation.ts'
export type { AlertPage, AlertQuery, CodeEntry, Ledger, LedgerHead, StoredRecord } from './storage/ledger.ts'
export type { LedgerRow, LedgerRowKind } from './storage/ledger-row.ts'
export type {
  CandidateColumns,
  IndexChange,
  IndexProduct,
  IndexRecord,
  Probe,
  RegistryIndex,
  SkippedKey,
} from './storage/registry-index.ts'
export type {
  AlertRow,
  AlertStatus,
  AliasRow,
  BlockingKey,
  ChangeNumber,
  DecisionKind,
  DecisionRow,
  EdgeRemoval,
  EdgeRow,
  LineageRow,
  LineageStatus,
  LineageStep,
  LinkMethod,
  LinkRow,
  Pin,
  ProductBefore,
  ProductRow,
  RecordId,
  RecordRow,
  RulingRow,
  ScoringRow,
  ShownFields,
  SupplierRow,
  VerificationRow,
  VerifyingMethod,
} from './storage/rows.ts'
export { isSameScoring, type ScoringName, scoringText } from './storage/scoring-name.ts'
export type {
  ExpandedWord,
  ExpandRequest,
  SearchAnswer,
  SearchCircle,
  SearchPosition,
  SearchQuery,
  TermCondition,
  TermCounts,
  TermGroup,
} from './storage/search-query.ts'
export type { Storage, StorageCapabilities } from './storage/storage.ts'
export { hasMoreCharacters } from './text/count-characters.ts'
export { fold } from './text/fold.ts'
export { nameWords } from './text/name-words.ts'
export { isShowable, type TextForm } from './text/showable-text.ts'
