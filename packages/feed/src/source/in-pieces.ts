/** Yields the same bytes in pieces of at most a size, without copying them. */
export async function* inPieces(
  chunks: AsyncIterable<Buffer>,
  pieceBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) yield chunk.subarray(from, from + pieceBytes)
  }
}
