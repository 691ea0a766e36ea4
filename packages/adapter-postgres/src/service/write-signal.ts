import { type RowName, type RowTables, WriteListeners } from '@utpid/core/storage'
import { channelOf } from '../connection/change-signal.ts'
import type { Database } from '../connection/database.ts'
import { Listening } from '../connection/listening.ts'

/** Returns the notification channel for rows of a service. */
export function channelOfWrites(schema: string): string {
  return channelOf(`service of ${schema}`)
}

/** Reports rows that any process writes to watched tables. */
export class WriteSignal<Rows extends object> {
  readonly #listeners = new WriteListeners<Rows>()
  readonly #listening: Listening

  constructor(database: Database, channel: string, tables: RowTables<Rows>) {
    this.#listening = new Listening(database, channel, (payload) => this.#listeners.notify(rowOf(payload, tables)))
  }

  add(listener: (row: RowName<Rows> | undefined) => void): () => void {
    const remove = this.#listeners.add(listener)
    this.#listening.start()
    return () => {
      remove()
      if (this.#listeners.isEmpty) this.#listening.stop()
    }
  }

  async close(): Promise<void> {
    await this.#listening.close()
  }
}

function rowOf<Rows extends object>(
  payload: string | undefined,
  { names }: RowTables<Rows>,
): RowName<Rows> | undefined {
  if (payload === undefined) return undefined
  const space = payload.indexOf(' ')
  const table = names.find((name) => name === payload.slice(0, space))
  return table === undefined ? undefined : { table, key: payload.slice(space + 1) }
}
