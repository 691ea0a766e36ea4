/**
 * `@utpid/adapter-folder`: a registry in a folder of a local disk. A commit resolves when its data is on disk. The
 * index is in memory. Opening the folder reads the index from its checkpoint, or builds it from the rows.
 */

export type { CheckpointEvent, OnCheckpoint } from './checkpoint/checkpoint-event.ts'
export type { CheckpointRefusal } from './checkpoint/checkpoint-format.ts'
export type { ComparedRecords } from './clustering/compare-all-rows.ts'
export type { PreviousHolder } from './lock/process-lock.ts'
export type { CheckPhase, CheckProgress, Finding, FolderCheck } from './maintain/findings.ts'
export type { CheckOptions, Compacted, MaintenanceOptions } from './maintain/maintenance-options.ts'
export type { DurableStorageOptions } from './open/durable-options.ts'
export type { DurableStorage } from './open/durable-storage.ts'
export { openDurableStorage } from './open/open-durable-storage.ts'
export { type OpenPackageOptions, openPackage, type RegistryPackage } from './open/open-package.ts'
export { type ReplicaFolderOptions, replicaFolder } from './open/replica-folder.ts'
export type { PackageInfo } from './package/package-format.ts'
export { withBatchWorkers } from './threads/registry/batch-workers.ts'
export { type CompareOptions, compareRecords } from './threads/registry/compare-records.ts'
export { withReadWorkers } from './threads/registry/read-workers.ts'
export { withReclusterWorkers } from './threads/registry/recluster-workers.ts'
export type { ThreadOptions, WorkerRegistryOptions } from './threads/registry/thread-options.ts'
