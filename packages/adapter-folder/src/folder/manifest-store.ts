import type { ChangeNumber } from '@utpid/core/storage'
import { encodeJson } from '../rows/row-encoding.ts'
import type { LmdbTables } from '../tables/lmdb-tables.ts'
import { MANIFEST_KEY } from './ledger-manifest.ts'
import { type Manifest, writeManifestFile } from './registry-folder.ts'
import { commitFailure } from './storage-failure.ts'

/**
 * The manifest of an open registry. It is stored in the ledger, which takes precedence, and in a file next to the
 * ledger.
 */
export class ManifestStore {
  readonly #folder: string
  readonly #tables: LmdbTables
  #now: Manifest

  /** @param current - The manifest stored in the ledger. */
  constructor(folder: string, tables: LmdbTables, current: Manifest) {
    this.#folder = folder
    this.#tables = tables
    this.#now = current
  }

  get current(): Manifest {
    return this.#now
  }

  /** Call this method inside a transaction, and {@link setCurrent} after the flush of the transaction. */
  put(next: Manifest): void {
    this.#tables.table.meta.put(MANIFEST_KEY, encodeJson(next))
  }

  setCurrent(next: Manifest): void {
    this.#now = next
  }

  /**
   * Changes the manifest in the ledger, then in the file.
   *
   * @param change - The last change of the ledger.
   * @param more - Adds further writes to the same transaction.
   */
  async change(next: Manifest, change: ChangeNumber, more: () => void = () => undefined): Promise<void> {
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

  /** @param change - The last change of the ledger. */
  writeFile(change: ChangeNumber, about: Manifest = this.#now): Promise<void> {
    return writeManifestFile(this.#folder, { ...about, change })
  }
}
