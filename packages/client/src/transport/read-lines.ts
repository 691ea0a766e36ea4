/** Yields the non-empty lines of a stream, without line ends. If the caller stops early, the stream is cancelled. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line !== '') yield line
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Returns the body of a response as a stream. @throws {Error} for a response without a body. */
export function streamOf(response: Response): ReadableStream<Uint8Array> {
  if (response.body === null) throw new Error('The response has no body.')
  return response.body as ReadableStream<Uint8Array>
}
