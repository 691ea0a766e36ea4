import { createHash } from 'node:crypto'
import { ChangeListeners } from '@utpid/core/storage'
import type { Database } from './database.ts'
import { Listening } from './listening.ts'

/** Returns the notification channel for changes of a schema. The name of a channel has at most 63 bytes. */
export function channelOf(schema: string): string {
  return `utpid_${createHash('sha256').update(schema).digest('hex').slice(0, 32)}`
}

/** Reports changes by all processes while there are listeners. */
export class ChangeSignal {
  readonly #listeners = new ChangeListeners()
  readonly #listening: Listening

  constructor(database: Database, channel: string) {
    this.#listening = new Listening(database, channel, () => this.#listeners.notify())
  }

  add(listener: () => void): () => void {
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
