/** The bytes of kept files, in a place that all processes of a service share. */
export interface FileContents {
  /** Stores a file. After an error, `delete` removes what was written. */
  write(id: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Yields the bytes of a file, in pieces of at most 256 KB. @throws {@link MissingContents} */
  read(id: string): AsyncIterable<Buffer>
  /** Deletes a file, also one that was not written to its end. A second call has no effect. */
  delete(id: string): Promise<void>
}

/** The bytes of a file are missing, because they were deleted. */
export class MissingContents extends Error {
  constructor(id: string) {
    super(`The bytes of the kept file ${id} are missing.`)
  }
}

/** Bytes of one piece. */
export const PIECE_BYTES: number = 256 * 1024

/** Yields the same bytes in pieces of {@link PIECE_BYTES}; only the last piece is shorter. */
export async function* equalPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.subarray(from, from + PIECE_BYTES - size)
      waiting.push(part)
      size += part.length
      from += part.length
      if (size < PIECE_BYTES) continue
      yield Buffer.concat(waiting)
      waiting = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}
