import { LIMITS } from '@utpid/core'
import type { BlockingKey, ChangeNumber } from '@utpid/core/storage'

interface TouchedKeys {
  readonly change: ChangeNumber
  readonly keys: readonly BlockingKey[]
}

/**
 * The last change that touched each key, for recent changes. A ledger uses it as a precondition: if a writer found no
 * record with a key, no other writer may have added one. It exists only in memory: a new process has no recent changes,
 * and `since` reports that.
 */
export class RecentKeys {
  readonly #lastChange = new Map<BlockingKey, ChangeNumber>()
  readonly #maxChanges: number
  readonly #maxKeys: number
  #transactions: TouchedKeys[] = []
  /** The position of the oldest retained transaction. */
  #oldest = 0
  #keyCount = 0
  #since: ChangeNumber

  /**
   * @param since - The last change that is not covered.
   * @param maxKeys - The maximum number of keys. Each key takes about 60 bytes of memory.
   */
  constructor(since: ChangeNumber, maxChanges: number = LIMITS.changesWithKeys, maxKeys = 1_000_000) {
    this.#since = since
    this.#maxChanges = maxChanges
    this.#maxKeys = maxKeys
  }

  /** The change after which all changes are covered. */
  get since(): ChangeNumber {
    return this.#since
  }

  /** @param keys - All keys of the change. Duplicates are allowed. */
  add(change: ChangeNumber, keys: readonly BlockingKey[]): void {
    for (const key of keys) this.#lastChange.set(key, change)
    this.#transactions.push({ change, keys })
    this.#keyCount += keys.length
    while (this.#transactions.length - this.#oldest > this.#maxChanges || this.#keyCount > this.#maxKeys)
      this.#forgetOldest()
    if (this.#oldest > 1_024 && this.#oldest * 2 > this.#transactions.length) {
      this.#transactions = this.#transactions.slice(this.#oldest)
      this.#oldest = 0
    }
  }

  /** Returns the first key that was touched after a covered change. */
  touchedAfter(readVersion: ChangeNumber, keys: readonly BlockingKey[]): BlockingKey | undefined {
    // Returns early: a single writer never conflicts, but checks thousands of keys.
    if (readVersion >= (this.#transactions.at(-1)?.change ?? this.#since)) return undefined
    return keys.find((key) => (this.#lastChange.get(key) ?? 0) > readVersion)
  }

  /** Drops all keys and continues after a change. Later changes in this object were rolled back. */
  restart(since: ChangeNumber): void {
    this.#lastChange.clear()
    this.#transactions = []
    this.#oldest = 0
    this.#keyCount = 0
    this.#since = since
  }

  #forgetOldest(): void {
    const step = this.#transactions[this.#oldest++]
    if (step === undefined) return
    for (const key of step.keys) if (this.#lastChange.get(key) === step.change) this.#lastChange.delete(key)
    this.#keyCount -= step.keys.length
    this.#since = step.change
  }
}
