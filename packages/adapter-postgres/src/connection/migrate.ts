import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { RegistryError } from '@utpid/core'
import type { ClientBase } from 'pg'
import { quoted } from './schema-name.ts'

const FOLDER = fileURLToPath(
  // The path from the bundle goes up one folder, the path from the source two.
  new URL(import.meta.url.endsWith('.ts') ? '../../migrations' : '../migrations', import.meta.url),
)
const TABLE = 'migrations'

/**
 * Migrates a schema to the newest version, and creates it if necessary. Each migration is one transaction, so an
 * interrupted migration changes nothing. Several processes may start at once: the first process migrates, the others
 * wait.
 *
 * @param client - A connection with no other use meanwhile. Its settings are restored afterwards.
 * @throws `storage_version` if a newer utpid has migrated the schema.
 */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  // Returns early, without a lock or wait: most processes open an up-to-date schema.
  if ((await isThere(client, schema)) && (await isNewest(client, schema))) return
  // Removes the time limit for the migration and for processes that wait for the migration.
  const { rows } = await client.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`)
  await client.query('set statement_timeout = 0')
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`utpid migrations of ${schema}`])
  try {
    // Checks first: `create schema if not exists` needs the permission to create schemas even if the schema exists.
    if (!(await isThere(client, schema))) await client.query(`create schema ${quoted(schema)}`)
    if (await isNewest(client, schema)) return
    // Imports the module only when needed, since loading it takes long.
    const { runner } = await import('node-pg-migrate')
    await runner({
      dbClient: client,
      dir: FOLDER,
      direction: 'up',
      migrationsTable: TABLE,
      schema,
      migrationsSchema: schema,
      // Disables the lock of node-pg-migrate, which covers the whole database and fails instead of waiting.
      noLock: true,
      singleTransaction: false,
      log: () => undefined,
    })
  } finally {
    // Rolls back the open transaction of a failed migration. Without an open transaction, this only causes a warning.
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

/** @throws `storage_version` if a newer utpid has migrated the schema. */
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
      `The schema "${schema}" was written by a newer utpid (unknown migration: ${unknown[0]}). Upgrade utpid to open it.`,
    )
  }
  return files.every((file) => done.has(file))
}
