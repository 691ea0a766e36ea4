import type { MemoryIndex } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type { BulkLoad, Lifetime } from '@utpid/core/storage'
import type { SnapshotKeeper } from '../checkpoint/snapshot-keeper.ts'
import type { KeptAbout } from '../folder/kept-about.ts'
import { removeLoad } from '../folder/registry-folder.ts'
import { areClear, clearTables } from '../tables/lmdb-tables.ts'
import { FolderLoad, type LoadedFolder } from './folder-load.ts'

export interface FolderLoadsOptions
  extends Pick<LoadedFolder, 'folder' | 'tables' | 'ledger' | 'makeIndex' | 'threads'> {
  readonly lifetime: Lifetime
  readonly about: KeptAbout
  readonly index: MemoryIndex
  readonly keeper: SnapshotKeeper | undefined
}

/** Loads of a folder, one at a time. */
export class FolderLoads {
  readonly #options: FolderLoadsOptions
  #load: FolderLoad | undefined
  #beginning: Promise<BulkLoad> | undefined

  constructor(options: FolderLoadsOptions) {
    this.#options = options
  }

  /** @throws `storage_not_empty` */
  async begin(): Promise<BulkLoad> {
    const { about } = this.#options
    if (about.now.indexVersion !== undefined) {
      throw new RegistryError(
        'storage_not_empty',
        'The storage holds a registry already. Restore into a new, empty one.',
      )
    }
    if (this.#load !== undefined || this.#beginning !== undefined) {
      throw new RegistryError(
        'storage_not_empty',
        'Another restore into this storage is running. Wait until it ends, or restore into another storage.',
      )
    }
    this.#beginning = this.#begin()
    try {
      return await this.#beginning
    } finally {
      this.#beginning = undefined
    }
  }

  async #begin(): Promise<BulkLoad> {
    const { lifetime, ledger } = this.#options
    await this.#clear()
    lifetime.check()
    this.#load = this.#loadOfEmpty()
    ledger.isLoading = true
    return this.#load
  }

  /** Abandons a running load before the storage closes. */
  async idle(): Promise<void> {
    await this.#beginning?.catch(() => undefined)
    await this.#load?.abandon()
  }

  /** Rows left by commits are not a registry. */
  async #clear(): Promise<void> {
    const { folder, tables, ledger, about, index, makeIndex, keeper } = this.#options
    await removeLoad(folder)
    const { scoring: _, ...unscored } = about.now
    if (areClear(tables) && about.now.scoring === undefined) return
    const clear = async (): Promise<void> => {
      // First: a ledger with a lower change number than this file counts as an older copy.
      await about.writeFile(0)
      await ledger.writeAlone(() => {
        clearTables(tables)
        about.put(unscored)
      })
      about.take(unscored)
      ledger.wasLoaded(0)
      index.switchTo(makeIndex())
      index.finishLoading(0)
    }
    await (keeper === undefined ? clear() : keeper.without(clear))
  }

  #loadOfEmpty(): FolderLoad {
    const { folder, lifetime, tables, ledger, index, makeIndex, keeper, threads } = this.#options
    return new FolderLoad({
      folder,
      lifetime,
      tables,
      ledger,
      makeIndex,
      threads,
      serve(made, change, rows) {
        index.switchTo(made)
        index.finishLoading(change)
        keeper?.owe(rows)
      },
      ended: (isWhole) => {
        this.#load = undefined
        if (isWhole) ledger.isLoading = false
      },
    })
  }
}
