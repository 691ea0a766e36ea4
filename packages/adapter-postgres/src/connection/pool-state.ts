import type pg from 'pg'

/** Connections to servers of this process: those that work, those that rest, and calls that wait for one. */
export interface PoolState extends Readonly<Record<string, number>> {
  readonly busy: number
  readonly idle: number
  readonly waiting: number
}

const pools = new Set<pg.Pool>()

/** Counts a pool of this package's own from now on. @returns what ends that. */
export function counted(pool: pg.Pool): () => void {
  pools.add(pool)
  return () => pools.delete(pool)
}

/** Of all storages that are open here, and of what a service keeps beside them. */
export function poolState(): PoolState {
  const state = { busy: 0, idle: 0, waiting: 0 }
  for (const { totalCount, idleCount, waitingCount } of pools) {
    state.busy += totalCount - idleCount
    state.idle += idleCount
    state.waiting += waitingCount
  }
  return state
}
