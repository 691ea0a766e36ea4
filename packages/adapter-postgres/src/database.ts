import { createHash } from 'node:crypto'
import pg from 'pg'
import { postgresFailure, wasUndone } from './postgres-failure.ts'

/** Runs statements, one at a time. */
export interface Connection {
  /**
   * @throws {@link RegistryError} as `postgresFailure` names it, within a transaction what PostgreSQL said.
   */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Statements that are prepared, at most: those of one storage are far fewer, but that many of a pool's. */
const PREPARED_MOST = 100

/** Tries of a transaction that others make impossible. */
const ATTEMPTS = 5

const INT8 = 20
const INT8_ARRAY = 1016

/** Ids, keys and changes are safe integers, so that they are read as numbers and not as texts. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return Number
    if (format !== 'binary' && oid === INT8_ARRAY) return numbersOf
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** A pool of connections to one database. */
export class Database implements Connection {
  readonly #pool: pg.Pool
  /** Names of prepared statements by their text. */
  readonly #names = new Map<string, string>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const name = values.length === 0 ? undefined : this.#nameOf(text)
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
  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#try(work)
      } catch (error) {
        if (attempt === ATTEMPTS || !wasUndone(error)) throw postgresFailure(error)
      }
    }
  }

  /**
   * Reads by several statements as of one moment.
   *
   * @param first - A statement without parameters; it goes along with the beginning, in one round trip.
   */
  async snapshot<Row extends object, T>(
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
    } catch (error) {
      throw postgresFailure(error)
    } finally {
      void end()
    }
  }

  /** Lends a connection out, for what belongs to one session. */
  async session<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    try {
      const client = await this.#pool.connect()
      try {
        return await work(client)
      } finally {
        client.release()
      }
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  /**
   * Takes a lock that lasts as long as its connection, which is held for it.
   *
   * @returns what lets go of it; undefined when another session has it.
   */
  async lock(name: string): Promise<(() => Promise<void>) | undefined> {
    try {
      const client = await this.#pool.connect()
      const ignore = (): void => undefined
      client.on('error', ignore)
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
        [name],
      )
      if (rows[0]?.taken !== true) {
        client.off('error', ignore)
        client.release()
        return undefined
      }
      return async () => {
        let broken: Error | undefined
        await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch((cause: Error) => {
          broken = cause
        })
        client.off('error', ignore)
        client.release(broken)
      }
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  async #try<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    // A connection that breaks between two statements tells the next one; unheard it would end the process.
    const ignore = (): void => undefined
    client.on('error', ignore)
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(connectionOf(client))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause
      })
      throw error
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

/** Numbers as an array that PostgreSQL reads. */
export function arrayOf(numbers: Iterable<number>): string {
  return `{${[...numbers].join(',')}}`
}

function numbersOf(array: string): number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)
}
