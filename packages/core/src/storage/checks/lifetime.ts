import { RegistryError } from '../../model/registry-error.ts'

/** Whether a storage is open; shared by its ledger and its index so that both end together. */
export class Lifetime {
  #closed = false

  /** @returns false when it was closed before. */
  close(): boolean {
    const first = !this.#closed
    this.#closed = true
    return first
  }

  /** @throws `closed` after {@link close}. */
  check(): void {
    if (this.#closed) throw new RegistryError('closed', 'This storage was closed; open it again to go on.')
  }
}
