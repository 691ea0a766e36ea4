import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { bytes } from '@utpid/adapter-memory/engine'
import {
  type CheckpointContents,
  decodePreamble,
  PREAMBLE_BYTES,
  RejectedCheckpoint,
  type Section,
} from './checkpoint-format.ts'

/** The number of bytes per read, and the maximum number of concurrent reads. */
const PIECE_BYTES = 16_777_216
const READS_AT_ONCE = 3

/** A range of bytes of a file. */
export interface FilePart {
  readonly at: number
  readonly bytes: number
}

/** An index checkpoint with a valid preamble. Columns are read on demand. */
export class CheckpointFile {
  readonly #file: FileHandle
  readonly contents: CheckpointContents
  readonly size: number
  readonly #from: number

  private constructor(file: FileHandle, contents: CheckpointContents, { at, bytes: size }: FilePart) {
    this.#file = file
    this.contents = contents
    this.size = size
    this.#from = at
  }

  /**
   * @param part - Range of the checkpoint in the file. Default: the whole file.
   * @returns undefined if there is no such file.
   * @throws {RejectedCheckpoint}
   */
  static async open(path: string, part?: FilePart): Promise<CheckpointFile | undefined> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw asRefusal(error)
    })
    if (file === undefined) return undefined
    try {
      const place = part ?? { at: 0, bytes: (await file.stat()).size }
      return new CheckpointFile(file, await readContents(file, place), place)
    } catch (error) {
      await file.close()
      throw asRefusal(error)
    }
  }

  /**
   * Reads whole sections and verifies their checksums.
   *
   * @param wanted - Selects sections by name. Default: all.
   * @throws {RejectedCheckpoint}
   */
  async read(wanted: (name: string) => boolean = () => true): Promise<Map<string, SharedArrayBuffer>> {
    const sections = this.contents.sections.filter(({ name }) => wanted(name))
    const read = new Map(sections.map((section) => [section.name, new SectionBytes(section)]))
    const waiting: Promise<() => void>[] = []
    try {
      for (const section of sections) {
        const to = read.get(section.name) as SectionBytes
        for (let from = 0; from < section.bytes; from += PIECE_BYTES) {
          const piece = this.#readPiece(to, from)
          // Avoids an unhandled rejection while the code awaits an earlier piece.
          piece.catch(() => undefined)
          waiting.push(piece)
          if (waiting.length >= READS_AT_ONCE) (await (waiting.shift() as Promise<() => void>))()
        }
      }
      while (waiting.length > 0) (await (waiting.shift() as Promise<() => void>))()
      for (const section of read.values()) section.check()
    } catch (error) {
      throw asRefusal(error)
    } finally {
      // The caller must not close the file during a read.
      await Promise.allSettled(waiting)
    }
    return new Map([...read].map(([name, { shared }]) => [name, shared]))
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /**
   * @returns a function that adds the piece to the checksum. Call these functions in the order of the pieces. Later
   *   pieces can be read before that call.
   */
  async #readPiece(to: SectionBytes, from: number): Promise<() => void> {
    const piece = to.all.subarray(from, from + PIECE_BYTES)
    await readAll(this.#file, piece, this.#from + to.section.at + from)
    return () => to.take(piece)
  }
}

class SectionBytes {
  readonly section: Section
  readonly all: Uint8Array<SharedArrayBuffer>
  #checksum = 0

  constructor(section: Section) {
    this.section = section
    this.all = bytes(section.bytes)
  }

  get shared(): SharedArrayBuffer {
    return this.all.buffer
  }

  take(piece: Uint8Array): void {
    this.#checksum = crc32(piece, this.#checksum)
  }

  check(): void {
    if (this.#checksum === this.section.checksum) return
    throw new RejectedCheckpoint('damaged', `the checksum of its section ${this.section.name} is wrong`)
  }
}

async function readContents(file: FileHandle, { at: from, bytes: size }: FilePart): Promise<CheckpointContents> {
  const preamble = Buffer.alloc(Math.min(PREAMBLE_BYTES, size))
  await readAll(file, preamble, from)
  const { at, length, checksum } = decodePreamble(preamble)
  if (!(at >= PREAMBLE_BYTES && at + length <= size)) throw truncated()
  const text = Buffer.alloc(length)
  await readAll(file, text, from + at)
  if (crc32(text) !== checksum) {
    throw new RejectedCheckpoint('damaged', 'the checksum of its table of contents is wrong')
  }
  const contents = JSON.parse(text.toString('utf8')) as CheckpointContents
  if (contents.sections.some((section) => section.at + section.bytes > at)) throw truncated()
  return contents
}

async function readAll(file: FileHandle, to: Uint8Array, at: number): Promise<void> {
  for (let from = 0; from < to.length; ) {
    const { bytesRead } = await file.read(to, from, to.length - from, at + from)
    if (bytesRead === 0) throw truncated()
    from += bytesRead
  }
}

function truncated(): RejectedCheckpoint {
  return new RejectedCheckpoint('damaged', 'it is truncated')
}

/** Any error may be handled as a rejection: the ledger has all data. */
function asRefusal(error: unknown): RejectedCheckpoint {
  if (error instanceof RejectedCheckpoint) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new RejectedCheckpoint('damaged', `it cannot be read (${reason})`, error)
}
