import { FeedError } from '../item/feed-error.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { localName } from '../xml/local-name.ts'
import type { XmlEvents } from '../xml/xml-parser.ts'
import { decodeEscapes } from './cell-text.ts'
import type { WorkbookArchive } from './workbook-archive.ts'
import { parsePart } from './workbook-parts.ts'

const BLOCK_BITS = 24
const BLOCK_BYTES = 2 ** BLOCK_BITS
const FIRST_BLOCK_BYTES = 64 * 1024
const LENGTH_BYTES = 4
const CACHED = 2 ** 14

/**
 * The texts that the cells of a workbook share, by their position. A large workbook has millions: they are stored as
 * UTF-8 in few blocks of memory, with 4 bytes for the length and 4 bytes for the place of each.
 */
export class SharedTexts {
  readonly #blocks: Buffer[] = []
  #used = 0
  #bytes = 0
  #places = new Uint32Array(1_024)
  #count = 0
  /** Texts that were used last: many cells have the same text, such as the name of a city. */
  readonly #cached: (string | undefined)[] = Array.from({ length: CACHED }, () => undefined)
  readonly #cachedAt = new Uint32Array(CACHED)

  get count(): number {
    return this.#count
  }

  /** @throws {FeedError} `workbook_too_large` */
  add(text: string): void {
    const bytes = Buffer.byteLength(text)
    this.#bytes += bytes + LENGTH_BYTES
    if (this.#bytes > FEED_LIMITS.workbookTextBytes) {
      const limit = FEED_LIMITS.workbookTextBytes.toLocaleString('en')
      throw new FeedError(
        'workbook_too_large',
        `The texts of the workbook exceed ${limit} bytes; save the sheet as CSV.`,
      )
    }
    const block = this.#blockFor(bytes + LENGTH_BYTES)
    if (this.#count === this.#places.length) {
      const larger = new Uint32Array(this.#count * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places[this.#count] = (this.#blocks.length - 1) * BLOCK_BYTES + this.#used
    block.writeUInt32LE(bytes, this.#used)
    block.write(text, this.#used + LENGTH_BYTES, bytes, 'utf8')
    this.#used += bytes + LENGTH_BYTES
    this.#count += 1
  }

  /** Returns the text at a position; `undefined` if there is none. */
  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined
    const slot = index % CACHED
    if (this.#cachedAt[slot] === index) {
      const cached = this.#cached[slot]
      if (cached !== undefined) return cached
    }
    const place = this.#places[index] as number
    const block = this.#blocks[place >>> BLOCK_BITS] as Buffer
    const from = place % BLOCK_BYTES
    const start = from + LENGTH_BYTES
    const text = block.toString('utf8', start, start + block.readUInt32LE(from))
    this.#cachedAt[slot] = index
    this.#cached[slot] = text
    return text
  }

  #blockFor(bytes: number): Buffer {
    const last = this.#blocks.at(-1)
    if (last !== undefined && this.#used + bytes <= last.length) return last
    const wanted = last === undefined ? FIRST_BLOCK_BYTES : Math.min(BLOCK_BYTES, last.length * 4)
    const block = Buffer.allocUnsafeSlow(Math.max(wanted, bytes))
    this.#blocks.push(block)
    this.#used = 0
    return block
  }
}

/** @throws {FeedError} `invalid_workbook` or `workbook_too_large` */
export async function readSharedTexts(
  archive: WorkbookArchive,
  part: string | undefined,
  path: string,
  signal: AbortSignal | undefined,
): Promise<SharedTexts> {
  const reader = new SharedTextsReader()
  if (part === undefined) return reader.texts
  for await (const _ of parsePart(archive, part, path, reader, FEED_LIMITS.workbookBytes)) signal?.throwIfAborted()
  return reader.texts
}

class SharedTextsReader implements XmlEvents {
  readonly texts: SharedTexts = new SharedTexts()
  #text = ''
  #isText = false
  #isPhonetic = false

  open(name: string): void {
    const local = localName(name)
    if (local === 't') this.#isText = !this.#isPhonetic
    else if (local === 'si') this.#text = ''
    else if (local === 'rPh') this.#isPhonetic = true
  }

  close(name: string): void {
    const local = localName(name)
    if (local === 't') this.#isText = false
    else if (local === 'si') this.texts.add(decodeEscapes(this.#text))
    else if (local === 'rPh') this.#isPhonetic = false
  }

  text(text: string): void {
    // One character above the limit remains, so that a cell with this text is above the limit.
    if (this.#isText && this.#text.length <= FEED_LIMITS.cellCharacters) {
      this.#text = (this.#text + text).slice(0, FEED_LIMITS.cellCharacters + 1)
    }
  }

  /** A dropped text is far above the limit of a cell, and remains so. */
  oversize(): void {
    if (this.#isText) this.#text = ' '.repeat(FEED_LIMITS.cellCharacters + 1)
  }

  fault(): void {}
}
