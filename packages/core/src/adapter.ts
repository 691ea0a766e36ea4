/**
 * What writers of adapters need beside the contract: checks that every storage makes alike, and small parts of ledgers.
 * An application needs none of it.
 */
export { copyClassOf, copyProbe } from './blocking/copy-keys.ts'
export type { KeyScale } from './blocking/key-scale.ts'
export { recordsPerKey } from './blocking/key-value.ts'
export { FeatureGlance } from './features/feature-glance.ts'
export { DisjointSets } from './grouping/disjoint-sets.ts'
export {
  type ComponentEdge,
  type ComponentMember,
  type DividedComponent,
  divideComponent,
} from './grouping/divide-component.ts'
export { isLower as isLowerByCode } from './grouping/settle-copies.ts'
export { markBefore, markOfChange } from './registry/change-mark.ts'
export { LoadCounts } from './registry/load-counts.ts'
export { applyDelta, type Delta, readDelta } from './registry/read-delta.ts'
export { type ReadLines, readExportLines } from './registry/read-export-lines.ts'
export { isOfPosition, positionIn, type ReplicaPosition } from './registry/replica-position.ts'
export { AskedLately } from './storage/asked-lately.ts'
export { ChangeListeners } from './storage/change-listeners.ts'
export { checkCommit } from './storage/commit-check.ts'
export { CommitQueue, type Outcome } from './storage/commit-queue.ts'
export { type KeptLineage, lineageContent, lineageOf } from './storage/contents/lineage-content.ts'
export { type KeptProduct, productContent, productOf } from './storage/contents/product-content.ts'
export { type RecordBody, recordBodyOf, recordContent } from './storage/contents/record-content.ts'
export { spokenTime, storedTime } from './storage/contents/stored-time.ts'
export { delegatedLedger } from './storage/delegated-ledger.ts'
export { withinTypos } from './storage/edit-distance.ts'
export { checkExpectations, type KeyMemory, type PresentState } from './storage/expectations.ts'
export { feedEntryOf } from './storage/feed-entry.ts'
export { checkReach, EXPIRED_PER_COMMIT } from './storage/feed-reach.ts'
export { indexChangeOf, indexProductOf } from './storage/index-change.ts'
export { Lifetime } from './storage/lifetime.ts'
export { numberRows } from './storage/number-rows.ts'
export { checkExpandRequest, checkProbes, checkSearchQuery } from './storage/query-arguments.ts'
export {
  checkAlertQuery,
  checkBatch,
  checkContinuation,
  checkId,
  checkIds,
  checkLimit,
  checkPage,
  checkRecordCount,
} from './storage/read-arguments.ts'
export { readInChunks } from './storage/read-in-chunks.ts'
export { type RetentionOptions, type RetentionSettings, retentionSettings } from './storage/retention.ts'
export { checkComplete, checkSwitchBase } from './storage/switch-check.ts'
export { compareText } from './storage/text-order.ts'
export { WHOLE_TAGS } from './storage/whole-tags.ts'
export { hashText, hashText53, mix32 } from './text/hash.ts'
