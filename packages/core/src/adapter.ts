/**
 * Helpers for authors of storage adapters: checks that every storage shares, and small parts of ledgers. An application
 * needs none of it.
 */
export { copyClassOf, copyProbe } from './blocking/copy-keys.ts'
export type { KeyScale } from './blocking/key-scale.ts'
export { recordsPerKey } from './blocking/key-value.ts'
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
export { markBefore, markOfChange } from './registry/copy/change-mark.ts'
export { LoadCounts } from './registry/copy/load-counts.ts'
export { isOfPosition, positionIn, type ReplicaPosition } from './registry/copy/replica-position.ts'
export { applyDelta, type Delta, readDelta } from './registry/export/read-delta.ts'
export { type ReadLines, readExportLines } from './registry/export/read-export-lines.ts'
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
export { type KeptLineage, lineageContent, lineageOf } from './storage/contents/lineage-content.ts'
export { type KeptProduct, productContent, productOf } from './storage/contents/product-content.ts'
export { type RecordBody, recordBodyOf, recordContent } from './storage/contents/record-content.ts'
export { spokenTime, storedTime } from './storage/contents/stored-time.ts'
export { AskedLately } from './storage/ledger/asked-lately.ts'
export { ChangeListeners } from './storage/ledger/change-listeners.ts'
export { CommitQueue, type Outcome } from './storage/ledger/commit-queue.ts'
export { delegatedLedger } from './storage/ledger/delegated-ledger.ts'
export { feedEntryOf } from './storage/ledger/feed-entry.ts'
export { indexChangeOf, indexProductOf } from './storage/ledger/index-change.ts'
export { numberRows } from './storage/ledger/number-rows.ts'
export { readInChunks } from './storage/ledger/read-in-chunks.ts'
export { type RetentionOptions, type RetentionSettings, retentionSettings } from './storage/ledger/retention.ts'
export { WHOLE_TAGS } from './storage/whole-tags.ts'
export { withinTypos } from './text/edit-distance.ts'
export { compareText } from './text/text-order.ts'
