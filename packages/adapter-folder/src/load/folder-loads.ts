import type { MemoryIndex } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type { BulkLoad, Lifetime } from '@utpid/core/storage'
import type { CheckpointWriter } from '../checkpoint/checkpoint-writer.ts'
import type { ManifestStore } from '../folder/manifest-store.ts'
import { removeLoad } from '../folder/registry-folder.ts'
import { clearTables, isEmptyRegistry } from '../tables/lmdb-tables.ts'
import { FolderLoad, type LoadedFolder } from './folder-load.ts'

export interface FolderLoadsOptions
  extends Pick<LoadedFolder, 'folder' | 'tables' | 'ledger' | 'makeIndex' | 'threads'> {
  readonly lifetime: Lifetime
  readonly about: ManifestStore
  readonly index: MemoryIndex
  readonly checkpointWriter: CheckpointWriter | undefined
}

/** Loads of a folder, one at a time. */
export class FolderLoads {
  readonly #options: FolderLoadsOptions
  #load: FolderLoad | undefined
  #starting: Promise<BulkLoad> | undefined

  constructor(options: FolderLoadsOptions) {
    this.#options = options
  }

  /** @throws `storage_not_empty` */
  async start(): Promise<BulkLoad> {
    const { about } = this.#options
    if (about.current.indexVersion !== undefined) {
      throw new RegistryError(
        'storage_not_empty',
        'The storage holds a registry already. Restore into a new, empty one.',
      )
    }
    if (this.#load !== undefined || this.#starting !== undefined) {
      throw new RegistryError(
        'storage_not_empty',
        'Another restore into this storage is running. Wait until it ends, or restore into another storage.',
      )
    }
    this.#starting = this.#start()
    try {
      return await this.#starting
    } finally {
      this.#starting = undefined
    }
  }

  async #start(): Promise<BulkLoad> {
    const { lifetime, ledger } = this.#options
    await this.#clear()
    lifetime.check()
    this.#load = this.#loadOfEmpty()
    ledger.isLoading = true
    return this.#load
  }

  async abandon(): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.#load?.abandon()
  }

  /** Removes rows of commits that do not form a registry. */
  async #clear(): Promise<void> {
    const { folder, tables, ledger, about, index, makeIndex, checkpointWriter } = this.#options
    await removeLoad(folder)
    const { modelVersion: _, ...unscored } = about.current
    if (isEmptyRegistry(tables) && about.current.modelVersion === undefined) return
    const clear = async (): Promise<void> => {
      // Writes the file first: a ledger with a lower change number than the file counts as an older copy.
      await about.writeFile(0)
      await ledger.writeExclusive(() => {
        clearTables(tables)
        about.put(unscored)
      })
      about.setCurrent(unscored)
      ledger.resetAfterLoad(0)
      index.swapTo(makeIndex())
      index.finishLoading(0)
    }
    await (checkpointWriter === undefined ? clear() : checkpointWriter.whileDeleted(clear))
  }

  #loadOfEmpty(): FolderLoad {
    const { folder, lifetime, tables, ledger, index, makeIndex, checkpointWriter, threads } = this.#options
    return new FolderLoad({
      folder,
      lifetime,
      tables,
      ledger,
      makeIndex,
      threads,
      activate(made, change, rows) {
        index.swapTo(made)
        index.finishLoading(change)
        checkpointWriter?.noteLater(rows)
      },
      onEnd: (isWhole) => {
        this.#load = undefined
        if (isWhole) ledger.isLoading = false
      },
    })
  }
}
