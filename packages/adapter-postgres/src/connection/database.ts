import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Connection, type QueryOptions, TYPES } from './connection.ts'
import { postgresFailure, wasUndone } from './postgres-failure.ts'
import { OpenTransaction, type Transaction } from './transaction.ts'

/** Statements that are prepared, at most: those of one storage are far fewer, but that many of a pool's. */
const PREPARED_MOST = 100

/** Tries of a transaction that others make impossible. */
const ATTEMPTS = 5

/** A pool of connections to one database. */
export class Database implements Connection {
  readonly #pool: pg.Pool
  /** Names of prepared statements by their text. */
  readonly #names = new Map<string, string>()
  readonly #prepares: boolean

  /** @param prepares - Whether statements that recur are prepared under names. */
  constructor(pool: pg.Pool, prepares: boolean) {
    this.#pool = pool
    this.#prepares = prepares
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    { isPlannedAnew = false }: QueryOptions = {},
  ): Promise<Row[]> {
    try {
      const name = values.length === 0 || isPlannedAnew || !this.#prepares ? undefined : this.#nameOf(text)
      const query = { text, values: [...values], types: TYPES, ...(name === undefined ? {} : { name }) }
      return (await this.#pool.query<Row>(query)).rows
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  /** By its text, in which the schema is named: a pool may serve several storages. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= PREPARED_MOST) return known
    const name = `utpid ${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }

  /**
   * All of it or nothing. What loses against others is done again: `work` must not keep what it did in a try that failed.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#try(work)
      } catch (error) {
        if (attempt === ATTEMPTS || !wasUndone(error)) throw postgresFailure(error)
      }
    }
  }

  /**
   * Reads by several statements as of one moment; again when it was undone for the sake of others.
   *
   * @param first - A statement without parameters; it goes along with the beginning, in one round trip.
   */
  async snapshot<Row extends object, T>(
    first: string,
    work: (rows: Row[], connection: Connection) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#trySnapshot(first, work)
      } catch (error) {
        if (attempt === ATTEMPTS || !wasUndone(error)) throw postgresFailure(error)
      }
    }
  }

  async #trySnapshot<Row extends object, T>(
    first: string,
    work: (rows: Row[], connection: Connection) => Promise<T>,
  ): Promise<T> {
    const client = await this.#connect()
    const ignore = (): void => undefined
    client.on('error', ignore)
    // Nobody waits for the end of what only read.
    const end = async (): Promise<void> => {
      const broken = await client.query('commit').then(
        () => undefined,
        (cause: Error) => cause,
      )
      client.off('error', ignore)
      client.release(broken)
    }
    try {
      const begin = `begin isolation level repeatable read read only; ${first}`
      const answers = (await client.query({ text: begin, types: TYPES })) as unknown as pg.QueryResult<Row>[]
      return await work(answers[1]?.rows ?? [], connectionOf(client))
    } finally {
      void end()
    }
  }

  /** How many connections its user allows at once. */
  get connections(): number {
    return this.#pool.options.max ?? 1
  }

  /** Lends a connection out, for what belongs to one session. */
  async session<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let broken: Error | undefined
    const heard = (error: Error): void => {
      broken = error
    }
    // Unheard it would end the process.
    client.on('error', heard)
    try {
      return await work(client)
    } catch (error) {
      throw postgresFailure(error)
    } finally {
      client.off('error', heard)
      client.release(broken)
    }
  }

  /**
   * A connection outside the pool, on which one answer is waited for before the next question: what COPY and LISTEN need.
   *
   * @returns it with what ends it, and a transaction that is open on it; may be called twice.
   */
  async ownSession(): Promise<{ readonly client: pg.Client; readonly release: () => Promise<void> }> {
    const { options } = this.#pool
    // A pool hides its password from whoever lists its options.
    const client = new pg.Client({ ...options, password: options.password, pipeline: false } as pg.ClientConfig)
    client.on('error', () => undefined)
    try {
      await client.connect()
    } catch (error) {
      await client.end().catch(() => undefined)
      throw postgresFailure(error)
    }
    return { client, release: () => client.end().catch(() => undefined) }
  }

  /**
   * Waits for a lock that others wait for too, on a connection of its own, however full the pool is.
   *
   * @returns what lets go of it: it goes with its connection.
   */
  async waitForLock(name: string): Promise<() => Promise<void>> {
    const { client, release } = await this.ownSession()
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
      return release
    } catch (error) {
      await release()
      throw postgresFailure(error)
    }
  }

  /**
   * Takes a lock that lasts as long as its connection, which is held for it.
   *
   * @returns what lets go of it; undefined when another session has it.
   */
  async lock(name: string): Promise<(() => Promise<void>) | undefined> {
    const client = await this.#connect()
    const ignore = (): void => undefined
    client.on('error', ignore)
    const release = (broken?: Error): void => {
      client.off('error', ignore)
      client.release(broken)
    }
    try {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [name],
      )
      if (rows[0]?.taken !== true) {
        release()
        return undefined
      }
    } catch (error) {
      release(error as Error)
      throw postgresFailure(error)
    }
    return async () => {
      const broken = await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(
        () => undefined,
        (cause: Error) => cause,
      )
      release(broken)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  async #try<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    // A connection that breaks between two statements tells the next one; unheard it would end the process.
    const ignore = (): void => undefined
    client.on('error', ignore)
    let broken: Error | undefined
    const transaction = new OpenTransaction(client)
    try {
      const result = await work(transaction)
      await transaction.commit()
      return result
    } catch (error) {
      const outcome = await transaction.rollBack(error)
      broken = outcome.broken
      throw outcome.reason
    } finally {
      client.off('error', ignore)
      client.release(broken)
    }
  }
}

function connectionOf(client: pg.PoolClient): Connection {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>({ text, values: [...values], types: TYPES })).rows,
  }
}
