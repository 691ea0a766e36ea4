/**
 * Copies of registries: replicas, replicated ledgers, and restores from an export, also of selected clusters. This
 * entry point is separate from `@utpid/core`, so that programs that make no copy do not bundle it.
 */
export { type ReplicateOptions, type ReplicateTarget, replicateLedger } from './registry/copy/replicate-ledger.ts'
export { type ExportClustersOptions, exportClusters } from './registry/export/export-clusters.ts'
export {
  type RestoreOptions,
  type RestoreProgress,
  type RestoreReport,
  restoreRegistry,
} from './registry/export/restore-registry.ts'
export { type Replica, replica } from './registry/replica/replica.ts'
export type { ReplicaState } from './registry/replica/replica-follower.ts'
export type { LocalStorageRequest, ReplicaOptions, ReplicaProgress } from './registry/replica/replica-options.ts'
