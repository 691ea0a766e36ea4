import { Readable } from 'node:stream'

/**
 * Waits for the first chunk, then returns a stream. An error before that is answered with a status, not by a cut
 * connection.
 *
 * @throws errors before the first chunk.
 */
export async function startedStream(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next()
  async function* all(): AsyncGenerator<string> {
    if (first.done === true) return
    yield first.value
    yield* pieces
  }
  return Readable.from(all())
}
