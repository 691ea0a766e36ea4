import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RegistryError } from '@utpid/core'
import { type FileContents, MissingContents, PIECE_BYTES } from './file-contents.ts'

const DISK_FULL_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Keeps files in a folder. All processes of the service must use the same folder. */
export class FolderContents implements FileContents {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathOf(id)
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const file = await open(`${path}.part`, 'w', 0o600)
      try {
        for await (const chunk of chunks) await file.writeFile(chunk)
        await file.sync()
      } finally {
        await file.close()
      }
      // A file under its name is complete.
      await rename(`${path}.part`, path)
    } catch (cause) {
      const isFull = DISK_FULL_CODES.has((cause as NodeJS.ErrnoException).code)
      if (isFull) throw new RegistryError('storage_full', `The disk of ${this.#folder} is full.`, { cause })
      throw cause
    }
  }

  async *read(id: string): AsyncGenerator<Buffer> {
    try {
      for await (const piece of createReadStream(this.#pathOf(id), { highWaterMark: PIECE_BYTES })) yield piece
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingContents(id)
      throw error
    }
  }

  async delete(id: string): Promise<void> {
    for (const path of [this.#pathOf(id), `${this.#pathOf(id)}.part`]) {
      await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
        // The folder is no folder, so it has no file.
        if (error.code !== 'ENOTDIR') throw error
      })
    }
  }

  /** An id is a UUID, so it is a safe file name. */
  #pathOf(id: string): string {
    return join(this.#folder, id)
  }
}
