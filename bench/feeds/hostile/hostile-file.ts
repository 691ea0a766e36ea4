/** A file designed to use much memory or time, or to break a reader. */
export interface HostileFile {
  readonly kind: string
  readonly what: string
  /** Yields the file in pieces, so that no process needs memory for all of it. */
  readonly pieces: () => Iterable<Buffer>
  /** Whether the file is too large to be sent to a service in a reasonable time. */
  readonly isLarge?: boolean
}

const PIECE_BYTES = 1_000_000

/** A file of some bytes. */
export function whole(kind: string, what: string, content: () => Buffer | string): HostileFile {
  return { kind, what, pieces: () => [Buffer.from(content())] }
}

/** A file of a start, a part repeated up to a size, and an end. */
export function repeated(
  kind: string,
  what: string,
  { start = '', part, megabytes, end = '' }: { start?: string; part: string; megabytes: number; end?: string },
): HostileFile {
  return {
    kind,
    what: `${what}, ${megabytes} MB`,
    isLarge: megabytes > 60,
    *pieces() {
      yield Buffer.from(start)
      const times = Math.max(1, Math.floor(PIECE_BYTES / Buffer.byteLength(part)))
      const piece = Buffer.from(part.repeat(times))
      for (let sent = 0; sent < megabytes * 1_000_000; sent += piece.length) yield piece
      yield Buffer.from(end)
    },
  }
}
