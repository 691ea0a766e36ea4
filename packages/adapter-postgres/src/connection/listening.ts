import { setTimeout } from 'node:timers/promises'
import type { Database } from './database.ts'

const PAUSE_MS = 100
/**
 * The maximum pause between attempts, in milliseconds. Followers thus reconnect within seconds after the server is
 * back.
 */
const MAX_PAUSE_MS = 3_000

/**
 * Listens on a channel from `start` to `stop`, on a separate connection. After a lost connection, it reconnects
 * immediately, then with increasing pauses.
 */
export class Listening {
  readonly #database: Database
  readonly #channel: string
  readonly #onNotification: (payload: string | undefined) => void
  #ending: AbortController | undefined
  #running: Promise<void> = Promise.resolve()

  /** @param onNotification - Receives the payload; undefined if notifications may have been missed. */
  constructor(database: Database, channel: string, onNotification: (payload: string | undefined) => void) {
    this.#database = database
    this.#channel = channel
    this.#onNotification = onNotification
  }

  /** Starts to listen, unless already listening. */
  start(): void {
    if (this.#ending !== undefined) return
    const ending = new AbortController()
    this.#ending = ending
    this.#running = this.#running.then(() => this.#listen(ending.signal))
  }

  stop(): void {
    this.#ending?.abort()
    this.#ending = undefined
  }

  async close(): Promise<void> {
    this.stop()
    await this.#running
  }

  async #listen(signal: AbortSignal): Promise<void> {
    for (let pause = 0; !signal.aborted; pause = Math.min(Math.max(pause * 2, PAUSE_MS), MAX_PAUSE_MS)) {
      await setTimeout(pause, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      const wasHeard = await this.#listenOnce(signal).catch(() => false)
      if (wasHeard) pause = 0
    }
  }

  /** @returns whether there was a connection before the failure. */
  async #listenOnce(signal: AbortSignal): Promise<boolean> {
    const { client, release } = await this.#database.ownSession()
    try {
      const lost = new Promise<void>((resolve) => {
        client.on('end', () => resolve())
        client.on('error', () => resolve())
        signal.addEventListener('abort', () => resolve(), { once: true })
        // Ends at once if `stop` was called during connecting.
        if (signal.aborted) resolve()
      })
      client.on('notification', ({ payload }) => this.#onNotification(payload))
      await client.query(`listen ${this.#channel}`)
      // Reports possibly missed notifications: from before the first connection or from a disconnection.
      this.#onNotification(undefined)
      await lost
      return true
    } finally {
      await release()
    }
  }
}
