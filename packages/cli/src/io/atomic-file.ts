import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { unwritable } from './file-writer.ts'

/**
 * A file that appears only when it is complete. It is written next to its final path, flushed to disk, then renamed. It
 * is gzipped if its name ends in `.gz`, or on request.
 */
export class AtomicFile {
  readonly #path: string
  readonly #draft: string
  readonly #first: Writable
  readonly #file: WriteStream
  readonly #done: Promise<void>
  #failure: unknown

  private constructor(path: string, draft: string, first: Writable, file: WriteStream) {
    this.#path = path
    this.#draft = draft
    this.#first = first
    this.#file = file
    this.#done = finished(file)
    // The next write or `finish` throws the error.
    this.#done.catch((error: unknown) => {
      this.#failure = error
    })
  }

  /** @throws {CliError} when the path cannot be a file. */
  static async create(path: string, { gzip = path.endsWith('.gz') }: { gzip?: boolean } = {}): Promise<AtomicFile> {
    let place: string
    let draft: string
    let file: WriteStream
    try {
      const found = await stat(path).catch(() => undefined)
      // A link stays: its target is replaced. A pipe or device is written directly, not replaced.
      place = found === undefined ? path : await realpath(path)
      draft = found === undefined || found.isFile() ? `${place}.${process.pid}.part` : place
      if (draft !== place) await removeStaleDrafts(place)
      file = createWriteStream(draft)
      await once(file, 'open')
    } catch (error) {
      throw unwritable(path, error)
    }
    if (!gzip) return new AtomicFile(place, draft, file, file)
    const packer = createGzip()
    packer.on('error', (error) => file.destroy(error))
    file.on('error', (error) => packer.destroy(error))
    packer.pipe(file)
    return new AtomicFile(place, draft, packer, file)
  }

  /**
   * Whether the file stays next to its final path until it is complete. Output to a pipe or device appears immediately.
   */
  get isDraft(): boolean {
    return this.#draft !== this.#path
  }

  /** Resolves when more can be written, so that a slow disk does not fill the memory. */
  async write(text: string | Uint8Array): Promise<void> {
    this.#check()
    if (this.#first.write(text)) return
    await once(this.#first, 'drain').catch(() => {})
    this.#check()
  }

  /** Moves the file to its path and replaces an earlier file. */
  async finish(): Promise<void> {
    try {
      this.#first.end()
      await this.#done
      if (!this.isDraft) return
      const file = await open(this.#draft, 'r+')
      await file.sync().finally(() => file.close())
      await rename(this.#draft, this.#path)
    } catch (error) {
      throw unwritable(this.#path, error)
    }
  }

  /** Removes the incomplete file. */
  async discard(): Promise<void> {
    // Destroying the packer does not end the file stream after it.
    this.#first.destroy()
    this.#file.destroy()
    await this.#done.catch(() => {})
    if (this.isDraft) await rm(this.#draft, { force: true })
  }

  #check(): void {
    if (this.#failure !== undefined) throw unwritable(this.#path, this.#failure)
  }
}

/** Deletes incomplete files with the same name, left by processes that have ended. */
async function removeStaleDrafts(path: string): Promise<void> {
  // If the folder cannot be read, the later write reports the reason.
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const pid = name.startsWith(`${basename(path)}.`) ? /\.(\d+)\.part$/.exec(name)?.[1] : undefined
    const isDraft = pid !== undefined && name === `${basename(path)}.${pid}.part`
    if (isDraft && !mayLive(Number(pid))) await rm(join(dirname(path), name), { force: true }).catch(() => undefined)
  }
}

function mayLive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
