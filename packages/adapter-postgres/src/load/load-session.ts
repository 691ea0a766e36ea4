import type { ClientBase } from 'pg'
import type { Database } from '../connection/database.ts'
import { codeOf } from '../connection/postgres-failure.ts'

/** A connection outside the pool. */
export interface LoadSession {
  readonly client: ClientBase
  /** Closes the connection and ends everything on it. May be called twice. */
  readonly release: () => Promise<void>
}

/** Error code of a server that cannot check whether a client is still connected. */
const UNSUPPORTED = '22023'

/** Opens a session without time limits. The server ends it soon after its client has exited. */
export async function openLoadSession(database: Database): Promise<LoadSession> {
  const session = await database.ownSession()
  try {
    // No time limits: limits for queries do not fit loads and index builds of millions of rows.
    await session.client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // Otherwise the server would continue to build an index after its client has exited, and a retry would wait for it.
    await session.client.query(`set client_connection_check_interval = '1s'`).catch((error: unknown) => {
      if (codeOf(error) !== UNSUPPORTED) throw error
    })
    let released: Promise<void> | undefined
    return {
      client: session.client,
      release: () => {
        released ??= session.release()
        return released
      },
    }
  } catch (error) {
    await session.release()
    throw error
  }
}
