import { Readable } from 'node:stream'

/**
 * Waits for the first chunk, then returns a stream. If an error occurs before the first chunk, the service can still
 * send an error status instead of cutting the connection.
 *
 * @throws errors before the first chunk.
 */
export async function startedStream(pieces: AsyncGenerator<string | Uint8Array>): Promise<Readable> {
  const first = await pieces.next()
  async function* all(): AsyncGenerator<string | Uint8Array> {
    if (first.done === true) return
    yield first.value
    yield* pieces
  }
  return Readable.from(all())
}
