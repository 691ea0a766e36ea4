/**
 * Copies of registries: replicas, mirrors, and registries that are restored from an export, which may be one of given groups.
 * Apart from `@utpid/core`, so that a program that makes no copy does not carry them.
 */

export { mirrorLedger } from './registry/copy/mirror-ledger.ts'
export { type ExportGroupsOptions, exportGroups } from './registry/export/export-groups.ts'
export { restoreRegistry } from './registry/export/restore-registry.ts'
export { replica } from './registry/replica/replica.ts'
