import type pg from 'pg'

/** The numbers of busy and idle database connections of this process, and of waiting calls. */
export interface PoolState extends Readonly<Record<string, number>> {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

const pools = new Set<pg.Pool>()

/**
 * Starts to count the connections of a pool that this package created.
 *
 * @returns a function that ends the counting.
 */
export function countPool(pool: pg.Pool): () => void {
  pools.add(pool)
  return () => pools.delete(pool)
}

/** Returns the connections of all open storages and service stores of this process. */
export function poolState(): PoolState {
  const state = { busy: 0, idle: 0, waiting: 0 }
  for (const { totalCount, idleCount, waitingCount } of pools) {
    state.busy += totalCount - idleCount
    state.idle += idleCount
    state.waiting += waitingCount
  }
  return state
}
