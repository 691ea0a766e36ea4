import { randomBytes } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import type { ClientBase } from 'pg'
import { clearAll, physicalTables } from '../commit/switch-sets.ts'
import { headRow } from '../tables/head-row.ts'
import { DERIVED, type DerivedTables, type Tables } from '../tables/tables.ts'
import { LOAD_CHANGE } from './lines/load-lines.ts'
import { dropIndexes, type LoadedIndex } from './loaded-indexes.ts'

/** Others that many rows go into. */
const LARGE = ['links', 'codes', 'lineage', 'alerts', 'aliases'] as const

interface Head {
  readonly index_version: string | null
  readonly serving: number
  readonly load: { readonly by: string; readonly indexes: readonly LoadedIndex[] } | null
}

/**
 * What a load has done so far, as the head says it: until it is done with it there is no registry, and the next load
 * clears whatever there is.
 */
export class UnfinishedLoad {
  readonly tables: Tables
  /** Tables, not views: COPY takes no others. */
  readonly derived: DerivedTables
  /** Those that were taken away. */
  readonly indexes: readonly LoadedIndex[]
  readonly #by = randomBytes(8).toString('hex')
  #isCommitted = false

  private constructor(tables: Tables, derived: DerivedTables, indexes: readonly LoadedIndex[]) {
    this.tables = tables
    this.derived = derived
    this.indexes = indexes
  }

  /**
   * Takes the head, empties everything and takes away what finds rows, in a transaction that it opens.
   *
   * @throws `storage_not_empty`
   */
  static async begin(client: ClientBase, tables: Tables): Promise<UnfinishedLoad> {
    await client.query('begin')
    const head = await takenHead(client, tables)
    if (head.index_version !== null) {
      throw new RegistryError(
        'storage_not_empty',
        'The storage holds a registry already. Restore into a new, empty one.',
      )
    }
    // What a load left that was ended before its last step.
    await clearAll(client, tables)
    const derived = physicalTables(tables, head.serving)
    const present = await dropIndexes(client, filledTables(tables, derived))
    const names = new Set(present.map(({ name }) => name))
    const missing = (head.load?.indexes ?? []).filter(({ name }) => !names.has(name))
    return new UnfinishedLoad(tables, derived, [...present, ...missing])
  }

  /** Those that rows go into, each with all that finds its rows. */
  get filled(): string[] {
    return filledTables(this.tables, this.derived)
  }

  /** Whether the next one finds rows that have to be cleared. */
  get isCommitted(): boolean {
    return this.#isCommitted
  }

  /** Keeps the rows, which nobody takes for a registry. */
  async commitRows(client: ClientBase): Promise<void> {
    const load = JSON.stringify({ by: this.#by, indexes: this.indexes })
    // Whether it was kept is not known of one whose answer is lost.
    this.#isCommitted = true
    await client.query(`update ${this.tables.head} set change = $1, keys_since = $1, load = $2`, [LOAD_CHANGE, load])
    await client.query('commit')
  }

  /**
   * Takes the head again, in another transaction that it opens.
   *
   * @throws `storage_not_empty` when somebody else took it in between, and has cleared what was here.
   */
  async takeAgain(client: ClientBase): Promise<void> {
    await client.query('begin')
    const head = await takenHead(client, this.tables)
    if (head.load?.by === this.#by) return
    throw new RegistryError(
      'storage_not_empty',
      'Another restore into this storage has begun meanwhile. Restore into a storage of its own, or let one of them end first.',
    )
  }

  async commitIndexes(client: ClientBase): Promise<void> {
    await client.query(`update ${this.tables.head} set load = null`)
    await client.query('commit')
    this.#isCommitted = false
  }

  /** Makes the schema as empty as it was. */
  async clear(client: ClientBase): Promise<void> {
    await this.takeAgain(client)
    await clearAll(client, this.tables)
    await dropIndexes(client, this.filled)
    for (const { create } of this.indexes) await client.query(create)
    await client.query(`update ${this.tables.head} set change = 0, keys_since = 0, load = null`)
    await client.query('commit')
  }
}

function filledTables(tables: Tables, derived: DerivedTables): string[] {
  return [...DERIVED.map((name) => derived[name]), ...LARGE.map((name) => tables[name])]
}

async function takenHead(client: ClientBase, tables: Tables): Promise<Head> {
  const { rows } = await client.query<Head>(`select index_version, serving, load from ${tables.head} for update`)
  return headRow(rows, tables)
}
