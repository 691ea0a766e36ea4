import { rowKey } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import type { ServiceStore } from '../store/service-store.ts'

/** Minimum milliseconds between two writes of a key's last use. */
export const USE_WRITE_INTERVAL_MS = 60_000

const MAX_KNOWN_KEYS = 100_000

/** Records the last use of each key, to the minute. Callers do not wait for the write. */
export class KeyUses {
  readonly #store: ServiceStore
  readonly #environment: ServiceEnvironment
  readonly #written = new LRUCache<string, number>({ max: MAX_KNOWN_KEYS })
  readonly #writing = new Set<Promise<void>>()

  constructor(store: ServiceStore, environment: ServiceEnvironment) {
    this.#store = store
    this.#environment = environment
  }

  /** Records that a key is used now. */
  record(accountId: string, keyId: string): void {
    const name = rowKey(accountId, keyId)
    const now = this.#environment.now()
    const last = this.#written.get(name)
    if (last !== undefined && now >= last && now - last < USE_WRITE_INTERVAL_MS) return
    this.#written.set(name, now)
    // The next use retries a failed write.
    const writing = this.#write(name, now).catch(() => void this.#written.delete(name))
    const tracked = writing.finally(() => this.#writing.delete(tracked))
    this.#writing.add(tracked)
  }

  /** Resolves when all started writes are done. */
  async flushed(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(name: string, now: number): Promise<void> {
    const [stored] = await this.#store.read('key_uses', [name])
    // Another process may have written a use within this minute.
    if (stored !== undefined && now - Date.parse(stored.row.createdAt) < USE_WRITE_INTERVAL_MS) return
    const row = { createdAt: isoNow(this.#environment) }
    await this.#store.write([{ table: 'key_uses', key: name, row, expect: stored?.revision ?? 'absent' }])
  }
}
