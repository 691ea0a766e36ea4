import type { ClientBase } from 'pg'
import type { Database } from '../connection/database.ts'
import { codeOf } from '../connection/postgres-failure.ts'

/** A connection outside the pool. */
export interface LoadSession {
  readonly client: ClientBase
  /** Closes the connection and ends all its statements. This function may be called twice. */
  readonly release: () => Promise<void>
}

/** The error code of a server that cannot check whether a client is still connected. */
const UNSUPPORTED = '22023'

/** Opens a session without time limits. The server ends the session soon after its client has exited. */
export async function openLoadSession(database: Database): Promise<LoadSession> {
  const session = await database.ownSession()
  try {
    // Removes time limits: limits for queries do not fit loads and index builds of millions of rows.
    await session.client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // Lets the server detect a client that has exited. Otherwise the server would continue to build an index, and a
    // retry would wait for that index.
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
