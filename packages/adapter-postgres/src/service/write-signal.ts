import { type RowName, SERVICE_TABLES, type ServiceTable, WriteListeners } from '@utpid/service'
import { channelOf } from '../connection/change-signal.ts'
import type { Database } from '../connection/database.ts'
import { Listening } from '../connection/listening.ts'

/** The channel on which rows of a service are told. */
export function channelOfWrites(schema: string): string {
  return channelOf(`service of ${schema}`)
}

/** Hears of rows that any process writes in tables that tell. */
export class WriteSignal {
  readonly #listeners = new WriteListeners()
  readonly #listening: Listening

  constructor(database: Database, channel: string) {
    this.#listening = new Listening(database, channel, (payload) => this.#listeners.tell(rowOf(payload)))
  }

  add(listener: (row: RowName | undefined) => void): () => void {
    const remove = this.#listeners.add(listener)
    this.#listening.begin()
    return () => {
      remove()
      if (this.#listeners.isEmpty) this.#listening.stop()
    }
  }

  async close(): Promise<void> {
    await this.#listening.close()
  }
}

function rowOf(payload: string | undefined): RowName | undefined {
  const space = payload?.indexOf(' ') ?? -1
  const table = payload?.slice(0, space) as ServiceTable
  if (payload === undefined || !SERVICE_TABLES.includes(table)) return undefined
  return { table, key: payload.slice(space + 1) }
}
