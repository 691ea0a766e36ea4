import { RegistryError } from '../../model/registry-error.ts'

/** The open or closed state of a storage. Its ledger and its index share this state, so that both close together. */
export class Lifetime {
  #closed = false

  /**
   * Closes the storage.
   *
   * @returns false if the storage was already closed.
   */
  close(): boolean {
    const first = !this.#closed
    this.#closed = true
    return first
  }

  /**
   * Checks that the storage is open.
   *
   * @throws `closed` after {@link close}.
   */
  check(): void {
    if (this.#closed) throw new RegistryError('closed', 'This storage was closed. Open it again.')
  }
}
