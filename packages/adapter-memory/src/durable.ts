/**
 * `@utpid/adapter-memory/durable`: the same registry with its truth in a folder. What a commit
 * answered is on disk; the index is read from its snapshot, or made anew, on opening.
 */

export type { CheckPhase, CheckProgress, Finding, FolderCheck } from './check/findings.ts'
export type { DurableStorageOptions } from './durable/durable-options.ts'
export type { DurableStorage } from './durable/durable-storage.ts'
export type { CheckOptions, Compacted, MaintenanceOptions } from './durable/maintenance-options.ts'
export { openDurableStorage } from './durable/open-durable-storage.ts'
export type { UnclosedBy } from './durable/process-lock.ts'
export { type ReplicaFolderOptions, replicaFolder } from './durable/replica-folder.ts'
export type { ComparedRecords } from './regrouping/compare-all-rows.ts'
export { type OpenSnapshotOptions, openSnapshot, type RegistrySnapshot } from './shipped/open-snapshot.ts'
export type { Shipped } from './shipped/shipped-format.ts'
export type { OnSnapshot, SnapshotEvent } from './snapshot/snapshot-event.ts'
export type { SnapshotRefusal } from './snapshot/snapshot-format.ts'
export { withBatchWorkers } from './workers/batch-workers.ts'
export { type CompareOptions, compareRecords } from './workers/compare-records.ts'
export { withReadWorkers } from './workers/read-workers.ts'
export { withRegroupWorkers } from './workers/regroup-workers.ts'
export type { ThreadOptions } from './workers/thread-options.ts'
