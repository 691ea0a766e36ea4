import { RegistryError } from '@utpid/core'
import type { BulkLoad, LedgerRow, Lifetime, LoadTotals, ParallelLineReader, ParallelLines } from '@utpid/core/storage'
import type { Database } from '../connection/database.ts'
import { codeOf, postgresFailure } from '../connection/postgres-failure.ts'
import type { Tables } from '../tables/tables.ts'
import { IndexSessions } from './index-sessions.ts'
import { LoadLines } from './lines/load-lines.ts'
import { TableLines } from './lines/table-lines.ts'
import { type LoadSession, openLoadSession } from './load-session.ts'
import { LoadTerms } from './load-terms.ts'
import { LoadThreads } from './load-threads.ts'
import { UnfinishedLoad } from './unfinished-load.ts'

/** The maximum wait for locks when loaded rows are cleared: the sessions of the load may end slowly. */
const CLEARING_LOCK_TIMEOUT = '10s'

/**
 * Fills an empty schema: copies rows into tables without indexes in one transaction, then builds indexes in several
 * sessions. The registry exists only after both steps. The next load clears the rows of an interrupted load.
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
  readonly lineReader?: ParallelLineReader
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
      this.lineReader = { concurrency: this.#threads.atOnce, read: (lines) => this.#readAside(lines) }
    }
  }

  /**
   * @param threads - The number of additional threads that read lines of an export.
   * @throws `storage_not_empty`
   */
  static async begin(lifetime: Lifetime, database: Database, tables: Tables, threads: number): Promise<PostgresLoad> {
    const session = await openLoadSession(database)
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
    await withFailures(() => this.#lines.sendIfFull())
  }

  async finish(totals: LoadTotals): Promise<void> {
    this.#check()
    const { client } = this.#session
    await withFailures(async () => {
      this.#rows.addTotals(totals)
      await this.#lines.sendAll()
      await this.#load.commitRows(client)
      await this.#load.lockHeadAgain(client)
      const { terms, spellings } = this.#load.derived
      const built = await this.#indexes.build(this.#load.indexes, [spellings, terms], async () => {
        // Truncates the tables in this transaction, so that COPY can write frozen rows.
        await client.query(`truncate ${terms}, ${spellings}`)
        await this.#terms.finish(this.#load.derived, this.#threads)
        await this.#threads.end()
      })
      await this.#load.commitIndexes(client)
      // Gives the first queries statistics, and avoids visibility checks of each row.
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
    // Ends the sessions and their transactions.
    await Promise.all([this.#threads.end(), this.#indexes.end()])
    if (this.#load.isCommitted) await this.#clear().catch(() => undefined)
  }

  /** Clears the loaded rows. If this fails, the next load clears them. */
  async #clear(): Promise<void> {
    const { client, release } = await openLoadSession(this.#database)
    try {
      await client.query(`set lock_timeout = '${CLEARING_LOCK_TIMEOUT}'`)
      await this.#load.clear(client)
    } finally {
      await release()
    }
  }

  async #readAside(lines: readonly string[]): Promise<ParallelLines | undefined> {
    const read = await this.#threads.read(lines)
    if (read === undefined) return undefined
    return {
      facts: read.facts,
      put: async () => {
        this.#check()
        for (const [target, bytes] of read.tables) this.#lines.add(target, bytes)
        this.#terms.addBatch(read.terms)
        await withFailures(() => this.#lines.sendIfFull())
      },
      drop: () => this.#terms.keepTexts(read.terms),
    }
  }

  #check(): void {
    this.#lifetime.check()
    if (!this.#isOpen) throw new RegistryError('validation_failed', 'This load has ended; start a new one.')
  }
}

async function withFailures(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (codeOf(error) !== '23505') throw postgresFailure(error)
    const detail = (error as { readonly detail?: unknown }).detail
    throw new RegistryError(
      'supplier_code_taken',
      `Two rows have the same record, product or code (${String(detail)}): the rows do not come from one registry.`,
      { cause: error },
    )
  }
}
