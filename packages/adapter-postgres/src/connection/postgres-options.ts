import { availableParallelism } from 'node:os'
import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/storage'
import type pg from 'pg'

/** Options of a storage in PostgreSQL: a connection string, or a pool of the caller. */
export interface PostgresStorageOptions extends RetentionOptions {
  /** A URL such as `postgres://user:password@host:5432/database`. */
  readonly connectionString?: string
  /**
   * A pool to use instead of `connectionString`. Closing the storage does not end the pool. The pool needs at least two
   * connections: a generation occupies one connection while it is filled.
   */
  readonly pool?: pg.Pool
  /** The schema of the tables, which is created if missing. Default: `utpid`. */
  readonly schema?: string
  /** Whether to create a missing schema. With false, a missing schema causes the error `not_found`. Default: true. */
  readonly create?: boolean
  /** The maximum number of connections: 2 to 1,000. Default: 10. Not allowed with `pool`. */
  readonly connections?: number
  /** The maximum wait for a connection: 1 to 600,000 ms. Default: 10,000. Not allowed with `pool`. */
  readonly connectMilliseconds?: number
  /**
   * Whether to use named prepared statements. Use false for a pooler with transaction pooling and without prepared
   * statements; the server then plans each statement again. Default: true.
   */
  readonly prepare?: boolean
  /**
   * The number of threads that read an export during a restore: 0 to 16. Default: the number of processors, at most 4.
   */
  readonly restoreThreads?: number
  /**
   * The maximum time to retry the swap at the end of a reindex or rescore while other transactions block it: 0 to
   * 3,600,000 ms. Default: 600,000. Writes of this process wait for the swap; writes of other processes do not.
   */
  readonly swapMilliseconds?: number
}

const CONNECTIONS = { min: 2, max: 1_000, unless: 10 }
const RESTORE_THREADS = { min: 0, max: 16 }
const MAX_DEFAULT_RESTORE_THREADS = 4
const CONNECT_MILLISECONDS = { min: 1, max: 600_000, unless: 10_000 }

const SWAP_MILLISECONDS = { min: 0, max: 3_600_000, unless: 600_000 }

/** @throws `validation_failed` if an option is out of range. */
export function poolSettings(options: PostgresStorageOptions): pg.PoolConfig {
  const { connectionString, pool } = options
  if (pool !== undefined || connectionString === undefined) {
    throw new RegistryError('validation_failed', 'Give either connectionString or pool.')
  }
  return {
    connectionString,
    // Sends statements without waiting for earlier results.
    pipeline: true,
    max: inRange('connections', options.connections, CONNECTIONS),
    connectionTimeoutMillis: inRange('connectMilliseconds', options.connectMilliseconds, CONNECT_MILLISECONDS),
  }
}

/** @throws `validation_failed` if the option is out of range. */
export function restoreThreads({ restoreThreads: given }: PostgresStorageOptions): number {
  const unless = Math.min(availableParallelism(), MAX_DEFAULT_RESTORE_THREADS)
  return inRange('restoreThreads', given, { ...RESTORE_THREADS, unless })
}

/** @throws `validation_failed` if the option is out of range. */
export function swapMilliseconds(options: PostgresStorageOptions): number {
  return inRange('swapMilliseconds', options.swapMilliseconds, SWAP_MILLISECONDS)
}

function inRange(
  name: string,
  given: number | undefined,
  { min, max, unless }: { min: number; max: number; unless: number },
): number {
  const value = given ?? unless
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new RegistryError('validation_failed', `${name} is ${value}; give an integer of ${min} to ${max}.`)
}
