/** Listeners for possible new changes. */
export class ChangeListeners {
  readonly #listeners = new Set<{ readonly call: () => void }>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** @returns a function that removes the listener; may be called twice. */
  add(listener: () => void): () => void {
    const one = { call: listener }
    this.#listeners.add(one)
    return () => void this.#listeners.delete(one)
  }

  notify(): void {
    for (const { call } of [...this.#listeners]) call()
  }
}
