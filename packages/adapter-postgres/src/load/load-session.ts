import type { ClientBase } from 'pg'
import type { Database } from '../connection/database.ts'
import { codeOf } from '../connection/postgres-failure.ts'

/** A connection outside the pool, and what ends it with all that runs on it. */
export interface LoadSession {
  readonly client: ClientBase
  /** May be called twice. */
  readonly release: () => Promise<void>
}

/** Of a server that cannot see whether a connection is still there. */
const CANNOT = '22023'

/** A session for work that takes as long as it takes, and not much longer than whoever began it. */
export async function beginLoadSession(database: Database): Promise<LoadSession> {
  const session = await database.ownSession()
  try {
    // Of the whole, also of building an index of millions of rows: a limit for questions is none for it.
    await session.client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // Else an index would be built for a process that is gone, and whoever tries again would wait for it.
    await session.client.query(`set client_connection_check_interval = '1s'`).catch((error: unknown) => {
      if (codeOf(error) !== CANNOT) throw error
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
