/**
 * `@utpid/core/storage`: the contracts of a registry's storage and of a service's row store, with the checks that every
 * implementation shares. Applications do not need it.
 */
export { copyClassOf, copyProbe } from './blocking/copy-keys.ts'
export type { KeyScale } from './blocking/key-scale.ts'
export { DisjointSets } from './clustering/constraints/disjoint-sets.ts'
export {
  type ComponentEdge,
  type ComponentMember,
  type DividedComponent,
  divideComponent,
} from './clustering/divide-component.ts'
export { isLower as isLowerByCode } from './clustering/settle-copies.ts'
export { hashText, hashText53, mix32 } from './encoding/hash.ts'
export { FeatureGlance } from './features/codec/feature-glance.ts'
export { PRODUCT_ID_LIMIT } from './model/utpid.ts'
export { markBefore, markOfChange } from './registry/copy/change-mark.ts'
export { LoadCounts } from './registry/copy/load-counts.ts'
export { isOfPosition, positionIn, type ReplicaPosition } from './registry/copy/replica-position.ts'
export { type WalkedPage, type WalkOptions, walkLedger } from './registry/copy/walk-ledger.ts'
export { applyDelta, type Delta, readDelta } from './registry/export/read-delta.ts'
export { type ReadLines, readExportLines } from './registry/export/read-export-lines.ts'
export type { BulkLoad, ExportFacts, LinesAside, LoadProgress, LoadTotals, ReadAside } from './storage/bulk-load.ts'
export { checkCommit } from './storage/checks/commit-check.ts'
export { checkExpectations, type KeyMemory, type PresentState } from './storage/checks/expectations.ts'
export { checkReach, EXPIRED_PER_COMMIT } from './storage/checks/feed-reach.ts'
export { Lifetime } from './storage/checks/lifetime.ts'
export { checkExpandRequest, checkProbes, checkSearchQuery } from './storage/checks/query-arguments.ts'
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
export { checkComplete, checkSwitchBase } from './storage/checks/switch-check.ts'
export { type Change, type Commit, type CommitResult, type Expectations, emptyCommit } from './storage/commit.ts'
export { type KeptLineage, lineageContent, lineageOf } from './storage/contents/lineage-content.ts'
export { type KeptProduct, productContent, productOf } from './storage/contents/product-content.ts'
export { type RecordBody, recordBodyOf, recordContent } from './storage/contents/record-content.ts'
export { spokenTime, storedTime } from './storage/contents/stored-time.ts'
export { emptyGenerationRows, type Generation, type GenerationPlan, type GenerationRows } from './storage/generation.ts'
export { AskedLately } from './storage/ledger/asked-lately.ts'
export { ChangeListeners } from './storage/ledger/change-listeners.ts'
export { CommitQueue, type Outcome } from './storage/ledger/commit-queue.ts'
export { delegatedLedger } from './storage/ledger/delegated-ledger.ts'
export { feedEntryOf } from './storage/ledger/feed-entry.ts'
export { indexChangeOf, indexProductOf } from './storage/ledger/index-change.ts'
export { numberRows } from './storage/ledger/number-rows.ts'
export { readInChunks } from './storage/ledger/read-in-chunks.ts'
export { type RetentionOptions, type RetentionSettings, retentionSettings } from './storage/ledger/retention.ts'
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
export { checkRange, checkReadKeys, checkWrites, rangeBounds } from './storage/row-store/check-writes.ts'
export { keyParts, keyPrefix, numberPart, rowKey } from './storage/row-store/row-key.ts'
export {
  type Expected,
  type KeyRange,
  READ_MOST,
  type RowName,
  type RowStore,
  type RowTables,
  type RowWrite,
  type StoredRow,
  type TableOf,
  WRITES_MOST,
} from './storage/row-store/row-store.ts'
export { WriteListeners } from './storage/row-store/write-listeners.ts'
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
export type { StorageCapabilities } from './storage/storage.ts'
export { WHOLE_TAGS } from './storage/whole-tags.ts'
export { withinTypos } from './text/edit-distance.ts'
export { compareText } from './text/text-order.ts'
