import { Readable } from 'node:stream'

/**
 * A stream that has its first piece: what fails before it is answered with a status, and not by a cut connection.
 *
 * @throws what the pieces throw before the first.
 */
export async function begunStream(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next()
  async function* all(): AsyncGenerator<string> {
    if (first.done === true) return
    yield first.value
    yield* pieces
  }
  return Readable.from(all())
}
