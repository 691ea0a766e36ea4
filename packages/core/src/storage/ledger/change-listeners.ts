/** Whoever wants to know when a step may have come. */
export class ChangeListeners {
  readonly #listeners = new Set<{ readonly call: () => void }>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** @returns what ends it; may be called twice. */
  add(listener: () => void): () => void {
    const one = { call: listener }
    this.#listeners.add(one)
    return () => void this.#listeners.delete(one)
  }

  tell(): void {
    for (const { call } of [...this.#listeners]) call()
  }
}
