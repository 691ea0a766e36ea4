import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ErrorCode, RegistryError, type Storage } from '@utpid/core'
import type { LocalStorageRequest } from '@utpid/core/copy'
import { positionIn } from '@utpid/core/storage'
import { makeFolder, syncFolder } from '../folder/registry-folder.ts'
import { forbidden, isForbidden } from '../folder/storage-failure.ts'
import type { DurableStorageOptions } from './durable-options.ts'
import type { DurableStorage } from './durable-storage.ts'
import { openDurableStorage } from './open-durable-storage.ts'

/** Options of the folder of a replica. */
export interface ReplicaFolderOptions extends DurableStorageOptions {
  /** Called with the reason when the stored copy cannot be opened. A new copy then replaces it. */
  readonly onRejectedCopy?: (why: string) => void
}

/** The errors after which a copy is deleted and built again. */
const REPLACED_ERRORS: readonly ErrorCode[] = ['storage_corrupt', 'storage_version']
const COPY_PATTERN = /^copy-(\d+)$/

/**
 * Returns the `local` option of a replica whose copy outlives the process. The copy is stored in a folder; reopening
 * the copy reads only later changes. While a new copy is built, the folder contains two copies. The old copy is deleted
 * once the new copy is complete; incomplete copies are deleted too. Registries that are not copies, and copies open in
 * another process, are never deleted.
 *
 * @param folder - A new or empty folder, or the folder of a replica. Only one process can use it.
 * @returns a function that opens the copy. It throws like `openDurableStorage`, and with `validation_failed` if the
 *   folder contains something else.
 */
export function replicaFolder(
  folder: string,
  options: ReplicaFolderOptions = {},
): (wanted: LocalStorageRequest) => Promise<Storage> {
  const copies = new ReplicaCopies(resolve(folder), options)
  return ({ isNew }) => (isNew ? copies.begin() : copies.open())
}

interface OpenCopy {
  readonly number: number
  readonly storage: DurableStorage
}

class ReplicaCopies {
  readonly #folder: string
  readonly #options: ReplicaFolderOptions
  readonly #open = new Set<OpenCopy>()

  constructor(folder: string, options: ReplicaFolderOptions) {
    this.#folder = folder
    this.#options = options
  }

  /** Opens the newest complete copy, or an empty copy. The lock of this copy excludes other processes. */
  async open(): Promise<Storage> {
    const numbers = await this.#numbers()
    let kept: Storage | undefined
    for (const number of numbers.toSorted((a, b) => b - a)) {
      if (kept !== undefined) await this.#remove(number)
      else kept = await this.#openComplete(number)
    }
    return kept ?? (await this.#openCopy(Math.max(0, ...numbers) + 1))
  }

  /** Creates an empty copy. Deletes all other copies that are not open here. */
  async begin(): Promise<Storage> {
    const numbers = await this.#numbers()
    const open = new Set([...this.#open].map(({ number }) => number))
    for (const number of numbers) if (!open.has(number)) await this.#remove(number)
    return await this.#openCopy(Math.max(0, ...numbers) + 1)
  }

  /** Opens a copy. If the copy is unreadable or incomplete, deletes it. */
  async #openComplete(number: number): Promise<Storage | undefined> {
    const { onRejectedCopy = () => undefined } = this.#options
    let copy: Storage
    try {
      copy = await this.#openCopy(number)
    } catch (error) {
      if (!(error instanceof RegistryError && REPLACED_ERRORS.includes(error.code))) throw error
      onRejectedCopy(error.message)
      await this.#delete(number)
      return undefined
    }
    const isUsable = await isComplete(copy)
    if (isUsable && !(await isCopy(copy))) {
      await copy.close()
      throw new RegistryError(
        'validation_failed',
        `${this.#pathOf(number)} holds a registry that is not the copy of a replica. Give another folder.`,
      )
    }
    if (isUsable) return copy
    // close() deletes incomplete copies.
    await copy.close()
    return undefined
  }

  /** Deletes a copy. Opens the copy first: its lock proves that no other process has it open. */
  async #remove(number: number): Promise<void> {
    const copy = await this.#openComplete(number)
    if (copy === undefined) return
    const open = [...this.#open].find((each) => each.number === number)
    await open?.storage.remove()
    if (open !== undefined) this.#open.delete(open)
    await this.#delete(number)
  }

  async #openCopy(number: number): Promise<Storage> {
    const { onRejectedCopy: _, ...options } = this.#options
    const storage = await openDurableStorage(this.#pathOf(number), options)
    const copy: OpenCopy = { number, storage }
    this.#open.add(copy)
    let closing: Promise<void> | undefined
    return {
      ...storage,
      close: () => {
        closing ??= this.#close(copy)
        return closing
      },
    }
  }

  async #close(copy: OpenCopy): Promise<void> {
    const { number, storage } = copy
    try {
      const others = [...this.#open].filter((other) => other.number > number)
      const newer = await Promise.all(others.map((other) => isComplete(other.storage)))
      if (!newer.includes(true) && (await isComplete(storage))) return await storage.close()
      await storage.remove()
      await this.#delete(number)
    } finally {
      this.#open.delete(copy)
    }
  }

  async #delete(number: number): Promise<void> {
    await rm(this.#pathOf(number), { recursive: true, force: true })
    await syncFolder(this.#folder)
  }

  #pathOf(number: number): string {
    return join(this.#folder, `copy-${number}`)
  }

  /** @throws `validation_failed` if the folder contains anything except copies. */
  async #numbers(): Promise<number[]> {
    let names: string[]
    try {
      await makeFolder(this.#folder)
      const entries = await readdir(this.#folder, { withFileTypes: true })
      names = entries.map((entry) => (entry.isDirectory() ? entry.name : `${entry.name} (a file)`))
    } catch (error) {
      if (isForbidden(error)) throw forbidden(error, this.#folder)
      const reason = error instanceof Error ? error.message : String(error)
      throw new RegistryError(
        'validation_failed',
        `${this.#folder} cannot be used as the folder of a replica: ${reason}. Give a folder that this user may read and write.`,
        { cause: error },
      )
    }
    const foreign = names.filter((name) => !COPY_PATTERN.test(name))
    if (foreign.length > 0) {
      throw new RegistryError(
        'validation_failed',
        `${this.#folder} holds other files (${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ', ...' : ''}) besides copies of a replica. Give a new or an empty folder.`,
      )
    }
    return names.map((name) => Number(COPY_PATTERN.exec(name)?.[1]))
  }
}

/** Returns whether a copy is complete: only a complete copy has an index version. */
async function isComplete({ ledger }: Storage): Promise<boolean> {
  return (await ledger.head()).indexVersion !== undefined
}

/** Returns whether a registry is a copy: only copies store a position in the change feed of a primary. */
async function isCopy({ ledger }: Storage): Promise<boolean> {
  return (await ledger.head()).change === 0 || (await positionIn(ledger)).complete >= 0
}
