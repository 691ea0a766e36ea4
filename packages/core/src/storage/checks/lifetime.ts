import { RegistryError } from '../../model/registry-error.ts'

/** Open or closed state of a storage, shared by its ledger and its index so that both close together. */
export class Lifetime {
  #closed = false

  /** @returns false if it was already closed. */
  close(): boolean {
    const first = !this.#closed
    this.#closed = true
    return first
  }

  /** @throws `closed` after {@link close}. */
  check(): void {
    if (this.#closed) throw new RegistryError('closed', 'This storage was closed. Open it again.')
  }
}
