import { availableParallelism } from 'node:os'
import { RegistryError } from '@utpid/core'
import type { RetentionOptions } from '@utpid/core/adapter'
import type pg from 'pg'

/** What a storage in PostgreSQL is opened with: an address, or a pool of the caller's own. */
export interface PostgresStorageOptions extends RetentionOptions {
  /** For example `postgres://user:password@host:5432/database`. */
  readonly connectionString?: string
  /**
   * Used instead of a `connectionString`, and not ended when the storage is closed. It needs two connections at least: a
   * generation holds one while it is filled.
   */
  readonly pool?: pg.Pool
  /** Where the tables are, made when it is not there. Default `utpid`. */
  readonly schema?: string
  /** False: a schema that is not there is not made (`not_found`). Default true. */
  readonly create?: boolean
  /** Connections that are held at most: 2 to 1,000, default 10. Not with `pool`. */
  readonly connections?: number
  /** How long a call waits for a connection: 1 to 600,000 ms, default 10,000. Not with `pool`. */
  readonly connectMilliseconds?: number
  /**
   * False: no statement is prepared under a name, for a pooler that pools transactions and keeps no prepared statements.
   * The server then plans each one anew. Default true.
   */
  readonly prepare?: boolean
  /**
   * Threads that read an export while it is restored: 0 to 16, by default as many as there are processors and 4 at most.
   */
  readonly restoreThreads?: number
  /**
   * How long the last step of a reindex or rescore is tried again while transactions elsewhere are in its way: 0 to
   * 3,600,000 ms, default 600,000. Writes of this process wait for it, those of others do not.
   */
  readonly switchMilliseconds?: number
}

const CONNECTIONS = { least: 2, most: 1_000, unless: 10 }
const RESTORE_THREADS = { least: 0, most: 16 }
const RESTORE_THREADS_UNLESS_GIVEN_MOST = 4
const CONNECT_MILLISECONDS = { least: 1, most: 600_000, unless: 10_000 }

const SWITCH_MILLISECONDS = { least: 0, most: 3_600_000, unless: 600_000 }

/** @throws `validation_failed` when an option is out of range. */
export function poolSettings(options: PostgresStorageOptions): pg.PoolConfig {
  const { connectionString, pool } = options
  if (pool !== undefined || connectionString === undefined) {
    throw new RegistryError('validation_failed', 'Give either a connectionString or a pool.')
  }
  return {
    connectionString,
    // Steps are written without waiting for the answer to each statement.
    pipeline: true,
    max: inRange('connections', options.connections, CONNECTIONS),
    connectionTimeoutMillis: inRange('connectMilliseconds', options.connectMilliseconds, CONNECT_MILLISECONDS),
  }
}

/** @throws `validation_failed` when the option is out of range. */
export function restoreThreads({ restoreThreads: given }: PostgresStorageOptions): number {
  const unless = Math.min(availableParallelism(), RESTORE_THREADS_UNLESS_GIVEN_MOST)
  return inRange('restoreThreads', given, { ...RESTORE_THREADS, unless })
}

/** @throws `validation_failed` when the option is out of range. */
export function switchMilliseconds(options: PostgresStorageOptions): number {
  return inRange('switchMilliseconds', options.switchMilliseconds, SWITCH_MILLISECONDS)
}

function inRange(
  name: string,
  given: number | undefined,
  { least, most, unless }: { least: number; most: number; unless: number },
): number {
  const value = given ?? unless
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new RegistryError('validation_failed', `${name} is ${value}; give an integer of ${least} to ${most}.`)
}
