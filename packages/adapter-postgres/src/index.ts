export { type PoolState, poolState } from './pool-state.ts'
export type { PostgresStorageOptions } from './postgres-options.ts'
export { openPostgresStorage } from './postgres-storage.ts'
