import { runSoon } from '../../runtime/environment.ts'
import type { RowName } from './row-store.ts'

/** The listeners for rows that were written. */
export class WriteListeners<Rows extends object> {
  readonly #listeners = new Set<(row: RowName<Rows> | undefined) => void>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  add(listener: (row: RowName<Rows> | undefined) => void): () => void {
    // The wrapper allows adding one function twice.
    const own = (row: RowName<Rows> | undefined): void => listener(row)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /** Calls listeners in a later task, so that an error of a listener is not an error of the write. */
  notify(row: RowName<Rows> | undefined): void {
    for (const listener of this.#listeners) runSoon(() => listener(row))
  }
}
