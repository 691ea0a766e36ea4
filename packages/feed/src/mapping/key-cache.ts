const MAX_CACHED_KEYS = 10_000

/**
 * Caches facts about keys of rows, since keys repeat in every row. The bound protects against feeds that use data as
 * keys. A full cache starts again, so that such a feed slows no later feed of the process.
 */
export class KeyCache<Fact> {
  readonly #facts = new Map<string, Fact>()

  has(key: string): boolean {
    return this.#facts.has(key)
  }

  get(key: string): Fact | undefined {
    return this.#facts.get(key)
  }

  set(key: string, fact: Fact): void {
    if (this.#facts.size >= MAX_CACHED_KEYS) this.#facts.clear()
    this.#facts.set(key, fact)
  }
}
