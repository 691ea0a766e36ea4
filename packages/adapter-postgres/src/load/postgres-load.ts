import {
  type BulkLoad,
  type LedgerRow,
  type LinesAside,
  type LoadTotals,
  type ReadAside,
  RegistryError,
} from '@utpid/core'
import type { Lifetime } from '@utpid/core/adapter'
import type { ClientBase } from 'pg'
import { clearAll, physicalTables } from '../commit/switch-sets.ts'
import type { Database } from '../database.ts'
import { codeOf, postgresFailure } from '../postgres-failure.ts'
import { DERIVED, type DerivedTables, type Tables } from '../tables.ts'
import { LOAD_CHANGE, LoadLines } from './load-lines.ts'
import { LoadTerms } from './load-terms.ts'
import { LoadThreads } from './load-threads.ts'
import { type Indexes, indexesOf } from './loaded-indexes.ts'
import { TableLines } from './table-lines.ts'

/** Of the memory of the server, for the sorting of an index. */
const INDEX_MEMORY = '512MB'
/** An inverted index that is built in one go has pages that are half full. */
const INVERTED_INDEX_MEMORY = '64MB'

/** Others that many rows go into. */
const LARGE = ['links', 'codes', 'lineage', 'alerts', 'aliases'] as const

/**
 * Fills an empty schema in one transaction: rows by COPY into tables without indexes, which are built at the end. When
 * it ends in any other way than `finish`, PostgreSQL has kept nothing.
 */
export class PostgresLoad implements BulkLoad {
  readonly #lifetime: Lifetime
  readonly #client: ClientBase
  readonly #release: () => Promise<void>
  readonly #tables: Tables
  readonly #derived: DerivedTables
  readonly #indexes: Indexes
  readonly #lines: TableLines
  readonly #terms: LoadTerms
  readonly #rows: LoadLines
  readonly #threads: LoadThreads
  readonly aside?: LinesAside
  #isOpen = true

  private constructor(parts: {
    readonly lifetime: Lifetime
    readonly client: ClientBase
    readonly release: () => Promise<void>
    readonly tables: Tables
    readonly derived: DerivedTables
    readonly indexes: Indexes
    readonly threads: number
  }) {
    this.#lifetime = parts.lifetime
    this.#client = parts.client
    this.#release = parts.release
    this.#tables = parts.tables
    this.#derived = parts.derived
    this.#indexes = parts.indexes
    this.#lines = new TableLines(parts.client)
    this.#terms = new LoadTerms(this.#lines)
    this.#rows = new LoadLines(this.#lines, this.#terms, parts.derived, parts.tables)
    this.#threads = new LoadThreads(parts.threads, { derived: parts.derived, shared: parts.tables })
    if (parts.threads > 0) {
      this.aside = { atOnce: this.#threads.atOnce, read: (lines) => this.#readAside(lines) }
    }
  }

  /**
   * @param threads - How many read lines of an export beside this one.
   * @throws `storage_not_empty`
   */
  static async begin(lifetime: Lifetime, database: Database, tables: Tables, threads: number): Promise<PostgresLoad> {
    const { client, release } = await database.ownSession()
    try {
      // Of the whole, also of building an index of millions of rows: a limit for questions is none for it.
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
      await client.query('begin')
      const { rows } = await client.query<{ change: string; index_version: string | null; serving: number }>(
        `select change, index_version, serving from ${tables.head} for update`,
      )
      const [head] = rows
      if (head?.index_version != null) {
        throw new RegistryError(
          'storage_not_empty',
          'The storage holds a registry already. Restore into a new, empty one.',
        )
      }
      // What a load left that was ended before its last step.
      await clearAll(client, tables)
      const derived = physicalTables(tables, head?.serving ?? 0)
      const large = [...DERIVED.map((name) => derived[name]), ...LARGE.map((name) => tables[name])]
      const indexes = await indexesOf(client, large)
      for (const statement of indexes.drop) await client.query(statement)
      return new PostgresLoad({ lifetime, client, release, tables, derived, indexes, threads })
    } catch (error) {
      await release()
      throw postgresFailure(error)
    }
  }

  async put(rows: readonly LedgerRow[]): Promise<void> {
    this.#check()
    for (const row of rows) this.#rows.add(row)
    await told(() => this.#lines.sendIfMuch())
  }

  async finish(totals: LoadTotals): Promise<void> {
    this.#check()
    await this.#threads.end()
    await told(async () => {
      this.#rows.addTotals(totals)
      await this.#terms.finish(this.#derived)
      for (const statement of this.#indexes.create) {
        const memory = statement.includes('USING gin') ? INVERTED_INDEX_MEMORY : INDEX_MEMORY
        await this.#client.query(`set local maintenance_work_mem = '${memory}'`)
        await this.#client.query(statement)
      }
      await this.#client.query(`update ${this.#tables.head} set change = $1, keys_since = $1`, [LOAD_CHANGE])
      await this.#client.query('commit')
      // So that the first questions are planned by what is there now, and need not look whether each row is visible.
      const filled = [...DERIVED.map((name) => this.#derived[name]), ...LARGE.map((name) => this.#tables[name])]
      await this.#client.query(`vacuum (analyze) ${filled.join(', ')}`)
    })
    this.#isOpen = false
    await this.#release()
  }

  async abandon(): Promise<void> {
    if (!this.#isOpen) return
    this.#isOpen = false
    await this.#threads.end()
    // Ends the session, and with it the transaction.
    await this.#release()
  }

  async #readAside(lines: readonly string[]): Promise<ReadAside | undefined> {
    const read = await this.#threads.read(lines)
    if (read === undefined) return undefined
    return {
      facts: read.facts,
      put: async () => {
        this.#check()
        for (const [target, bytes] of read.tables) this.#lines.add(target, bytes)
        this.#terms.addTold(read.terms)
        await told(() => this.#lines.sendIfMuch())
      },
      leave: () => this.#terms.leaveTold(read.terms),
    }
  }

  #check(): void {
    this.#lifetime.check()
    if (!this.#isOpen) throw new RegistryError('validation_failed', 'This load has ended; begin another one.')
  }
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (codeOf(error) !== '23505') throw postgresFailure(error)
    const detail = (error as { readonly detail?: unknown }).detail
    throw new RegistryError(
      'supplier_code_taken',
      `Two rows are of one record, product or code (${String(detail)}): these rows do not come from one registry.`,
      { cause: error },
    )
  }
}
