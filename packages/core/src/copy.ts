/**
 * Copies of registries: replicas, replicated ledgers, and restores from an export, also of selected clusters. It is
 * apart from `@utpid/core`, so that programs that make no copy do not bundle it.
 */
export { type MirrorOptions, type MirrorStorage, mirrorLedger } from './registry/copy/mirror-ledger.ts'
export { type ExportGroupsOptions, exportGroups } from './registry/export/export-groups.ts'
export {
  type RestoreOptions,
  type RestoreProgress,
  type RestoreReport,
  restoreRegistry,
} from './registry/export/restore-registry.ts'
export { type Replica, replica } from './registry/replica/replica.ts'
export type { ReplicaState } from './registry/replica/replica-follower.ts'
export type { ReplicaOptions, ReplicaProgress, WantedLocal } from './registry/replica/replica-options.ts'
