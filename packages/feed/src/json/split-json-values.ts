import { FeedError } from '../item/feed-error.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'

/** The bytes of one list element or one top-level value. They need not be valid JSON. */
export interface JsonSpan {
  /** 1-based line where the value starts. */
  readonly line: number
  /** Empty when `tooLong`. */
  readonly bytes: Buffer
  /** Whether the value is longer than `FEED_LIMITS.lineBytes`. Its bytes are then not stored. */
  readonly tooLong: boolean
}

const NEWLINE = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Splits JSON into the elements of its top-level list, or into its top-level values if there is no list. The function
 * neither parses nor stores the whole document: memory is bounded by one element of `FEED_LIMITS.lineBytes`.
 *
 * A broken element must not affect the other elements. A broken element ends at one of three signs, which valid JSON
 * never has: a line end inside a string, a wrong closing bracket, and an object instead of a key.
 *
 * @throws {FeedError} `truncated_json`, after all complete values.
 */
export async function* splitJsonValues(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<JsonSpan[], void, undefined> {
  const cutter = new JsonSplitter()
  for await (const chunk of chunks) {
    const spans = cutter.cut(chunk)
    if (spans.length > 0) yield spans
  }
  const { spans, complete } = cutter.end()
  if (spans.length > 0) yield spans
  if (!complete)
    throw new FeedError(
      'truncated_json',
      `${name} ends in the middle of its JSON, or a quote or bracket before is missing; fetch it again.`,
    )
}

/**
 * Number of levels whose open brackets are stored. Deeper brackets are only counted, so that memory and the search for
 * an open bracket stay bounded.
 */
const MAX_TRACKED_LEVELS = 2 * FEED_LIMITS.levels

class JsonSplitter {
  #line = 1
  /** Whether the position is inside the top-level list. */
  #inList = false
  #inValue = false
  #inString = false
  #escaped = false
  /** The outermost open brackets inside the value, at most `MAX_TRACKED_LEVELS`. */
  #open: number[] = []
  /** Number of open brackets that are too deep for `#open`. */
  #untrackedDepth = 0
  /** The last byte outside strings that is not white space, or the line end that interrupted a string. */
  #previous = 0
  #startLine = 1
  #parts: Buffer[] = []
  #size = 0
  #spans: JsonSpan[] = []

  cut(chunk: Buffer): JsonSpan[] {
    let start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === NEWLINE) this.#line += 1

      if (this.#inString) {
        this.#stepInString(byte)
        if (!this.#inString && this.#open.length === 0) this.#finish(chunk.subarray(start, at + 1))
      } else if (!this.#inValue) {
        if (this.#startsValue(byte)) start = at
      } else if (this.#endsBefore(byte)) {
        this.#finish(chunk.subarray(start, at))
        if (this.#startsValue(byte)) start = at
      } else {
        this.#stepInValue(byte)
        if (this.#open.length === 0 && isCloser(byte)) this.#finish(chunk.subarray(start, at + 1))
      }
    }
    if (this.#inValue) this.#keep(chunk.subarray(start))
    return this.#takeSpans()
  }

  end(): { spans: JsonSpan[]; complete: boolean } {
    const complete = !this.#inList && !this.#inString && this.#open.length === 0
    if (this.#inValue && complete) this.#finish(Buffer.alloc(0))
    return { spans: this.#takeSpans(), complete }
  }

  #stepInString(byte: number): void {
    if (byte === NEWLINE || (byte === QUOTE && !this.#escaped)) this.#inString = false
    // Remember the interrupted string, in case the next line starts with an object.
    if (byte === NEWLINE) this.#previous = NEWLINE
    this.#escaped = byte === BACKSLASH && !this.#escaped
  }

  /** Skips bytes between values. Returns true if the byte starts a value. */
  #startsValue(byte: number): boolean {
    if (isSpace(byte) || byte === COMMA) return false
    if (byte === OPEN_LIST && !this.#inList) {
      this.#inList = true
      return false
    }
    if (byte === CLOSE_LIST && this.#inList) {
      this.#inList = false
      return false
    }
    this.#inValue = true
    this.#startLine = this.#line
    this.#escaped = false
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#push(byte)
    this.#previous = byte
    return true
  }

  /** Returns whether the value ends before this byte, so that the byte does not belong to the value. */
  #endsBefore(byte: number): boolean {
    if (this.#open.length === 0) {
      return isSpace(byte) || byte === COMMA || byte === CLOSE_LIST || byte === OPEN_OBJECT || byte === OPEN_LIST
    }
    // `{"a": 1, {`: the brace that should close the first object is missing. A line end inside a string can also hide a
    // missing brace.
    if (byte === OPEN_OBJECT) {
      if (this.#previous === NEWLINE) return true
      return this.#open.length === 1 && this.#open[0] === OPEN_OBJECT && this.#previous === COMMA
    }
    // `{"a": 1 ]`: the list ends before the object does.
    return byte === CLOSE_LIST && this.#inList && this.#untrackedDepth === 0 && !this.#open.includes(OPEN_LIST)
  }

  #stepInValue(byte: number): void {
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#push(byte)
    else if (byte === CLOSE_OBJECT) this.#close(OPEN_OBJECT)
    else if (byte === CLOSE_LIST) this.#close(OPEN_LIST)
    if (!isSpace(byte)) this.#previous = byte
  }

  #push(bracket: number): void {
    if (this.#open.length < MAX_TRACKED_LEVELS) this.#open.push(bracket)
    else this.#untrackedDepth += 1
  }

  /** Closes the innermost bracket of this kind and all open brackets inside it. */
  #close(kind: number): void {
    if (this.#untrackedDepth > 0) {
      this.#untrackedDepth -= 1
      return
    }
    const at = this.#open.lastIndexOf(kind)
    this.#open.length = Math.max(at, 0)
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size > FEED_LIMITS.lineBytes) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  #finish(last: Buffer): void {
    this.#keep(last)
    const tooLong = this.#size > FEED_LIMITS.lineBytes
    this.#spans.push({ line: this.#startLine, bytes: Buffer.concat(this.#parts), tooLong })
    this.#parts = []
    this.#size = 0
    this.#open = []
    this.#untrackedDepth = 0
    this.#inValue = false
  }

  #takeSpans(): JsonSpan[] {
    const spans = this.#spans
    this.#spans = []
    return spans
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === NEWLINE || byte === 0x0d || byte === 0x09
}

function isCloser(byte: number): boolean {
  return byte === CLOSE_OBJECT || byte === CLOSE_LIST
}
