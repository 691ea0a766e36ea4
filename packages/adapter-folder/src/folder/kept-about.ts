import type { ChangeNumber } from '@utpid/core/storage'
import { encodeJson } from '../rows/row-encoding.ts'
import type { LmdbTables } from '../tables/lmdb-tables.ts'
import { ABOUT_KEY } from './ledger-about.ts'
import { type AboutRegistry, writeAbout } from './registry-folder.ts'
import { commitFailure } from './storage-failure.ts'

/** The manifest of an open registry: stored in its ledger, which takes precedence, and in a file next to it. */
export class KeptAbout {
  readonly #folder: string
  readonly #tables: LmdbTables
  #now: AboutRegistry

  /** @param now - As stored in the ledger. */
  constructor(folder: string, tables: LmdbTables, now: AboutRegistry) {
    this.#folder = folder
    this.#tables = tables
    this.#now = now
  }

  get now(): AboutRegistry {
    return this.#now
  }

  /** Inside a transaction. Call {@link take} after its flush. */
  put(next: AboutRegistry): void {
    this.#tables.table.meta.put(ABOUT_KEY, encodeJson(next))
  }

  take(next: AboutRegistry): void {
    this.#now = next
  }

  /**
   * Changes the manifest in the ledger, then in the file.
   *
   * @param change - Last change of the ledger.
   * @param more - Further writes of the same transaction.
   */
  async change(next: AboutRegistry, change: ChangeNumber, more: () => void = () => undefined): Promise<void> {
    try {
      await this.#tables.root.transaction(() => {
        this.put(next)
        more()
      })
      await this.writeFile(change, next)
    } catch (error) {
      throw await commitFailure(error, this.#folder)
    }
    this.#now = next
  }

  /** @param change - Last change of the ledger. */
  writeFile(change: ChangeNumber, about: AboutRegistry = this.#now): Promise<void> {
    return writeAbout(this.#folder, { ...about, change })
  }
}
