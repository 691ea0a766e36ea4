import {
  type BulkLoad,
  type LedgerRow,
  type LinesAside,
  type LoadTotals,
  type ReadAside,
  RegistryError,
} from '@utpid/core'
import type { Lifetime } from '@utpid/core/adapter'
import type { Database } from '../connection/database.ts'
import { codeOf, postgresFailure } from '../connection/postgres-failure.ts'
import type { Tables } from '../tables/tables.ts'
import { IndexSessions } from './index-sessions.ts'
import { LoadLines } from './lines/load-lines.ts'
import { TableLines } from './lines/table-lines.ts'
import { beginLoadSession, type LoadSession } from './load-session.ts'
import { LoadTerms } from './load-terms.ts'
import { LoadThreads } from './load-threads.ts'
import { UnfinishedLoad } from './unfinished-load.ts'

/** How long what was loaded waits to be cleared, when whoever works on it is slow to end. */
const CLEARING_WAITS = '10s'

/**
 * Fills an empty schema: rows by COPY into tables without indexes, in one transaction; then indexes, in several sessions.
 * Until they are made there is no registry, and the next load clears what one left that ended before.
 */
export class PostgresLoad implements BulkLoad {
  readonly #lifetime: Lifetime
  readonly #database: Database
  readonly #session: LoadSession
  readonly #load: UnfinishedLoad
  readonly #lines: TableLines
  readonly #terms: LoadTerms
  readonly #rows: LoadLines
  readonly #threads: LoadThreads
  readonly #indexes: IndexSessions
  readonly aside?: LinesAside
  #isOpen = true
  #abandoned: Promise<void> | undefined

  private constructor(parts: {
    readonly lifetime: Lifetime
    readonly database: Database
    readonly session: LoadSession
    readonly load: UnfinishedLoad
    readonly threads: number
  }) {
    const { derived, tables } = parts.load
    this.#lifetime = parts.lifetime
    this.#database = parts.database
    this.#session = parts.session
    this.#load = parts.load
    this.#lines = new TableLines(parts.session.client)
    this.#terms = new LoadTerms(this.#lines)
    this.#rows = new LoadLines(this.#lines, this.#terms, derived, tables)
    this.#threads = new LoadThreads(parts.threads, { derived, shared: tables })
    this.#indexes = new IndexSessions(parts.database, parts.session)
    if (parts.threads > 0) {
      this.aside = { atOnce: this.#threads.atOnce, read: (lines) => this.#readAside(lines) }
    }
  }

  /**
   * @param threads - How many read lines of an export beside this one.
   * @throws `storage_not_empty`
   */
  static async begin(lifetime: Lifetime, database: Database, tables: Tables, threads: number): Promise<PostgresLoad> {
    const session = await beginLoadSession(database)
    try {
      const load = await UnfinishedLoad.begin(session.client, tables)
      return new PostgresLoad({ lifetime, database, session, load, threads })
    } catch (error) {
      await session.release()
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
    const { client } = this.#session
    await told(async () => {
      this.#rows.addTotals(totals)
      await this.#lines.sendAll()
      await this.#load.commitRows(client)
      await this.#load.takeAgain(client)
      const { terms, spellings } = this.#load.derived
      const built = await this.#indexes.build(this.#load.indexes, [spellings, terms], async () => {
        // So that their rows are written as those that everybody sees.
        await client.query(`truncate ${terms}, ${spellings}`)
        await this.#terms.finish(this.#load.derived, this.#threads)
        await this.#threads.end()
      })
      await this.#load.commitIndexes(client)
      // So that the first questions are planned by what is there now, and need not look whether each row is visible.
      await client.query(`vacuum (analyze) ${built.join(', ')}`)
    })
    this.#isOpen = false
    await this.#session.release()
  }

  abandon(): Promise<void> {
    if (this.#isOpen) this.#abandoned ??= this.#abandon()
    return this.#abandoned ?? Promise.resolve()
  }

  async #abandon(): Promise<void> {
    this.#isOpen = false
    // Ends the sessions, and with them their transactions.
    await Promise.all([this.#threads.end(), this.#indexes.end()])
    if (this.#load.isCommitted) await this.#clear().catch(() => undefined)
  }

  /** What is left when it fails the next load clears. */
  async #clear(): Promise<void> {
    const { client, release } = await beginLoadSession(this.#database)
    try {
      await client.query(`set lock_timeout = '${CLEARING_WAITS}'`)
      await this.#load.clear(client)
    } finally {
      await release()
    }
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
