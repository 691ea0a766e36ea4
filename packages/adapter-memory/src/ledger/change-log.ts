import type { Change, ChangeNumber } from '@utpid/core/storage'
import { checkFeedPosition, MAX_EXPIRED_PER_COMMIT, type RetentionSettings } from '@utpid/core/storage'

/** The change feed and the idempotency keys of a volatile ledger. Both have a retention time. */
export class ChangeLog {
  readonly #settings: RetentionSettings
  #entries: { readonly writtenAt: number; readonly entry: Change }[] = []
  /** The position of the oldest retained entry. */
  #oldest = 0
  readonly #idempotencyKeys = new Map<string, { readonly writtenAt: number; readonly change: ChangeNumber }>()
  #head: ChangeNumber = 0

  constructor(settings: RetentionSettings) {
    this.#settings = settings
  }

  get head(): ChangeNumber {
    return this.#head
  }

  add(entry: Change): void {
    const writtenAt = this.#settings.clock()
    this.#head = entry.change
    this.#entries.push({ writtenAt, entry })
    if (entry.idempotencyKey !== undefined) {
      // Deletes the key first, so that the map stays in the order of writes.
      this.#idempotencyKeys.delete(entry.idempotencyKey)
      this.#idempotencyKeys.set(entry.idempotencyKey, { writtenAt, change: entry.change })
    }
    this.#expire(writtenAt)
  }

  /** Deletes every entry and continues after a change. Idempotency keys stay. */
  restart(head: ChangeNumber): void {
    this.#head = head
    this.#entries = []
    this.#oldest = 0
  }

  /** Returns the change of an idempotency key while it is retained. */
  changeOfKey(idempotencyKey: string): ChangeNumber | undefined {
    const known = this.#idempotencyKeys.get(idempotencyKey)
    if (known === undefined) return undefined
    return this.#settings.clock() - known.writtenAt > this.#settings.idempotencyKeyMs ? undefined : known.change
  }

  /** @throws `changes_expired` */
  after(after: ChangeNumber, limit: number): Change[] {
    const oldest = this.#entries[this.#oldest]?.entry.change ?? this.#head + 1
    checkFeedPosition(after, oldest, this.#head)
    const from = this.#oldest + after + 1 - oldest
    return this.#entries.slice(from, from + limit).map(({ entry }) => entry)
  }

  #expire(now: number): void {
    const { changeFeedMs, idempotencyKeyMs } = this.#settings
    let left = MAX_EXPIRED_PER_COMMIT
    while (left-- > 0 && now - (this.#entries[this.#oldest]?.writtenAt ?? now) > changeFeedMs) this.#oldest++
    if (this.#oldest * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#oldest)
      this.#oldest = 0
    }
    for (const [idempotencyKey, { writtenAt }] of this.#idempotencyKeys) {
      if (now - writtenAt <= idempotencyKeyMs) break
      this.#idempotencyKeys.delete(idempotencyKey)
    }
  }
}
