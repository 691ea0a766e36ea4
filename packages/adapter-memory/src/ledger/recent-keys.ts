import { type BlockingKey, type ChangeNumber, LIMITS } from '@utpid/core'

interface Step {
  readonly change: ChangeNumber
  readonly keys: readonly BlockingKey[]
}

/**
 * Which change last touched a key, for the last changes. With it a ledger can tell whether
 * an absence still holds: a writer that found nothing under a key assumed that nobody would
 * put something there.
 *
 * It is kept in the process only. One that has just started remembers nothing, and says so.
 */
export class RecentKeys {
  readonly #lastChange = new Map<BlockingKey, ChangeNumber>()
  readonly #changesMax: number
  readonly #keysMax: number
  #steps: Step[] = []
  /** Position of the oldest step that is still kept. */
  #oldest = 0
  #keyCount = 0
  #since: ChangeNumber

  /**
   * @param since - The last change that is not remembered.
   * @param keysMax - Bounds the memory: about 60 bytes a key.
   */
  constructor(since: ChangeNumber, changesMax: number = LIMITS.changesWithKeys, keysMax = 1_000_000) {
    this.#since = since
    this.#changesMax = changesMax
    this.#keysMax = keysMax
  }

  /** Every change after this one is remembered. */
  get since(): ChangeNumber {
    return this.#since
  }

  /** @param keys - All that the change touched; repetitions allowed. */
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

  /** The first of some keys that was touched after a change that is remembered. */
  touchedAfter(base: ChangeNumber, keys: readonly BlockingKey[]): BlockingKey | undefined {
    // Whoever is alone with the ledger is never overtaken, and asks about thousands of keys.
    if (base >= (this.#steps.at(-1)?.change ?? this.#since)) return undefined
    return keys.find((key) => (this.#lastChange.get(key) ?? 0) > base)
  }

  /** Forgets everything up to a change: what was added after it never came to be. */
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
