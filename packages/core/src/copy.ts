/**
 * Copies of registries: replicas, mirrors, and registries that are restored from an export. Apart from `@utpid/core`, so that
 * a program that makes no copy does not carry them.
 */
export { mirrorLedger } from './registry/mirror-ledger.ts'
export { replica } from './registry/replica.ts'
export { restoreRegistry } from './registry/restore-registry.ts'
