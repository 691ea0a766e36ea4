/**
 * Functions that copy registries: they replicate a ledger, keep a replica, or restore an export or some of its
 * clusters. This entry point is separate from `@utpid/core`, so that only programs that copy registries bundle these
 * functions.
 */

export { type UnusedPart, unusedParts, unusedPartsText } from './registry/context/unused-parts.ts'
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
