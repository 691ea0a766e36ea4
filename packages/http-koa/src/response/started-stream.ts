import { Readable } from 'node:stream'

/**
 * Waits for the first chunk, then returns a stream. The service can therefore still answer an earlier error with a
 * status, instead of cutting the connection.
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
