import { LIMITS } from '@utpid/core'
import type { BlockingKey, ChangeNumber } from '@utpid/core/storage'

interface Step {
  readonly change: ChangeNumber
  readonly keys: readonly BlockingKey[]
}

/**
 * The last change that touched each key, for recent changes. A ledger uses it to check that an absence still holds: a
 * writer that found nothing under a key assumes that nobody adds a record there. It exists in the process only; a new
 * process has no recent changes, and `since` reports that.
 */
export class RecentKeys {
  readonly #lastChange = new Map<BlockingKey, ChangeNumber>()
  readonly #changesMax: number
  readonly #keysMax: number
  #steps: Step[] = []
  /** Position of the oldest retained transaction. */
  #oldest = 0
  #keyCount = 0
  #since: ChangeNumber

  /**
   * @param since - The last change that is not covered.
   * @param keysMax - Maximum keys. Each takes about 60 bytes of memory.
   */
  constructor(since: ChangeNumber, changesMax: number = LIMITS.changesWithKeys, keysMax = 1_000_000) {
    this.#since = since
    this.#changesMax = changesMax
    this.#keysMax = keysMax
  }

  /** Every change after this one is covered. */
  get since(): ChangeNumber {
    return this.#since
  }

  /** @param keys - All keys of the change. Duplicates are allowed. */
  add(change: ChangeNumber, keys: readonly BlockingKey[]): void {
    for (const key of keys) this.#lastChange.set(key, change)
    this.#steps.push({ change, keys })
    this.#keyCount += keys.length
    while (this.#steps.length - this.#oldest > this.#changesMax || this.#keyCount > this.#keysMax) this.#forgetOldest()
    if (this.#oldest > 1_024 && this.#oldest * 2 > this.#steps.length) {
      this.#steps = this.#steps.slice(this.#oldest)
      this.#oldest = 0
    }
  }

  /** Returns the first key that was touched after a covered change. */
  touchedAfter(base: ChangeNumber, keys: readonly BlockingKey[]): BlockingKey | undefined {
    // Fast path: a single writer never conflicts, and it checks thousands of keys.
    if (base >= (this.#steps.at(-1)?.change ?? this.#since)) return undefined
    return keys.find((key) => (this.#lastChange.get(key) ?? 0) > base)
  }

  /** Forgets all keys and continues after a change. Changes added after it were rolled back. */
  restart(since: ChangeNumber): void {
    this.#lastChange.clear()
    this.#steps = []
    this.#oldest = 0
    this.#keyCount = 0
    this.#since = since
  }

  #forgetOldest(): void {
    const step = this.#steps[this.#oldest++]
    if (step === undefined) return
    for (const key of step.keys) if (this.#lastChange.get(key) === step.change) this.#lastChange.delete(key)
    this.#keyCount -= step.keys.length
    this.#since = step.change
  }
}
