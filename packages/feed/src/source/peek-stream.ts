/** The first bytes of a stream, together with the complete stream to read. */
export interface PeekedStream {
  /** The bytes that `enough` accepted, or all bytes of a shorter stream. */
  readonly head: Buffer
  /**
   * The stream from its first byte, including `head`. If the stream fails during the peek, the error is thrown after
   * `head`.
   */
  readonly chunks: AsyncGenerator<Buffer, void, undefined>
}

/**
 * Reads until `enough` accepts the bytes read so far, or until the stream ends. Returns these bytes together with the
 * whole stream.
 */
export async function peekStream(
  chunks: AsyncIterable<Buffer>,
  enough: (head: Buffer) => boolean,
): Promise<PeekedStream> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  // Space for more bytes than the head, so that a head of many small chunks is not copied for each chunk.
  let space: Buffer = head
  let ended = false
  let failed: { reason: unknown } | undefined

  while (!ended && !enough(head)) {
    try {
      const next = await iterator.next()
      if (next.done === true) ended = true
      else if (head.length === 0) head = next.value
      else {
        const size = head.length + next.value.length
        if (size > space.length) {
          space = Buffer.allocUnsafe(2 * size)
          head.copy(space)
        }
        next.value.copy(space, head.length)
        head = space.subarray(0, size)
      }
    } catch (reason) {
      failed = { reason }
      ended = true
    }
  }

  async function* whole(): AsyncGenerator<Buffer, void, undefined> {
    try {
      if (head.length > 0) yield head
      if (failed !== undefined) throw failed.reason
      while (!ended) {
        const next = await iterator.next()
        if (next.done === true) ended = true
        else yield next.value
      }
    } finally {
      if (!ended) await iterator.return?.()
    }
  }

  return { head, chunks: whole() }
}
