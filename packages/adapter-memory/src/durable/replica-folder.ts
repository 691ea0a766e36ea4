import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ErrorCode, RegistryError, type Storage } from '@utpid/core'
import type { DurableStorageOptions } from './durable-options.ts'
import type { DurableStorage } from './durable-storage.ts'
import { openDurableStorage } from './open-durable-storage.ts'
import { makeFolder, syncFolder } from './registry-folder.ts'
import { forbidden, isForbidden } from './storage-failure.ts'

/** How copies are kept in a folder. */
export interface ReplicaFolderOptions extends DurableStorageOptions {
  /** Told why the copy that was kept cannot be opened; it is deleted, and another one is made. */
  readonly onRefusedCopy?: (why: string) => void
}

/** A copy is only a copy: what cannot be read is made anew. */
const MADE_ANEW: readonly ErrorCode[] = ['storage_corrupt', 'storage_version']
const COPY_PATTERN = /^copy-(\d+)$/

/**
 * The `local` of a replica whose copy outlives the process: it is kept in a folder, and whoever opens it again reads only what
 * came since. While a copy is made anew the folder holds two; the older one is deleted when the other answers, and so is one
 * that was not made to its end.
 *
 * @param folder - New, empty, or of a replica. One process at a time.
 * @returns What opens the copy; it throws as `openDurableStorage` does, `validation_failed` where the folder holds something else.
 */
export function replicaFolder(folder: string, options: ReplicaFolderOptions = {}): () => Promise<Storage> {
  const copies = new ReplicaCopies(resolve(folder), options)
  return () => copies.open()
}

interface OpenCopy {
  readonly number: number
  readonly storage: DurableStorage
}

class ReplicaCopies {
  readonly #folder: string
  readonly #options: ReplicaFolderOptions
  readonly #open = new Set<OpenCopy>()
  #wasAsked = false

  constructor(folder: string, options: ReplicaFolderOptions) {
    this.#folder = folder
    this.#options = options
  }

  /** The copy that is kept; whoever asks again has no use for it, and gets an empty one. */
  async open(): Promise<Storage> {
    const isFirst = !this.#wasAsked
    this.#wasAsked = true
    const numbers = await this.#numbers()
    const kept = isFirst ? await this.#openKept(numbers) : undefined
    const open = new Set([...this.#open].map(({ number }) => number))
    for (const number of numbers) if (!open.has(number)) await this.#delete(number)
    return kept ?? (await this.#openCopy(Math.max(0, ...numbers) + 1))
  }

  /** The newest whole one: whoever has it open keeps this process from the others, too. */
  async #openKept(numbers: readonly number[]): Promise<Storage | undefined> {
    const { onRefusedCopy = () => undefined } = this.#options
    for (const number of numbers.toSorted((a, b) => b - a)) {
      try {
        const copy = await this.#openCopy(number)
        if (await isWhole(copy)) return copy
        await copy.close()
      } catch (error) {
        if (!(error instanceof RegistryError && MADE_ANEW.includes(error.code))) throw error
        onRefusedCopy(error.message)
      }
    }
    return undefined
  }

  async #openCopy(number: number): Promise<Storage> {
    const { onRefusedCopy: _, ...options } = this.#options
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
      const newer = await Promise.all(others.map((other) => isWhole(other.storage)))
      if (!newer.includes(true) && (await isWhole(storage))) return await storage.close()
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

  /** @throws `validation_failed` where there is anything but copies. */
  async #numbers(): Promise<number[]> {
    let names: string[]
    try {
      await makeFolder(this.#folder)
      names = await readdir(this.#folder)
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
        `${this.#folder} holds other files (${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ', ...' : ''}) than copies of a replica. Give a new or an empty folder.`,
      )
    }
    return names.map((name) => Number(COPY_PATTERN.exec(name)?.[1]))
  }
}

/** By its index version, which is put down when all of it is there. */
async function isWhole({ ledger }: Storage): Promise<boolean> {
  return (await ledger.head()).indexVersion !== undefined
}
