import type pg from 'pg'
import { type Connection, TYPES } from './connection.ts'

/** A connection on which a transaction is open. */
export interface Transaction extends Connection {
  /**
   * Sends a statement whose answer nobody waits for: should it fail, so does the transaction. Statements are run in the
   * order in which they were given.
   */
  send(text: string, values?: readonly unknown[]): void
  /** Lets the network take what was sent, so that the server works while more is made ready. */
  flush(): Promise<void>
}

/**
 * One transaction from `begin` to `commit`. On a connection that allows it statements are written without waiting for
 * the answers to those before.
 */
export class OpenTransaction implements Transaction {
  readonly #client: pg.PoolClient
  readonly #isPipelined: boolean
  #answered: Promise<unknown> = Promise.resolve()
  /** What went wrong first: whatever comes after it fails for want of a transaction. */
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
    // Told by `commit`.
    this.query(text, values).catch(() => undefined)
  }

  async flush(): Promise<void> {
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }

  /** @throws what any of its statements failed with: nothing was kept then. */
  async commit(): Promise<void> {
    // After a failure the server takes it for a rollback.
    this.send('commit')
    await this.#answered
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /**
   * @param error - For which it is given up.
   * @returns what went wrong first, and whether the connection is broken.
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
