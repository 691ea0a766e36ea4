/** The beginning of a stream, and the whole of it still to be read. */
export interface Peeked {
  /** As much as was needed, or all there is. */
  readonly head: Buffer
  /** The stream from its first byte, `head` included. An error met while peeking is thrown where it belongs: after `head`. */
  readonly chunks: AsyncGenerator<Buffer, void, undefined>
}

/** Reads until `enough` is content with what has come, or the stream ends, and gives it all back. */
export async function peekStream(chunks: AsyncIterable<Buffer>, enough: (head: Buffer) => boolean): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  let ended = false
  let failed: { reason: unknown } | undefined

  while (!ended && !enough(head)) {
    try {
      const next = await iterator.next()
      if (next.done === true) ended = true
      else head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
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
