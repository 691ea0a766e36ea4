import { FEED_LIMITS } from '../limits/feed-limits.ts'

export interface Line {
  /** 1-based line number. */
  readonly line: number
  /** The line without its line end (LF or CRLF). Empty when `tooLong`. */
  readonly bytes: Buffer
  /** Whether the line is longer than the limit. Its bytes are then not stored. */
  readonly tooLong: boolean
  /** The number of lines, if this is a run of blank lines; `bytes` are then all of them, with line ends between them. */
  readonly blankLines?: number
}

export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d

const SPACE = 0x20
const TAB = 0x09
/** Shorter runs of blank lines are separate lines. */
const RUN_LINES_MIN = 16
/** Blank bytes of a line that are scanned before it is known to be in a run. */
const LINE_SCANNED = 256

/** Maximum number of lines in a batch. The objects for short lines need many times the memory of their bytes. */
const LINES_AT_ONCE = 4_096

/**
 * Splits bytes into lines. Each chunk that contains a line end yields one or more batches of lines. The function works
 * on bytes, so that a character across two chunks is complete before decoding. It buffers at most one line of
 * `maxBytes`.
 *
 * Many blank lines in a row are one {@link Line}, so that a source of blank lines is read quickly.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  lineEnd: number = LINE_FEED,
  maxBytes: number = FEED_LIMITS.lineBytes,
): AsyncGenerator<Line[], void, undefined> {
  const splitter = new LineSplitter(lineEnd, maxBytes)
  for await (const chunk of chunks) yield* splitter.cut(chunk)
  const last = splitter.end()
  if (last !== undefined) yield [last]
}

/** The state of {@link splitLines} between two chunks. */
export class LineSplitter {
  readonly #lineEnd: number
  readonly #maxBytes: number
  #line = 1
  #parts: Buffer[] = []
  #size = 0
  #tooLong = false

  constructor(lineEnd: number, maxBytes: number = FEED_LIMITS.lineBytes) {
    this.#lineEnd = lineEnd
    this.#maxBytes = maxBytes
  }

  /** 1-based number of the next line, or of the unfinished line. */
  get line(): number {
    return this.#line
  }

  /** Whether a line is unfinished. */
  get isInLine(): boolean {
    return this.#size > 0
  }

  /** Counts lines that the caller has read itself. No line may be unfinished. */
  skip(lines: number): void {
    this.#line += lines
  }

  *cut(chunk: Buffer): Generator<Line[], void, undefined> {
    const [lineEnd, maxBytes] = [this.#lineEnd, this.#maxBytes]
    let lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, from)) {
      this.#keep(chunk.subarray(from, at))
      lines.push(this.#finish())
      from = at + 1
      const run = blankRun(chunk, from, lineEnd, maxBytes)
      if (run !== undefined) {
        lines.push({
          line: this.#line,
          bytes: chunk.subarray(from, run.end - 1),
          tooLong: false,
          blankLines: run.lines,
        })
        this.#line += run.lines
        from = run.end
      }
      if (lines.length < LINES_AT_ONCE) continue
      yield lines
      lines = []
    }
    this.#keep(chunk.subarray(from))
    if (lines.length > 0) yield lines
  }

  /** Returns the last line, if it has no line end. */
  end(): Line | undefined {
    return this.isInLine ? this.#finish() : undefined
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    // The limit plus one byte, for a CR that is removed later.
    if (this.#size > this.#maxBytes + 1) {
      this.#tooLong = true
      this.#parts = []
    }
    if (!this.#tooLong && part.length > 0) this.#parts.push(part)
  }

  #finish(): Line {
    const parts = this.#parts
    let bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    if (bytes.at(-1) === CARRIAGE_RETURN) bytes = bytes.subarray(0, -1)
    const finished = { line: this.#line, bytes, tooLong: this.#tooLong || bytes.length > this.#maxBytes }
    this.#line += 1
    this.#parts = []
    this.#size = 0
    this.#tooLong = false
    return finished
  }
}

/** Returns the end and the number of complete blank lines from an index; undefined if there are few. */
function blankRun(
  chunk: Buffer,
  from: number,
  lineEnd: number,
  maxBytes: number,
): { readonly end: number; readonly lines: number } | undefined {
  let lines = 0
  let end = from
  for (let at = from; at < chunk.length && at - end <= maxBytes; at++) {
    const byte = chunk[at]
    if (byte === lineEnd) {
      lines += 1
      end = at + 1
    } else if (byte !== SPACE && byte !== TAB && byte !== CARRIAGE_RETURN) break
    // A long line among a few others would be scanned again for each of them.
    else if (lines < RUN_LINES_MIN && at - end > LINE_SCANNED) break
  }
  return lines < RUN_LINES_MIN ? undefined : { end, lines }
}

/** Yields the lines of a run of blank lines, or the line itself. */
export function* linesOfRun(run: Line): Generator<Line, void, undefined> {
  const { line, bytes, blankLines } = run
  if (blankLines === undefined) {
    yield run
    return
  }
  const lineEnd = bytes.includes(LINE_FEED) ? LINE_FEED : CARRIAGE_RETURN
  let from = 0
  for (let at = 0; at < blankLines; at++) {
    const found = bytes.indexOf(lineEnd, from)
    const end = found === -1 ? bytes.length : found
    const to = end > from && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    yield { line: line + at, bytes: bytes.subarray(from, to), tooLong: false }
    from = end + 1
  }
}
