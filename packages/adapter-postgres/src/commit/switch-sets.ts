import { RegistryError } from '@utpid/core'
import type { ClientBase } from 'pg'
import type { Connection } from '../connection/connection.ts'
import { headRow } from '../tables/head-row.ts'
import { DERIVED, type DerivedTable, type DerivedTables, type Tables } from '../tables/tables.ts'

/**
 * What changes views or empties tables waits no longer for whoever reads them: it holds the head meanwhile, and stands first
 * in the queue of each, so that everybody waits for it. Shorter than `deadlock_timeout` usually is.
 */
const WAITED_MILLISECONDS = 500

/**
 * Shows the spare set under the names that serve, and the other way round. The head must be taken.
 *
 * @throws the failure of `lock_timeout` when transactions elsewhere have read the views, as they may for hours.
 */
export async function switchSets(connection: Connection, tables: Tables): Promise<void> {
  const rows = await connection.query<{ serving: number }>(`select serving from ${tables.head}`)
  const serving = headRow(rows, tables).serving === 0 ? 1 : 0
  await waitShortly(connection)
  for (const name of DERIVED) {
    await show(connection, tables.derived[name], physical(tables, name, serving))
    await show(connection, tables.spare[name], physical(tables, name, 1 - serving))
  }
  await connection.query(`update ${tables.head} set serving = $1`, [serving])
}

/**
 * Empties the set that does not serve.
 *
 * @throws the failure of `lock_timeout` when a transaction elsewhere has read it, as a `pg_dump` does.
 */
export async function clearSpare(connection: Connection, tables: Tables): Promise<void> {
  const rows = await connection.query<{ serving: number }>(`select serving from ${tables.head} for update`)
  const spare = headRow(rows, tables).serving === 0 ? 1 : 0
  await waitShortly(connection)
  await connection.query(`truncate ${DERIVED.map((name) => physical(tables, name, spare)).join(', ')}`)
  await connection.query(`delete from ${tables.generation}`)
}

/** The tables of a set, which the views of {@link Tables} show. */
export function physicalTables(tables: Tables, set: number): DerivedTables {
  return Object.fromEntries(DERIVED.map((name) => [name, physical(tables, name, set)])) as Record<DerivedTable, string>
}

/** Empties everything but the head. */
export async function clearAll(client: ClientBase, tables: Tables): Promise<void> {
  const { head: _head, derived: _derived, spare: _spare, ...shared } = tables
  const sets = [0, 1].flatMap((set) => Object.values(physicalTables(tables, set)))
  await client.query(`truncate ${[...Object.values(shared), ...sets].join(', ')}`)
}

/** Until the end of the transaction. */
async function waitShortly(connection: Connection): Promise<void> {
  await connection.query(`set local lock_timeout = ${WAITED_MILLISECONDS}`)
}

async function show(connection: Connection, view: string, table: string): Promise<void> {
  await connection.query(`create or replace view ${view} as select * from ${table}`)
}

/** The table of a set: its view is called the same without the number. */
function physical(tables: Tables, name: DerivedTable, set: number): string {
  return `${tables.derived[name]}_${set}`
}

/**
 * Takes the generation that is filled.
 *
 * @throws `generation_open` when another process fills it by now.
 */
export async function checkOpened(connection: Connection, tables: Tables, opened: string): Promise<void> {
  const [row] = await connection.query<{ opened: string }>(`select opened from ${tables.generation} for update`)
  if (row?.opened === opened) return
  throw new RegistryError(
    'generation_open',
    'Another process fills the second generation of this registry by now, since this one lost its connection. Begin or resume one again.',
  )
}
