import { FEED_LIMITS } from '../limits/feed-limits.ts'
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  isSpace,
  NEWLINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  RECORD_SEPARATOR,
} from './json-bytes.ts'
import type { JsonSpan } from './split-json-values.ts'

/**
 * Number of levels whose open brackets are stored. Deeper brackets are only counted, so that memory and the search for
 * an open bracket stay bounded.
 */
const MAX_TRACKED_LEVELS = 2 * FEED_LIMITS.levels

/** Collects the bytes of one value, up to its end. */
export class RecordCapture {
  /** Number of the line at the current position. */
  line = 1
  isOpen = false
  /** Bytes of the stream before the current chunk. */
  offset = 0
  #inString = false
  #escaped = false
  /** The outermost open brackets inside the value, at most `MAX_TRACKED_LEVELS`. */
  readonly #open: number[] = []
  /** Number of open brackets that are too deep for `#open`. */
  #untrackedDepth = 0
  /** The last byte outside strings that is not white space, or the line end that interrupted a string. */
  #previous = 0
  /** The bracket that contains the value; 0 at the top level. */
  #container = 0
  #startLine = 1
  #key: string | undefined
  #parts: Buffer[] = []
  #size = 0
  #spans: JsonSpan[] = []

  get isComplete(): boolean {
    return !this.#inString && this.#open.length === 0
  }

  /** @param byte - The first byte of the value. The bytes after it are for {@link read}. */
  start(byte: number, container: number, key: string | undefined): void {
    this.isOpen = true
    this.#container = container
    this.#key = key
    this.#startLine = this.line
    this.#escaped = false
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#push(byte)
    this.#previous = byte
  }

  /**
   * Reads the value on.
   *
   * @param start - Index of the first byte that belongs to the value.
   * @param from - Index of the first byte to read.
   * @returns The index of the first byte after the value, or the length of the chunk.
   */
  read(chunk: Buffer, start: number, from: number): number {
    const end = chunk.length
    for (let at = from; at < end; at++) {
      const byte = chunk[at] as number
      if (this.#inString) {
        if (byte === BACKSLASH) this.#escaped = !this.#escaped
        else if (byte === QUOTE || byte === NEWLINE) {
          if (this.#stepInString(byte)) return this.#finish(chunk.subarray(start, at + 1), at + 1)
        } else this.#escaped = false
      } else if (byte > 0x5d || byte < 0x5b) {
        // Neither a bracket of a list nor a backslash.
        if (byte === QUOTE && this.#open.length > 0) this.#inString = true
        else if (byte === OPEN_OBJECT || byte === CLOSE_OBJECT || this.#open.length === 0) {
          if (this.#endsBefore(byte)) return this.#finish(chunk.subarray(start, at), at)
          if (this.#stepInValue(byte)) return this.#finish(chunk.subarray(start, at + 1), at + 1)
          continue
        } else if (byte === NEWLINE) this.line += 1
        if (byte > 0x20) this.#previous = byte
        else if (byte === RECORD_SEPARATOR) return this.#finish(chunk.subarray(start, at), at)
      } else {
        if (this.#endsBefore(byte)) return this.#finish(chunk.subarray(start, at), at)
        if (this.#stepInValue(byte)) return this.#finish(chunk.subarray(start, at + 1), at + 1)
      }
    }
    this.#keep(chunk.subarray(start))
    return end
  }

  /** Ends the value at the end of the source. */
  finish(): void {
    this.#finish(Buffer.alloc(0), 0)
  }

  takeSpans(): JsonSpan[] {
    const spans = this.#spans
    this.#spans = []
    return spans
  }

  /** Handles a quote or a line end inside a string. Returns whether the value ends after this byte. */
  #stepInString(byte: number): boolean {
    if (byte === NEWLINE) {
      this.line += 1
      // Remember the interrupted string, in case the next line starts with an object.
      this.#previous = NEWLINE
    }
    if (byte === NEWLINE || !this.#escaped) this.#inString = false
    this.#escaped = false
    return !this.#inString && this.#open.length === 0
  }

  /** Returns whether the value ends before this byte, so that the byte does not belong to the value. */
  #endsBefore(byte: number): boolean {
    if (this.#open.length === 0) {
      if (byte === CLOSE_OBJECT) return this.#container === OPEN_OBJECT
      return isSpace(byte) || byte === COMMA || byte === CLOSE_LIST || byte === OPEN_OBJECT || byte === OPEN_LIST
    }
    // `{"a": 1, {`: the brace that should close the first object is missing. A line end inside a string can also hide a
    // missing brace.
    if (byte === OPEN_OBJECT) {
      if (this.#previous === NEWLINE) return true
      return this.#open.length === 1 && this.#open[0] === OPEN_OBJECT && this.#previous === COMMA
    }
    // `{"a": 1 ]`: the list ends before the object does.
    return (
      byte === CLOSE_LIST &&
      this.#container === OPEN_LIST &&
      this.#untrackedDepth === 0 &&
      !this.#open.includes(OPEN_LIST)
    )
  }

  /** Returns whether the value ends after this byte. */
  #stepInValue(byte: number): boolean {
    if (byte === NEWLINE) this.line += 1
    if (byte === QUOTE) this.#inString = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#push(byte)
    else if (byte === CLOSE_OBJECT) this.#close(OPEN_OBJECT)
    else if (byte === CLOSE_LIST) this.#close(OPEN_LIST)
    if (!isSpace(byte)) this.#previous = byte
    return this.#open.length === 0 && (byte === CLOSE_OBJECT || byte === CLOSE_LIST)
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

  #finish(last: Buffer, next: number): number {
    this.#keep(last)
    const tooLong = this.#size > FEED_LIMITS.lineBytes
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts)
    this.#spans.push({ line: this.#startLine, bytes, tooLong, end: this.offset + next, key: this.#key })
    this.#parts = []
    this.#size = 0
    this.#open.length = 0
    this.#untrackedDepth = 0
    this.#inString = false
    this.isOpen = false
    return next
  }
}
