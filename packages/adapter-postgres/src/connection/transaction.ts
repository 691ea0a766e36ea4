import type pg from 'pg'
import { type Connection, TYPES } from './connection.ts'

/** A connection with an open transaction. */
export interface Transaction extends Connection {
  /**
   * Sends a statement without waiting for its result. If the statement fails, the transaction fails. Statements run in
   * the order of the calls.
   */
  send(text: string, values?: readonly unknown[]): void
  /**
   * Waits until the sent statements are in the network. The server can then run them while the client prepares more
   * statements.
   */
  flush(): Promise<void>
}

/**
 * One transaction from `begin` to `commit`. With pipelining, statements are sent without waiting for earlier results.
 */
export class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient
  readonly #isPipelined: boolean
  #answered: Promise<unknown> = Promise.resolve()
  /** The first error. Later statements fail only because the transaction is aborted. */
  #failure: { readonly error: unknown } | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
    this.#isPipelined = (client as { readonly pipeline?: unknown }).pipeline === true
    this.send('begin')
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const run = (): Promise<pg.QueryResult<Row>> =>
      this.#client.query<Row>({ text, ...(values.length === 0 ? {} : { values: [...values] }), types: TYPES })
    const answer = this.#isPipelined ? run() : this.#answered.then(run)
    const heard = answer.then(
      () => undefined,
      (error: unknown) => {
        this.#failure ??= { error }
      },
    )
    this.#answered = this.#isPipelined ? Promise.all([this.#answered, heard]) : heard
    return (await answer).rows
  }

  send(text: string, values: readonly unknown[] = []): void {
    // Ignores the error here, since `commit` reports it.
    this.query(text, values).catch(() => undefined)
  }

  async flush(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }

  /** @throws the first error of a statement. Nothing was written then. */
  async commit(): Promise<void> {
    // Sends the commit; after an error, the server rolls back instead.
    this.send('commit')
    await this.#answered
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /**
   * @param error - The reason for the rollback.
   * @returns the first error, and the error of a broken connection.
   */
  async rollBack(error: unknown): Promise<{ readonly reason: unknown; readonly broken: Error | undefined }> {
    await this.#answered
    const reason = this.#failure === undefined ? error : this.#failure.error
    let broken: Error | undefined
    await this.#client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    return { reason, broken }
  }
}
