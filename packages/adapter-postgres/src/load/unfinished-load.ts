import { randomBytes } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import type { ClientBase } from 'pg'
import { clearAll, physicalTables } from '../commit/swap-sets.ts'
import { headRow } from '../tables/head-row.ts'
import { DERIVED, type DerivedTables, type Tables } from '../tables/tables.ts'
import { LOAD_CHANGE } from './lines/load-lines.ts'
import { dropIndexes, type LoadedIndex } from './loaded-indexes.ts'

/** The tables with many rows that are not derived. */
const LARGE_SHARED_TABLES = ['details', 'links', 'codes', 'lineage', 'alerts', 'aliases', 'concordances'] as const

interface Head {
  readonly index_version: string | null
  readonly serving: number
  readonly load: { readonly by: string; readonly indexes: readonly LoadedIndex[] } | null
}

/**
 * The progress of a load, stored in the head. Until the load has finished, there is no registry, and the next load
 * would clear everything.
 */
export class UnfinishedLoad {
  readonly tables: Tables
  /** The tables behind the views: COPY cannot write to views. */
  readonly derived: DerivedTables
  readonly indexes: readonly LoadedIndex[]
  readonly #by = randomBytes(8).toString('hex')
  #isCommitted = false

  private constructor(tables: Tables, derived: DerivedTables, indexes: readonly LoadedIndex[]) {
    this.tables = tables
    this.derived = derived
    this.indexes = indexes
  }

  /**
   * Opens a transaction. In this transaction, locks the head, empties all tables and drops the indexes.
   *
   * @throws `storage_not_empty`
   */
  static async begin(client: ClientBase, tables: Tables): Promise<UnfinishedLoad> {
    await client.query('begin')
    const head = await lockHead(client, tables)
    if (head.index_version !== null) {
      throw new RegistryError(
        'storage_not_empty',
        'The storage holds a registry already. Restore into a new, empty one.',
      )
    }
    // Clears the rows of an interrupted load.
    await clearAll(client, tables)
    const derived = physicalTables(tables, head.serving)
    const present = await dropIndexes(client, filledTables(tables, derived))
    const names = new Set(present.map(({ name }) => name))
    const missing = (head.load?.indexes ?? []).filter(({ name }) => !names.has(name))
    return new UnfinishedLoad(tables, derived, [...present, ...missing])
  }

  /** Tables whose indexes are dropped for the load. */
  get filled(): string[] {
    return filledTables(this.tables, this.derived)
  }

  /** Whether rows may have been committed. The next load would have to clear them. */
  get isCommitted(): boolean {
    return this.#isCommitted
  }

  /** Commits the rows. The head still marks them as an unfinished load. */
  async commitRows(client: ClientBase): Promise<void> {
    const load = JSON.stringify({ by: this.#by, indexes: this.indexes })
    // Sets this before the commit: if the response to the commit is lost, the result is unknown.
    this.#isCommitted = true
    await client.query(`update ${this.tables.head} set change = $1, keys_since = $1, load = $2`, [LOAD_CHANGE, load])
    await client.query('commit')
  }

  /**
   * Opens another transaction and locks the head again.
   *
   * @throws `storage_not_empty` if another load locked the head meanwhile and cleared the rows.
   */
  async lockHeadAgain(client: ClientBase): Promise<void> {
    await client.query('begin')
    const head = await lockHead(client, this.tables)
    if (head.load?.by === this.#by) return
    throw new RegistryError(
      'storage_not_empty',
      'Another restore into this storage has started meanwhile. Restore into another storage, or wait until one of them has ended.',
    )
  }

  async commitIndexes(client: ClientBase): Promise<void> {
    await client.query(`update ${this.tables.head} set load = null`)
    await client.query('commit')
    this.#isCommitted = false
  }

  async clear(client: ClientBase): Promise<void> {
    await this.lockHeadAgain(client)
    await clearAll(client, this.tables)
    await dropIndexes(client, this.filled)
    for (const { create } of this.indexes) await client.query(create)
    await client.query(`update ${this.tables.head} set change = 0, keys_since = 0, load = null`)
    await client.query('commit')
  }
}

function filledTables(tables: Tables, derived: DerivedTables): string[] {
  return [...DERIVED.map((name) => derived[name]), ...LARGE_SHARED_TABLES.map((name) => tables[name])]
}

async function lockHead(client: ClientBase, tables: Tables): Promise<Head> {
  const { rows } = await client.query<Head>(`select index_version, serving, load from ${tables.head} for update`)
  return headRow(rows, tables)
}
