import { RegistryError } from '@utpid/core'
import pg from 'pg'
import { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { countPool } from './pool-state.ts'
import { type PostgresStorageOptions, poolSettings } from './postgres-options.ts'
import { checkSchema } from './schema-name.ts'

const SCHEMA = 'utpid'
const OLDEST_SERVER = 150_000

/** A database with a schema of the newest version. */
export interface OpenDatabase {
  readonly database: Database
  readonly schema: string
  /** Ends the pool, unless it belongs to the caller. */
  readonly end: () => Promise<void>
}

/**
 * Connects to a database and migrates its schema to the newest version.
 *
 * @throws the errors of `openPostgresStorage`.
 */
export async function openDatabase(options: PostgresStorageOptions): Promise<OpenDatabase> {
  const schema = checkSchema(options.schema ?? SCHEMA)
  const isOwn = options.pool === undefined || options.connectionString !== undefined
  const pool = isOwn ? new pg.Pool(poolSettings(options)) : (options.pool as pg.Pool)
  // Avoids an unhandled error event, which would end the process. The pool replaces a broken idle connection at the
  // next call.
  if (isOwn) pool.on('error', () => undefined)
  const database = new Database(pool, options.prepare ?? true)
  try {
    await checkServer(database)
    if (options.create === false) await checkPresent(database, schema)
    await database.session((client) => migrate(client, schema))
  } catch (error) {
    if (isOwn) await pool.end()
    throw error
  }
  const uncount = isOwn ? countPool(pool) : () => undefined
  const end = async (): Promise<void> => {
    uncount()
    if (isOwn) await pool.end()
  }
  return { database, schema, end }
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
    throw new RegistryError(
      'validation_failed',
      `This server is PostgreSQL ${server?.version}. Version 15 or newer is required.`,
    )
  }
  if (server?.encoding !== 'UTF8') {
    throw new RegistryError(
      'validation_failed',
      `This database uses the encoding ${server?.encoding}, which cannot store every name. Create one with the encoding UTF8.`,
    )
  }
}
