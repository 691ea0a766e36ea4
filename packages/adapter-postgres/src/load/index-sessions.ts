import type { ClientBase } from 'pg'
import type { Database } from '../connection/database.ts'
import { type LoadSession, openLoadSession } from './load-session.ts'
import { buildIndex, isInverted, type LoadedIndex } from './loaded-indexes.ts'

/** The maximum number of sessions: the processors of the server also have other tasks. */
const MAX_SESSIONS = 2
/** The cost of building an inverted index, as a multiple of the cost of another index of the same table. */
const INVERTED_WEIGHT = 4

/** Builds indexes table by table. One session builds all indexes of a table, since each build locks the table. */
export class IndexSessions {
  readonly #database: Database
  readonly #own: LoadSession
  readonly #sessions: number
  /** The remaining tables, slowest first. */
  #remaining: TableIndexes[] = []
  #second: LoadSession | undefined
  #isEnded = false

  /** @param own - The session of the load. The last indexes are built in its transaction. */
  constructor(database: Database, own: LoadSession) {
    this.#database = database
    this.#own = own
    this.#sessions = Math.min(MAX_SESSIONS, database.maxConnections)
  }

  /**
   * Builds all indexes while the last tables are being filled.
   *
   * @param fill - Fills the last tables in the session of the load.
   * @param last - The tables that `fill` fills, named as in `indexes`, slowest first. All other tables must be filled
   *   and committed.
   * @returns the tables without statistics.
   */
  async build(indexes: readonly LoadedIndex[], last: readonly string[], fill: () => Promise<void>): Promise<string[]> {
    const { client } = this.#own
    const tables = await byWeight(client, indexes)
    this.#remaining = tables.filter(({ table }) => !last.includes(table))
    const built: string[] = []
    const own = async (): Promise<void> => {
      await fill()
      const lastTables = last.flatMap((name) => tables.filter(({ table }) => table === name))
      for (let next = lastTables.shift(); next !== undefined; next = lastTables.shift() ?? this.#remaining.shift()) {
        await this.#buildAll(client, next)
        built.push(next.table)
      }
    }
    let failure: { readonly error: unknown } | undefined
    const endingAll = async (work: Promise<void>): Promise<void> => {
      try {
        await work
      } catch (error) {
        // Keeps the first error: later errors only report that their session ended.
        failure ??= { error }
        await this.end()
      }
    }
    await Promise.all([endingAll(own()), endingAll(this.#buildInSecond())])
    if (failure !== undefined) throw failure.error
    return built
  }

  /** Ends all running statements, also in the session of the load. */
  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.all([this.#own.release(), this.#second?.release()])
  }

  async #buildInSecond(): Promise<void> {
    if (this.#sessions === 1) return
    // Uses one session for all indexes if no connection is free.
    this.#second = await openLoadSession(this.#database).catch(() => undefined)
    if (this.#second === undefined) return
    try {
      const { client } = this.#second
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        await this.#buildAll(client, next)
        await client.query(`vacuum (analyze) ${next.table}`)
      }
    } finally {
      await this.#second.release()
    }
  }

  #next(): TableIndexes | undefined {
    return this.#isEnded ? undefined : this.#remaining.shift()
  }

  async #buildAll(client: ClientBase, { indexes }: TableIndexes): Promise<void> {
    for (const index of indexes) await buildIndex(client, index, this.#sessions)
  }
}

interface TableIndexes {
  readonly table: string
  readonly indexes: readonly LoadedIndex[]
}

async function byWeight(client: ClientBase, indexes: readonly LoadedIndex[]): Promise<TableIndexes[]> {
  const tables = new Map<string, LoadedIndex[]>()
  for (const index of indexes) tables.set(index.table, [...(tables.get(index.table) ?? []), index])
  const { rows } = await client.query<{ name: string; bytes: string }>(
    'select name, pg_relation_size(name::regclass) as bytes from unnest($1::text[]) as name',
    [[...tables.keys()]],
  )
  const bytes = new Map(rows.map((row) => [row.name, Number(row.bytes)]))
  const weightOf = ({ table, indexes: all }: TableIndexes): number =>
    (bytes.get(table) ?? 0) * all.reduce((sum, { create }) => sum + (isInverted(create) ? INVERTED_WEIGHT : 1), 0)
  return [...tables]
    .map(([table, all]) => ({ table, indexes: all }))
    .sort((one, other) => weightOf(other) - weightOf(one))
}
