/**
 * `@utpid/core/storage`: the contracts of a registry's storage and of a service's row store, with the checks that every
 * implementation shares. Applications do not need this entry point.
 */
export { copyClassOf, copyLookup } from './blocking/copy-keys.ts'
export type { KeyScale } from './blocking/keys/key-scale.ts'
export {
  type ComponentEdge,
  type ComponentMember,
  clusterComponent,
  type SplitComponent,
} from './clustering/cluster-component.ts'
export {
  CompetingEdges,
  type CompetitionSources,
  type Competitor,
  type WeighedEdge,
} from './clustering/competition/competing-edges.ts'
export { DisjointSets } from './clustering/constraints/disjoint-sets.ts'
export { isLower as isLowerByCode } from './clustering/fix-copies.ts'
export { hashText, hashText53, mix32 } from './encoding/hash.ts'
export { FeatureView } from './features/codec/feature-view.ts'
export { type Defined, defined } from './model/defined.ts'
export { PRODUCT_ID_LIMIT } from './model/utpid.ts'
export { digestBefore, digestOfChange } from './registry/copy/change-digest.ts'
export { LoadCounts } from './registry/copy/load-counts.ts'
export { isPositionCounter, positionIn, type ReplicaPosition } from './registry/copy/replica-position.ts'
export { type ScanOptions, type ScanPage, scanLedger } from './registry/copy/scan-ledger.ts'
export { applyDelta, type Delta, readDelta } from './registry/export/read-delta.ts'
export { type ReadLines, readExportLines } from './registry/export/read-export-lines.ts'
export {
  type AlertFilter,
  type AlertGroup,
  type AlertGroups,
  type AlertOrder,
  type AlertPage,
  type AlertPosition,
  type AlertQuery,
  alertFits,
  alertGroups,
  alertPosition,
  alertTag,
  compareAlerts,
} from './storage/alert-query.ts'
export type {
  BulkLoad,
  ExportFacts,
  LoadProgress,
  LoadTotals,
  ParallelLineReader,
  ParallelLines,
} from './storage/bulk-load.ts'
export { checkCommit } from './storage/checks/commit-check.ts'
export { checkFeedPosition, MAX_EXPIRED_PER_COMMIT } from './storage/checks/feed-position.ts'
export { Lifetime } from './storage/checks/lifetime.ts'
export { checkPreconditions, type PreconditionState, type RecentKeyChanges } from './storage/checks/preconditions.ts'
export { checkExpandRequest, checkLookups, checkSearchQuery } from './storage/checks/query-arguments.ts'
export {
  checkAlertQuery,
  checkBatch,
  checkContinuation,
  checkId,
  checkIds,
  checkLimit,
  checkPage,
  checkRecordCount,
} from './storage/checks/read-arguments.ts'
export { checkSwapBase, checkSwapComplete } from './storage/checks/swap-check.ts'
export { type Change, type Commit, type CommitResult, emptyCommit, type Preconditions } from './storage/commit.ts'
export { assignedBy, CONCORDANCE_LIST, concordanceKey, concordanceRowId } from './storage/concordance-rows.ts'
export { decodeTime, encodeTime } from './storage/contents/encode-time.ts'
export { lineageContent, lineageOf, type StoredLineage } from './storage/contents/lineage-content.ts'
export { productContent, productOf, type StoredProduct } from './storage/contents/product-content.ts'
export { type RecordBody, recordBodyOf, recordContent } from './storage/contents/record-content.ts'
export { emptyGenerationRows, type Generation, type GenerationPlan, type GenerationRows } from './storage/generation.ts'
export { ChangeListeners } from './storage/ledger/change-listeners.ts'
export { changeOfCommit } from './storage/ledger/change-of-commit.ts'
export { CommitQueue, type Outcome } from './storage/ledger/commit-queue.ts'
export { indexChangeOf, indexProductOf } from './storage/ledger/index-change.ts'
export { ledgerProxy } from './storage/ledger/ledger-proxy.ts'
export { readInChunks } from './storage/ledger/read-in-chunks.ts'
export { RecentIds } from './storage/ledger/recent-ids.ts'
export { type RetentionOptions, type RetentionSettings, retentionSettings } from './storage/ledger/retention.ts'
export { stampChange } from './storage/ledger/stamp-change.ts'
export type {
  CodeEntry,
  DecisionCount,
  DecisionPosition,
  DecisionQuery,
  Ledger,
  LedgerHead,
  StoredRecord,
} from './storage/ledger.ts'
export type { LedgerRow, LedgerRowKind } from './storage/ledger-row.ts'
export { isSameModelVersion, type ModelVersion, modelVersionText } from './storage/model-version.ts'
export type {
  CandidateColumns,
  IndexChange,
  IndexProduct,
  IndexRecord,
  KeyLookup,
  RegistryIndex,
  SkippedKey,
} from './storage/registry-index.ts'
export { checkRange, checkReadKeys, checkWrites, rangeBounds } from './storage/row-store/check-writes.ts'
export { keyParts, keyPrefix, numberPart, rowKey } from './storage/row-store/row-key.ts'
export {
  type KeyRange,
  MAX_READ_ROWS,
  MAX_WRITE_ROWS,
  type RowName,
  type RowPrecondition,
  type RowStore,
  type RowTables,
  type RowWrite,
  type StoredRow,
  type TableOf,
} from './storage/row-store/row-store.ts'
export { WriteListeners } from './storage/row-store/write-listeners.ts'
export type {
  AlertRow,
  AlertStatus,
  AliasRow,
  BlockingKey,
  ChangeNumber,
  ConcordanceRow,
  DecisionKind,
  DecisionRow,
  DetailsContent,
  DetailsRow,
  EdgeRemoval,
  EdgeRow,
  GoldenRecord,
  ImportKey,
  ImportRow,
  JudgementRow,
  LineageRow,
  LineageStatus,
  LineageStep,
  LinkMethod,
  LinkRow,
  ModelVersionRow,
  Pin,
  ProductBefore,
  ProductRow,
  RecordId,
  RecordRow,
  SupplierRow,
  VerificationRow,
  VerifyingMethod,
} from './storage/rows.ts'
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
export type { StorageCapabilities } from './storage/storage.ts'
export { WHOLE_TAGS } from './storage/whole-tags.ts'
export { withinTypos } from './text/edit-distance.ts'
export { compareText } from './text/text-order.ts'
