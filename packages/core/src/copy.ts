/**
 * Copies of registries: replicas, replicated ledgers, and restores from an export, also of selected clusters. It is
 * apart from `@utpid/core`, so that programs that make no copy do not bundle it.
 */

export { mirrorLedger } from './registry/copy/mirror-ledger.ts'
export { type ExportGroupsOptions, exportGroups } from './registry/export/export-groups.ts'
export { restoreRegistry } from './registry/export/restore-registry.ts'
export { replica } from './registry/replica/replica.ts'
