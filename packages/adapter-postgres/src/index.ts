export { type PoolState, poolState } from './connection/pool-state.ts'
export type { PostgresStorageOptions } from './connection/postgres-options.ts'
export { openPostgresStorage } from './storage/postgres-storage.ts'
