/** The listeners for possible new changes. */
export class ChangeListeners {
  readonly #listeners = new Set<{ readonly call: () => void }>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /**
   * Adds a listener.
   *
   * @returns A function that removes the listener. Callers may call it twice.
   */
  add(listener: () => void): () => void {
    const one = { call: listener }
    this.#listeners.add(one)
    return () => void this.#listeners.delete(one)
  }

  notify(): void {
    for (const { call } of [...this.#listeners]) call()
  }
}
