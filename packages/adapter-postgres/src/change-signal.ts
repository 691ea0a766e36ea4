import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { ChangeListeners } from '@utpid/core/adapter'
import type { Database } from './database.ts'

const PAUSE_MS = 100
/** Not longer: whoever follows is back within seconds of the server. */
const PAUSE_MS_MOST = 3_000

/** The channel on which steps of a schema are told; a name may have 63 bytes. */
export function channelOf(schema: string): string {
  return `utpid_${createHash('sha256').update(schema).digest('hex').slice(0, 32)}`
}

/**
 * Hears of steps that any process writes, on a connection of its own for as long as somebody listens. One that is lost
 * is made again, first at once and then ever more slowly.
 */
export class ChangeSignal {
  readonly #database: Database
  readonly #channel: string
  readonly #listeners = new ChangeListeners()
  #ending: AbortController | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(database: Database, channel: string) {
    this.#database = database
    this.#channel = channel
  }

  add(listener: () => void): () => void {
    const remove = this.#listeners.add(listener)
    if (this.#ending === undefined) {
      const ending = new AbortController()
      this.#ending = ending
      this.#running = this.#running.then(() => this.#listen(ending.signal))
    }
    return () => {
      remove()
      if (this.#listeners.isEmpty) this.#stop()
    }
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#running
  }

  #stop(): void {
    this.#ending?.abort()
    this.#ending = undefined
  }

  async #listen(signal: AbortSignal): Promise<void> {
    for (let pause = 0; !signal.aborted; pause = Math.min(Math.max(pause * 2, PAUSE_MS), PAUSE_MS_MOST)) {
      await setTimeout(pause, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const wasHeard = await this.#listenOnce(signal).catch(() => false)
      if (wasHeard) pause = 0
    }
  }

  /** @returns whether it was connected until it was lost. */
  async #listenOnce(signal: AbortSignal): Promise<boolean> {
    const { client, release } = await this.#database.ownSession()
    try {
      const lost = new Promise<void>((resolve) => {
        client.on('end', () => resolve())
        client.on('error', () => resolve())
        signal.addEventListener('abort', () => resolve(), { once: true })
        // It may have ended while the connection was made.
        if (signal.aborted) resolve()
      })
      client.on('notification', () => this.#listeners.tell())
      await client.query(`listen ${this.#channel}`)
      // Something may have come before, or while it was lost.
      this.#listeners.tell()
      await lost
      return true
    } finally {
      await release()
    }
  }
}
