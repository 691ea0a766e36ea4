import type { RowName } from './service-store.ts'

/** Who wants to hear of rows that were written. */
export class WriteListeners {
  readonly #listeners = new Set<(row: RowName | undefined) => void>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  add(listener: (row: RowName | undefined) => void): () => void {
    // Each its own, so that one function may listen twice.
    const own = (row: RowName | undefined): void => listener(row)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /** After whoever wrote has gone on: a listener that throws is its own affair. */
  tell(row: RowName | undefined): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(row))
  }
}
