import { RegistryError, type Storage } from '@utpid/core'
import { Lifetime, retentionSettings } from '@utpid/core/adapter'
import pg from 'pg'
import { ChangeSignal, channelOf } from './change-signal.ts'
import { Database } from './database.ts'
import { GenerationDoor } from './generation/generation-door.ts'
import { PostgresGeneration } from './generation/postgres-generation.ts'
import { PostgresIndex } from './index/postgres-index.ts'
import { PostgresLedger } from './ledger/postgres-ledger.ts'
import { PostgresLoad } from './load/postgres-load.ts'
import { migrate } from './migrate.ts'
import { type PostgresStorageOptions, poolSettings } from './postgres-options.ts'
import { checkSchema } from './schema-name.ts'
import { tablesOf } from './tables.ts'

const SCHEMA = 'utpid'
const OLDEST_SERVER = 150_000

/**
 * Opens a registry in a schema of a PostgreSQL database (15 or newer), making its tables when they are not there. Any
 * number of processes may have it open and write at once.
 *
 * @throws `validation_failed` when an option is out of range or the server is too old; `not_found` as `create` says; `unavailable` when it does not
 *   answer, or refuses the rights that migrations need.
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const retention = retentionSettings(options)
  const schema = checkSchema(options.schema ?? SCHEMA)
  const isOwn = options.pool === undefined || options.connectionString !== undefined
  const pool = isOwn ? new pg.Pool(poolSettings(options)) : (options.pool as pg.Pool)
  // An idle connection that breaks is replaced by the next call; unheard it would end the process.
  if (isOwn) pool.on('error', () => undefined)
  const database = new Database(pool)
  try {
    await checkServer(database)
    if (options.create === false) await checkPresent(database, schema)
    await database.session((client) => migrate(client, schema))
  } catch (error) {
    if (isOwn) await pool.end()
    throw error
  }
  const lifetime = new Lifetime()
  const tables = tablesOf(schema)
  const channel = channelOf(schema)
  const signal = new ChangeSignal(database, channel)
  const ledger = new PostgresLedger(lifetime, database, tables, retention, channel)
  const door = new GenerationDoor(database, schema)
  const parts = { lifetime, database, tables, ledger, door }
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    lifetime.close()
    await ledger.idle()
    await signal.close()
    await door.leave()
    if (isOwn) await pool.end()
  }
  return {
    capabilities: { durable: true, sharedWriters: true, exactTotals: false },
    ledger,
    index: new PostgresIndex(lifetime, database, tables),
    setIndexVersion: (indexVersion) => ledger.setIndexVersion(indexVersion),
    setScoring: (scoring, rows) => ledger.setScoring(scoring, rows),
    continueAfter: (change) => ledger.continueAfter(change),
    onChange: (listener) => signal.add(listener),
    turn: (work) => ledger.turn(work),
    beginLoad: async () => {
      lifetime.check()
      return await PostgresLoad.begin(lifetime, database, tables)
    },
    beginGeneration: async (plan) => {
      lifetime.check()
      await door.enter()
      return await leftOnFailure(door, () => PostgresGeneration.begin(parts, plan))
    },
    resumeGeneration: async () => {
      lifetime.check()
      await door.enter()
      const generation = await leftOnFailure(door, () => PostgresGeneration.resume(parts))
      if (generation === undefined) await door.leave()
      return generation
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

async function leftOnFailure<T>(door: GenerationDoor, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await door.leave()
    throw error
  }
}

/** @throws `not_found` */
async function checkPresent(database: Database, schema: string): Promise<void> {
  const [found] = await database.query<{ present: boolean }>(
    'select exists (select from pg_namespace where nspname = $1) as present',
    [schema],
  )
  if (found?.present === true) return
  throw new RegistryError('not_found', `The database has no schema "${schema}".`)
}

/** @throws `validation_failed` */
async function checkServer(database: Database): Promise<void> {
  const [server] = await database.query<{ version: string; number: string; encoding: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num') as number,
       current_setting('server_encoding') as encoding`,
  )
  if (Number(server?.number) < OLDEST_SERVER) {
    throw new RegistryError('validation_failed', `This server is PostgreSQL ${server?.version}; 15 or newer is needed.`)
  }
  if (server?.encoding !== 'UTF8') {
    throw new RegistryError(
      'validation_failed',
      `This database is encoded in ${server?.encoding}, which does not hold every name; make one with encoding UTF8.`,
    )
  }
}
