/**
 * `@utpid/adapter-folder`: a registry in a folder of a local disk. A resolved commit is on disk. The index is in memory; it is
 * read from its checkpoint, or built from the rows, on opening.
 */

export type { OnSnapshot, SnapshotEvent } from './checkpoint/snapshot-event.ts'
export type { SnapshotRefusal } from './checkpoint/snapshot-format.ts'
export type { ComparedRecords } from './clustering/compare-all-rows.ts'
export type { UnclosedBy } from './lock/process-lock.ts'
export type { CheckPhase, CheckProgress, Finding, FolderCheck } from './maintain/findings.ts'
export type { CheckOptions, Compacted, MaintenanceOptions } from './maintain/maintenance-options.ts'
export type { DurableStorageOptions } from './open/durable-options.ts'
export type { DurableStorage } from './open/durable-storage.ts'
export { openDurableStorage } from './open/open-durable-storage.ts'
export { type OpenSnapshotOptions, openSnapshot, type RegistrySnapshot } from './open/open-snapshot.ts'
export { type ReplicaFolderOptions, replicaFolder } from './open/replica-folder.ts'
export type { Shipped } from './package/shipped-format.ts'
export { withBatchWorkers } from './threads/registry/batch-workers.ts'
export { type CompareOptions, compareRecords } from './threads/registry/compare-records.ts'
export { withReadWorkers } from './threads/registry/read-workers.ts'
export { withRegroupWorkers } from './threads/registry/regroup-workers.ts'
export type { ThreadOptions } from './threads/registry/thread-options.ts'
