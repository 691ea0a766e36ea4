import { FeedError } from '../../item/feed-error.ts'
import { FEED_LIMITS } from '../../limits/feed-limits.ts'

/**
 * Yields unpacked bytes until they are too many times the packed bytes.
 *
 * @param packedBytes - Returns the number of packed bytes read so far.
 * @throws {FeedError} `expands_too_far`
 */
export async function* limitRatio(
  unpacked: AsyncIterable<Buffer>,
  packedBytes: () => number,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  for await (const chunk of unpacked) {
    bytes += chunk.length
    const allowed = Math.max(FEED_LIMITS.unpackedFreeBytes, packedBytes() * FEED_LIMITS.unpackedRatio)
    if (bytes > allowed) {
      const ratio = FEED_LIMITS.unpackedRatio.toLocaleString('en')
      throw new FeedError(
        'expands_too_far',
        `${name} unpacks to more than ${ratio} times its size; no feed does. Send it unpacked if it is one.`,
      )
    }
    yield chunk
  }
}

/** Counts the bytes that pass. */
export class ByteCounter {
  bytes = 0
  readonly #onBytes: ((bytes: number) => void) | undefined

  /** @param onBytes - A function that is called with the bytes so far, after each chunk. */
  constructor(onBytes?: ((bytes: number) => void) | undefined) {
    this.#onBytes = onBytes
  }

  async *count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const chunk of chunks) {
      this.bytes += chunk.length
      this.#onBytes?.(this.bytes)
      yield chunk
    }
  }
}
