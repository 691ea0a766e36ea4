import { FeedError } from '../../item/feed-error.ts'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'

/** A part of a zstd frame that a decoder can process at once. */
export interface ZstdPart {
  /** A frame header, a whole block, or a checksum. */
  readonly bytes: Buffer
  /** Whether the part is the first part of its frame. */
  readonly first: boolean
  /** Whether the part is the last part of its frame. */
  readonly last: boolean
  /** Bytes of earlier output that the decoder of the frame keeps. */
  readonly window: number
}

const MAGIC = 0xfd2fb528
const SKIPPABLE = 0x184d2a50
const MAX_BLOCK_BYTES = 128 * 1024
const MIN_WINDOW_BYTES = 1_024

type Next = 'magic' | 'descriptor' | 'header' | 'block' | 'content' | 'checksum' | 'skipped-size' | 'skipped'

/**
 * Cuts zstd data into parts of frames, without decoding. Skippable frames are removed. A part is at most 128 KB.
 *
 * @throws {FeedError} `zstd_window_too_large`, `broken_compression` or `truncated_compression`.
 */
export class ZstdFrames {
  readonly #name: string
  #next: Next = 'magic'
  #need = 4
  #held: Buffer[] = []
  #heldBytes = 0
  /** Bytes of a skippable frame that are still to come. */
  #toSkip = 0
  #window = 0
  #descriptor = 0
  #hasChecksum = false
  #isLastBlock = false
  #prefix: Buffer = Buffer.alloc(0)

  constructor(name: string) {
    this.#name = name
  }

  /** Yields the parts that are complete with the next bytes. */
  *cut(chunk: Buffer): Generator<ZstdPart> {
    let at = 0
    while (at < chunk.length) {
      if (this.#next === 'skipped') {
        const skipped = Math.min(this.#toSkip, chunk.length - at)
        at += skipped
        this.#toSkip -= skipped
        if (this.#toSkip === 0) this.#expect('magic', 4)
        continue
      }
      const piece = chunk.subarray(at, at + this.#need - this.#heldBytes)
      at += piece.length
      this.#held.push(piece)
      this.#heldBytes += piece.length
      if (this.#heldBytes < this.#need) return
      const unit = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held)
      this.#held = []
      this.#heldBytes = 0
      const part = this.#take(unit)
      if (part !== undefined) yield part
    }
  }

  /** @throws {FeedError} `truncated_compression` if the data ends inside a frame. */
  end(): void {
    if (this.#next === 'magic' && this.#heldBytes === 0) return
    throw new FeedError('truncated_compression', `${this.#name} ends in the middle of its zstd data; fetch it again.`)
  }

  #expect(next: Next, bytes: number): void {
    this.#next = next
    this.#need = bytes
  }

  #take(unit: Buffer): ZstdPart | undefined {
    switch (this.#next) {
      case 'magic':
        return this.#magic(unit)
      case 'skipped-size':
        this.#toSkip = unit.readUInt32LE(0)
        this.#expect(this.#toSkip === 0 ? 'magic' : 'skipped', 4)
        return undefined
      case 'descriptor':
        return this.#describe(unit)
      case 'header':
        return this.#header(unit)
      case 'block':
        return this.#block(unit)
      case 'content':
        return this.#content(Buffer.concat([this.#prefix, unit]))
      case 'checksum':
        this.#expect('magic', 4)
        return this.#part(unit, { last: true })
      case 'skipped':
        return undefined
    }
  }

  #magic(unit: Buffer): undefined {
    const magic = unit.readUInt32LE(0)
    if (magic === MAGIC) {
      this.#prefix = unit
      this.#expect('descriptor', 1)
    } else if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) this.#expect('skipped-size', 4)
    else throw this.#broken('other data between its frames')
  }

  #describe(unit: Buffer): undefined {
    const descriptor = unit[0] as number
    if ((descriptor & 0x08) !== 0) throw this.#broken('a reserved bit is set')
    this.#descriptor = descriptor
    this.#hasChecksum = (descriptor & 0x04) !== 0
    const isSingle = (descriptor & 0x20) !== 0
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 0x03] as number
    this.#prefix = Buffer.concat([this.#prefix, unit])
    this.#expect('header', (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes(descriptor))
    if (this.#need === 0) throw this.#broken('a frame without a size')
  }

  #header(unit: Buffer): ZstdPart {
    const isSingle = (this.#descriptor & 0x20) !== 0
    const dictionaryBytes = [0, 1, 2, 4][this.#descriptor & 0x03] as number
    const from = isSingle ? 0 : 1
    if (unit.subarray(from, from + dictionaryBytes).some((byte) => byte !== 0)) {
      throw new FeedError(
        'unsupported_compression',
        `${this.#name} is zstd data that needs a dictionary; pack it without a dictionary.`,
      )
    }
    this.#window = isSingle ? contentSize(unit.subarray(dictionaryBytes)) : windowSize(unit[0] as number)
    if (this.#window > FEED_LIMITS.zstdWindowBytes) {
      const limit = FEED_LIMITS.zstdWindowBytes.toLocaleString('en')
      throw new FeedError(
        'zstd_window_too_large',
        `${this.#name} is zstd data with a window of ${this.#window.toLocaleString('en')} bytes; the limit is ${limit}. Pack it with zstd --long=27 or less.`,
      )
    }
    this.#expect('block', 3)
    return this.#part(Buffer.concat([this.#prefix, unit]), { first: true })
  }

  #block(unit: Buffer): ZstdPart | undefined {
    const header = unit.readUIntLE(0, 3)
    this.#isLastBlock = (header & 1) === 1
    const type = (header >> 1) & 3
    const size = header >> 3
    if (type === 3) throw this.#broken('an unknown kind of block')
    if (size > MAX_BLOCK_BYTES) throw this.#broken('a block above 128 KB')
    this.#prefix = unit
    const bytes = type === 1 ? 1 : size
    if (bytes === 0) return this.#content(unit)
    this.#expect('content', bytes)
    return undefined
  }

  #content(bytes: Buffer): ZstdPart {
    if (!this.#isLastBlock) this.#expect('block', 3)
    else this.#expect(this.#hasChecksum ? 'checksum' : 'magic', 4)
    return this.#part(bytes, { last: this.#isLastBlock && !this.#hasChecksum })
  }

  #part(bytes: Buffer, { first = false, last = false }: { first?: boolean; last?: boolean }): ZstdPart {
    return { bytes, first, last, window: Math.max(this.#window, MIN_WINDOW_BYTES) }
  }

  #broken(detail: string): FeedError {
    return brokenZstd(this.#name, detail)
  }
}

export function brokenZstd(name: string, detail: string, cause?: unknown): FeedError {
  return new FeedError('broken_compression', `The zstd data of ${name} is damaged (${detail}); fetch it again.`, {
    cause,
  })
}

/** Returns the number of bytes of the content size in a frame header. */
function sizeBytes(descriptor: number): number {
  const flag = descriptor >> 6
  if (flag === 0) return (descriptor & 0x20) === 0 ? 0 : 1
  return 1 << flag
}

function contentSize(bytes: Buffer): number {
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE(0))
  const size = bytes.readUIntLE(0, bytes.length)
  return bytes.length === 2 ? size + 256 : size
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}
