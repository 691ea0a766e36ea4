import { FeedError } from '../item/feed-error.ts'

/**
 * Yields the bytes of a document until the limit is reached.
 *
 * @param onBytes - A function that is called with the size of each chunk that is yielded completely.
 * @throws {FeedError} `document_too_large`, after the last byte within the limit.
 */
export async function* limitDocument(
  chunks: AsyncIterable<Buffer>,
  name: string,
  maxBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  let left = maxBytes
  for await (const chunk of chunks) {
    if (chunk.length > left) {
      yield chunk.subarray(0, left)
      const limit = maxBytes.toLocaleString('en')
      throw new FeedError(
        'document_too_large',
        `${name} has more than ${limit} bytes after unpacking; send it in parts.`,
      )
    }
    left -= chunk.length
    onBytes(chunk.length)
    yield chunk
  }
}
