import { rowKey } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import type { ServiceStore } from '../store/service-store.ts'

/** How seldom the last use of a key is written: once in as many milliseconds. */
export const USE_WRITTEN_MS = 60_000

const KEYS_KNOWN_MOST = 100_000

/** Keeps when each key was used last, to the minute; nobody waits for it. */
export class KeyUses {
  readonly #store: ServiceStore
  readonly #environment: ServiceEnvironment
  readonly #written = new LRUCache<string, number>({ max: KEYS_KNOWN_MOST })
  readonly #writing = new Set<Promise<void>>()

  constructor(store: ServiceStore, environment: ServiceEnvironment) {
    this.#store = store
    this.#environment = environment
  }

  /** A key was used now. */
  used(accountId: string, keyId: string): void {
    const name = rowKey(accountId, keyId)
    const now = this.#environment.now()
    const last = this.#written.get(name)
    if (last !== undefined && now >= last && now - last < USE_WRITTEN_MS) return
    this.#written.set(name, now)
    // A use that could not be written is told by the next one.
    const writing = this.#write(name, now).catch(() => void this.#written.delete(name))
    const own = writing.finally(() => this.#writing.delete(own))
    this.#writing.add(own)
  }

  /** When all that was begun is written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(name: string, now: number): Promise<void> {
    const [stored] = await this.#store.read('key_uses', [name])
    // Another process may have been there within the minute.
    if (stored !== undefined && now - Date.parse(stored.row.at) < USE_WRITTEN_MS) return
    const row = { at: isoNow(this.#environment) }
    await this.#store.write([{ table: 'key_uses', key: name, row, expect: stored?.revision ?? 'absent' }])
  }
}
