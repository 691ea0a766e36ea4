import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { Decompress } from 'fzstd'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'
import { DecoderPump } from './decoder-pump.ts'
import { OUTPUT_BYTES } from './gunzip.ts'
import { brokenZstd, ZstdFrames, type ZstdPart } from './zstd-frames.ts'

/** A decoder of one zstd frame. */
interface FrameDecoder {
  /** Unpacks a part of the frame. @throws for damaged data. */
  push(bytes: Buffer): Promise<Buffer[]> | Buffer[]
  /** Returns the last bytes of the frame. @throws for damaged data. */
  finish(): Promise<Buffer[]> | Buffer[]
  destroy(): void
}

/**
 * Unpacks zstd: one frame or several, with skippable frames between them.
 *
 * @throws {FeedError} `zstd_window_too_large`. After all bytes that can be unpacked: `broken_compression` or
 *   `truncated_compression`.
 */
export async function* unzstd(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer, void, undefined> {
  const frames = new ZstdFrames(name)
  const work = new WorkLimit(name)
  let decoder: FrameDecoder | undefined
  try {
    for await (const chunk of chunks) {
      for (const part of frames.cut(chunk)) {
        if (part.first) decoder = newDecoder()
        const unpacked = await decode(decoder as FrameDecoder, part, name)
        if (!isNative) work.add(part, unpacked)
        yield* unpacked
      }
    }
    frames.end()
  } finally {
    decoder?.destroy()
  }
}

async function decode(decoder: FrameDecoder, part: ZstdPart, name: string): Promise<Buffer[]> {
  try {
    const unpacked = await decoder.push(part.bytes)
    if (!part.last) return unpacked
    const rest = await decoder.finish()
    decoder.destroy()
    return unpacked.concat(rest)
  } catch (error) {
    throw brokenZstd(name, error instanceof Error ? error.message : String(error), error)
  }
}

/** `node:zlib` reads zstd from Node.js 22.15 on. */
const { createZstdDecompress } = zlib as unknown as {
  createZstdDecompress?: (options: { chunkSize: number; params: Record<number, number> }) => Transform
}
const isNative: boolean = createZstdDecompress !== undefined
/** `ZSTD_d_windowLogMax`, the parameter of the largest window as a power of 2. */
const WINDOW_LOG_MAX = 100

function newDecoder(): FrameDecoder {
  if (createZstdDecompress === undefined) return new PlainDecoder()
  const params = { [WINDOW_LOG_MAX]: Math.log2(FEED_LIMITS.zstdWindowBytes) }
  return new NativeDecoder(createZstdDecompress({ chunkSize: OUTPUT_BYTES, params }))
}

class NativeDecoder implements FrameDecoder {
  readonly #pump: DecoderPump

  constructor(decoder: Transform) {
    this.#pump = new DecoderPump(decoder)
  }

  async push(bytes: Buffer): Promise<Buffer[]> {
    return this.#checked(await this.#pump.push(bytes))
  }

  async finish(): Promise<Buffer[]> {
    return this.#checked(await this.#pump.finish())
  }

  destroy(): void {
    this.#pump.destroy()
  }

  #checked(unpacked: Buffer[]): Buffer[] {
    if (this.#pump.failure !== undefined) throw this.#pump.failure
    return unpacked
  }
}

class PlainDecoder implements FrameDecoder {
  #unpacked: Buffer[] = []
  readonly #decoder: Decompress = new Decompress((bytes) => {
    if (bytes.length > 0) this.#unpacked.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  })

  push(bytes: Buffer): Buffer[] {
    this.#decoder.push(bytes)
    return this.#take()
  }

  finish(): Buffer[] {
    this.#decoder.push(new Uint8Array(0), true)
    return this.#take()
  }

  destroy(): void {}

  #take(): Buffer[] {
    const unpacked = this.#unpacked
    this.#unpacked = []
    return unpacked
  }
}

/** Bytes that the plain decoder may move in any case; a few seconds of CPU time. */
const FREE_MOVES = 32_000_000_000
/** Bytes that the plain decoder may move for each packed byte, and for each unpacked byte. */
const MOVES_PER_PACKED_BYTE = 20_000
const MOVES_PER_UNPACKED_BYTE = 2_000
/** Creating a byte of a window, at the start of a frame, takes as long as so many moves. */
const MOVES_PER_NEW_BYTE = 5

/**
 * Bounds the CPU time of the plain decoder, which moves its whole window after each block. Hostile data has large
 * windows and millions of tiny blocks.
 */
class WorkLimit {
  readonly #name: string
  #moves = 0
  #allowed = FREE_MOVES

  constructor(name: string) {
    this.#name = name
  }

  /** @throws {FeedError} `broken_compression` */
  add({ bytes, window, first }: ZstdPart, unpacked: readonly Buffer[]): void {
    this.#moves += first ? window * MOVES_PER_NEW_BYTE : window
    this.#allowed += bytes.length * MOVES_PER_PACKED_BYTE
    for (const { length } of unpacked) this.#allowed += length * MOVES_PER_UNPACKED_BYTE
    if (this.#moves > this.#allowed) throw brokenZstd(this.#name, 'too many tiny blocks in a large window')
  }
}
