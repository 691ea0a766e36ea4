import { RegistryError } from '@utpid/core'
import type { ClientBase } from 'pg'
import type { Connection } from '../connection/connection.ts'
import { headRow } from '../tables/head-row.ts'
import { DERIVED, type DerivedTable, type DerivedTables, type Tables } from '../tables/tables.ts'

/**
 * The maximum wait for readers when views change or tables are emptied, in milliseconds. Meanwhile the head is locked,
 * and all other transactions wait behind this transaction. The wait is shorter than the default `deadlock_timeout`.
 */
const MAX_LOCK_WAIT_MS = 500

/**
 * Swaps the views of the active and the spare set. The head must be locked.
 *
 * @throws The error of `lock_timeout` if other open transactions have read the views. Such transactions may stay open
 * for hours.
 */
export async function swapSets(connection: Connection, tables: Tables): Promise<void> {
  const rows = await connection.query<{ serving: number }>(`select serving from ${tables.head}`)
  const activeSet = headRow(rows, tables).serving === 0 ? 1 : 0
  await limitLockWait(connection)
  for (const name of DERIVED) {
    await pointView(connection, tables.derived[name], tableName(tables, name, activeSet))
    await pointView(connection, tables.spare[name], tableName(tables, name, 1 - activeSet))
  }
  await connection.query(`update ${tables.head} set serving = $1`, [activeSet])
}

/**
 * Empties the spare set.
 *
 * @throws The error of `lock_timeout` if another open transaction has read the set, such as a `pg_dump`.
 */
export async function clearSpare(connection: Connection, tables: Tables): Promise<void> {
  const rows = await connection.query<{ serving: number }>(`select serving from ${tables.head} for update`)
  const spare = headRow(rows, tables).serving === 0 ? 1 : 0
  await limitLockWait(connection)
  await connection.query(`truncate ${DERIVED.map((name) => tableName(tables, name, spare)).join(', ')}`)
  await connection.query(`delete from ${tables.generation}`)
}

/** Returns the tables of a set, behind the views of {@link Tables}. */
export function physicalTables(tables: Tables, set: number): DerivedTables {
  return Object.fromEntries(DERIVED.map((name) => [name, tableName(tables, name, set)])) as Record<DerivedTable, string>
}

/** Empties all tables except the head. */
export async function clearAll(client: ClientBase, tables: Tables): Promise<void> {
  const { head: _head, derived: _derived, spare: _spare, ...shared } = tables
  const sets = [0, 1].flatMap((set) => Object.values(physicalTables(tables, set)))
  await client.query(`truncate ${[...Object.values(shared), ...sets].join(', ')}`)
}

/** Sets the lock timeout until the end of the transaction. */
async function limitLockWait(connection: Connection): Promise<void> {
  await connection.query(`set local lock_timeout = ${MAX_LOCK_WAIT_MS}`)
}

async function pointView(connection: Connection, view: string, table: string): Promise<void> {
  await connection.query(`create or replace view ${view} as select * from ${table}`)
}

/** Returns the name of a table in a set: the name of its view, and the number of the set. */
function tableName(tables: Tables, name: DerivedTable, set: number): string {
  return `${tables.derived[name]}_${set}`
}

/**
 * Locks the generation under construction.
 *
 * @throws `generation_open` if another process has taken it over.
 */
export async function lockGeneration(connection: Connection, tables: Tables, opened: string): Promise<void> {
  const [row] = await connection.query<{ opened: string }>(`select opened from ${tables.generation} for update`)
  if (row?.opened === opened) return
  throw new RegistryError(
    'generation_open',
    'Another process has taken over the second generation of this registry, since this one lost its connection. Start or resume a generation again.',
  )
}
