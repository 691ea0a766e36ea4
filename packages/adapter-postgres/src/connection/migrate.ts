import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { RegistryError } from '@utpid/core'
import type { ClientBase } from 'pg'
import { quoted } from './schema-name.ts'

const FOLDER = fileURLToPath(
  // The bundle lies one folder below the package, the source two.
  new URL(import.meta.url.endsWith('.ts') ? '../../migrations' : '../migrations', import.meta.url),
)
const TABLE = 'migrations'

/**
 * Brings a schema to the newest form, making it when it is not there. Each migration is a transaction of its own, so
 * that one which was interrupted leaves nothing. Several processes may start at once: the first goes ahead, the others
 * wait for it and find everything done.
 *
 * @param client - Used for nothing else meanwhile; its settings are as before afterwards.
 * @throws `storage_version` when a newer utpid has migrated it.
 */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  // Most processes open a schema that is up to date: they need no lock, and wait for nobody.
  if ((await isThere(client, schema)) && (await isNewest(client, schema))) return
  // The first waits for as long as it takes, and so do those that wait for it.
  const { rows } = await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)
  await client.query('set statement_timeout = 0')
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`utpid migrations of ${schema}`])
  try {
    // PostgreSQL asks for the right to create one also where there is one already.
    if (!(await isThere(client, schema))) await client.query(`create schema ${quoted(schema)}`)
    if (await isNewest(client, schema)) return
    // Takes long to load.
    const { runner } = await import('node-pg-migrate')
    await runner({
      dbClient: client,
      dir: FOLDER,
      direction: 'up',
      migrationsTable: TABLE,
      schema,
      migrationsSchema: schema,
      // Its own lock is one for the whole database, and fails instead of waiting.
      noLock: true,
      singleTransaction: false,
      log: () => undefined,
    })
  } finally {
    // A migration that failed has left its transaction open; without one this is only a warning.
    await client.query('rollback')
    await client.query('reset search_path')
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [`utpid migrations of ${schema}`])
    await client.query(`select set_config('statement_timeout', $1, false)`, [rows[0]?.limit])
  }
}

async function isThere(client: ClientBase, schema: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_namespace where nspname = $1', [schema])
  return rowCount === 1
}

/** @throws `storage_version` when a newer utpid has migrated it. */
async function isNewest(client: ClientBase, schema: string): Promise<boolean> {
  const table = `${quoted(schema)}.${TABLE}`
  const { rows: known } = await client.query('select to_regclass($1) is not null as known', [table])
  if (known[0]?.known !== true) return false
  const { rows } = await client.query<{ name: string }>(`select name from ${table}`)
  const done = new Set(rows.map(({ name }) => `${name}.sql`))
  const files = await readdir(FOLDER)
  const unknown = [...done].filter((file) => !files.includes(file))
  if (unknown.length > 0) {
    throw new RegistryError(
      'storage_version',
      `The schema "${schema}" was written by a newer utpid (it has had the migration ${unknown[0]}); upgrade utpid to open it.`,
    )
  }
  return files.every((file) => done.has(file))
}
