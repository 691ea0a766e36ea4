import { createHash } from 'node:crypto'
import { defined } from '@utpid/core/storage'
import pg from 'pg'
import { type Connection, type QueryOptions, TYPES } from './connection.ts'
import { postgresFailure, wasRolledBack } from './postgres-failure.ts'
import { OpenTransaction, type Transaction } from './transaction.ts'

/**
 * The maximum number of prepared statements of a pool. One storage needs far fewer, but several storages may share a
 * pool.
 */
const MAX_PREPARED = 100

/** The maximum number of attempts for a transaction that conflicts with others. */
const MAX_ATTEMPTS = 5

/** A pool of connections to one database. */
export class Database implements Connection {
  readonly #pool: pg.Pool
  /** The names of prepared statements, by statement text. */
  readonly #names = new Map<string, string>()
  readonly #prepares: boolean

  /** @param prepares - Whether repeated statements are named prepared statements. */
  constructor(pool: pg.Pool, prepares: boolean) {
    this.#pool = pool
    this.#prepares = prepares
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    { planEachTime = false }: QueryOptions = {},
  ): Promise<Row[]> {
    try {
      const name = values.length === 0 || planEachTime || !this.#prepares ? undefined : this.#nameOf(text)
      const query = { text, values: [...values], types: TYPES, ...defined({ name }) }
      return (await this.#pool.query<Row>(query)).rows
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  /** Derives the name of a statement from its text. The text contains the schema, so storages can share a pool. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_PREPARED) return known
    const name = `utpid ${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }

  /**
   * Runs a transaction completely or not at all, and retries it after a conflict. `work` must not reuse state of a
   * failed attempt.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#try(work)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !wasRolledBack(error)) throw postgresFailure(error)
      }
    }
  }

  /**
   * Reads with several statements from one database snapshot. Retries after a conflict.
   *
   * @param first - A statement without parameters. It is sent with `begin` in one round trip.
   */
  async snapshot<Row extends object, T>(
    first: string,
    work: (rows: Row[], connection: Connection) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#trySnapshot(first, work)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !wasRolledBack(error)) throw postgresFailure(error)
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
    // Ends a read-only transaction without waiting for its end.
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

  get maxConnections(): number {
    return this.#pool.options.max ?? 1
  }

  async session<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    let broken: Error | undefined
    const heard = (error: Error): void => {
      broken = error
    }
    // Avoids an unhandled error event, which would end the process.
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
   * Opens a connection outside the pool, without pipelining, as COPY and LISTEN require.
   *
   * @returns the connection, and a function that closes it and ends its open transaction. The function may be called
   *   twice.
   */
  async ownSession(): Promise<{ readonly client: pg.Client; readonly release: () => Promise<void> }> {
    const { options } = this.#pool
    // Copies the password explicitly: a pool makes it non-enumerable.
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
   * Waits for an advisory lock on a separate connection, so that it also works with a full pool.
   *
   * @returns a function that releases the lock by closing the connection.
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
   * Tries to take an advisory lock. Occupies one connection until the lock is released.
   *
   * @returns a function that releases the lock; undefined if another session has the lock.
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
    // Avoids an unhandled error event, which would end the process. If the connection breaks between two statements,
    // the next statement fails.
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
