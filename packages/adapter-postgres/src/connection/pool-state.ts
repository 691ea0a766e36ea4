import type pg from 'pg'

/** Database connections of this process: busy, idle, and calls that wait for one. */
export interface PoolState extends Readonly<Record<string, number>> {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

const pools = new Set<pg.Pool>()

/**
 * Starts to count a pool that this package created.
 *
 * @returns A function that ends the counting.
 */
export function countPool(pool: pg.Pool): () => void {
  pools.add(pool)
  return () => pools.delete(pool)
}

/** Returns the state of all open storages of this process, and of service stores. */
export function poolState(): PoolState {
  const state = { busy: 0, idle: 0, waiting: 0 }
  for (const { totalCount, idleCount, waitingCount } of pools) {
    state.busy += totalCount - idleCount
    state.idle += idleCount
    state.waiting += waitingCount
  }
  return state
}
