import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  isSpace,
  NEWLINE,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  RECORD_SEPARATOR,
} from './json-bytes.ts'
import { RecordCapture } from './record-capture.ts'
import type { RecordPath } from './record-path.ts'
import type { JsonLists, JsonSpan } from './split-json-values.ts'

/** A list or object around the records, or next to them. */
interface Frame {
  readonly bracket: typeof OPEN_LIST | typeof OPEN_OBJECT
  /** Number of names of the path that lead here, or `BESIDE`. */
  depth: number
  /** Whether the values in here are the records. */
  hasRecords: boolean
  /** Name of the current value of an object; undefined while a name is expected. */
  key: string | undefined
}

/** The depth of a value that is not on the path. */
const BESIDE = -1
/** Levels at which the names of fields are read. Deeper values are skipped as a whole. */
const FRAMES_MAX = 32
const KEY_BYTES_MAX = 4_000
/** Maximum number of other lists that are named. */
const OTHER_LISTS_MAX = 50

/** Splits JSON into records, chunk by chunk. */
export class JsonSplitter {
  readonly #lists: JsonLists
  #path: RecordPath | undefined
  readonly #capture: RecordCapture = new RecordCapture()
  readonly #frames: Frame[] = []
  /** Bytes of the name that is being read, if any. */
  #keyBytes: number[] | undefined
  #escaped = false
  #skipped: SkippedValue | undefined

  constructor(lists: JsonLists) {
    this.#lists = lists
    this.#path = lists.read
  }

  cut(chunk: Buffer): JsonSpan[] {
    let at = this.#capture.isOpen ? this.#capture.read(chunk, 0, 0) : 0
    while (at < chunk.length) {
      const byte = chunk[at] as number
      if (this.#skipped !== undefined) at = this.#skip(this.#skipped, chunk, at)
      else if (this.#keyBytes !== undefined) {
        this.#readKey(this.#keyBytes, byte)
        at += 1
      } else if (isSpace(byte) || byte === COMMA) {
        if (byte === NEWLINE) this.#capture.line += 1
        else if (byte === RECORD_SEPARATOR) this.#frames.length = 0
        at += 1
      } else if (this.#startsRecord(byte)) at = this.#capture.read(chunk, at, at + 1)
      else at += 1
    }
    this.#capture.offset += chunk.length
    return this.#capture.takeSpans()
  }

  end(): { spans: JsonSpan[]; complete: boolean } {
    const { isOpen, isComplete } = this.#capture
    const complete =
      this.#frames.length === 0 &&
      this.#skipped === undefined &&
      this.#keyBytes === undefined &&
      (!isOpen || isComplete)
    if (isOpen && complete) this.#capture.finish()
    return { spans: this.#capture.takeSpans(), complete }
  }

  /** Takes a byte between values. Returns whether the byte starts a record. */
  #startsRecord(byte: number): boolean {
    const frame = this.#frames.at(-1)
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (this.#closes(byte === CLOSE_LIST ? OPEN_LIST : OPEN_OBJECT)) return false
    } else if (frame?.bracket === OPEN_OBJECT && byte === QUOTE && frame.key === undefined) {
      this.#keyBytes = []
      this.#escaped = false
      return false
    } else if (frame?.bracket === OPEN_OBJECT && byte === COLON) return false
    const depth = this.#depthOf(frame)
    const key = frame?.key
    if (frame !== undefined) frame.key = undefined
    if (frame?.hasRecords === true) {
      this.#capture.start(byte, frame.bracket, key)
      return true
    }
    return this.#startsValue(byte, depth, key)
  }

  /** Handles the start of a value that is not inside the records. Returns whether it is a record itself. */
  #startsValue(byte: number, depth: number, key: string | undefined): boolean {
    if (byte === OPEN_OBJECT && this.#path === undefined && this.#frames.at(-1)?.bracket === OPEN_LIST) this.#choose()
    const frame = this.#frames.at(-1)
    if (frame?.hasRecords === true) {
      this.#capture.start(byte, frame.bracket, undefined)
      return true
    }
    const isTarget = this.#path !== undefined && depth === this.#path.fields.length
    const isTopLevel = this.#frames.length === 0
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      const isMembers = this.#path?.isMembers === true
      if (isTarget) this.#lists.found = true
      if (isTarget && byte === OPEN_OBJECT && !isMembers) {
        this.#capture.start(byte, frame?.bracket ?? 0, undefined)
        return true
      }
      const hasRecords = isTarget && (byte === OPEN_OBJECT) === isMembers
      this.#open(byte, depth, hasRecords, key)
      return false
    }
    if (isTopLevel) {
      // Neither an object nor a list: a broken line between others, which must fail and not disappear.
      this.#capture.start(byte, 0, undefined)
      return true
    }
    if (byte === QUOTE) this.#skipped = new SkippedValue(true, undefined)
    return false
  }

  #open(
    bracket: typeof OPEN_LIST | typeof OPEN_OBJECT,
    depth: number,
    hasRecords: boolean,
    key: string | undefined,
  ): void {
    const isBeside = depth === BESIDE && this.#path !== undefined
    if (this.#frames.length >= FRAMES_MAX || (isBeside && bracket === OPEN_LIST)) {
      this.#skipped = new SkippedValue(false, bracket === OPEN_LIST ? this.#pathTo(key) : undefined)
      return
    }
    this.#frames.push({ bracket, depth, hasRecords, key: undefined })
    const parent = this.#frames.at(-2)
    // The name of an open value is still needed for the paths of lists inside.
    if (parent !== undefined) parent.key = key
  }

  /** Returns how many names of the path lead to the next value of a frame. */
  #depthOf(frame: Frame | undefined): number {
    if (frame === undefined) return 0
    if (frame.bracket === OPEN_LIST) return frame.depth
    const isNext = frame.depth !== BESIDE && frame.key === this.#path?.fields[frame.depth]
    return isNext && frame.key !== undefined ? frame.depth + 1 : BESIDE
  }

  /** Closes the innermost frame of a kind and all frames inside. Returns false if there is none. */
  #closes(bracket: number): boolean {
    const at = this.#frames.findLastIndex((frame) => frame.bracket === bracket)
    if (at === -1) return false
    this.#frames.length = at
    const parent = this.#frames.at(-1)
    if (parent !== undefined) parent.key = undefined
    return true
  }

  /** Makes the current list the list of records, because it is the first list of objects. */
  #choose(): void {
    const fields = this.#frames.flatMap(({ bracket, key }) => (bracket === OPEN_OBJECT ? [key ?? ''] : []))
    this.#path = { fields, isMembers: false }
    this.#lists.read = this.#path
    this.#lists.found = true
    let depth = 0
    for (const frame of this.#frames) {
      frame.depth = depth
      if (frame.bracket === OPEN_OBJECT) depth += 1
    }
    const list = this.#frames.at(-1)
    if (list !== undefined) list.hasRecords = true
  }

  #pathTo(key: string | undefined): string {
    const keys = this.#frames.slice(0, -1).flatMap((frame) => (frame.bracket === OPEN_OBJECT ? [frame.key ?? ''] : []))
    return `${[...keys, key ?? ''].join('.')}[]`
  }

  #readKey(bytes: number[], byte: number): void {
    if (byte === NEWLINE) this.#capture.line += 1
    if (byte === NEWLINE || (byte === QUOTE && !this.#escaped)) {
      const frame = this.#frames.at(-1)
      if (frame !== undefined) frame.key = keyOf(bytes)
      this.#keyBytes = undefined
      return
    }
    this.#escaped = byte === BACKSLASH && !this.#escaped
    if (bytes.length < KEY_BYTES_MAX) bytes.push(byte)
  }

  #skip(value: SkippedValue, chunk: Buffer, from: number): number {
    const next = value.read(chunk, from)
    this.#capture.line += value.takeLines()
    if (!value.isDone) return next
    this.#skipped = undefined
    const { list, objects } = value
    const { others } = this.#lists
    if (list !== undefined && objects > 0 && (others.has(list) || others.size < OTHER_LISTS_MAX)) {
      others.set(list, (others.get(list) ?? 0) + objects)
    }
    return next
  }
}

function keyOf(bytes: readonly number[]): string {
  const text = Buffer.from(bytes).toString('utf8')
  if (!text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

/** A value outside the records: a text, or a list or object whose first bracket is read. */
class SkippedValue {
  isDone = false
  /** Path of the value, if it is a list. */
  readonly list: string | undefined
  /** Number of objects directly in the list. */
  objects = 0
  #depth: number
  #inString: boolean
  #escaped = false
  #lines = 0

  constructor(isText: boolean, list: string | undefined) {
    this.list = list
    this.#inString = isText
    this.#depth = isText ? 0 : 1
  }

  /** Returns the index after the last byte of the value, or the length of the chunk. */
  read(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte === NEWLINE) this.#lines += 1
      if (this.#inString) {
        if (byte === NEWLINE || (byte === QUOTE && !this.#escaped)) this.#inString = false
        this.#escaped = byte === BACKSLASH && !this.#escaped
      } else if (byte === QUOTE) {
        this.#inString = true
        this.#escaped = false
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (this.#depth === 1 && byte === OPEN_OBJECT) this.objects += 1
        this.#depth += 1
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1
      if (this.#inString || this.#depth > 0) continue
      this.isDone = true
      return at + 1
    }
    return chunk.length
  }

  takeLines(): number {
    const lines = this.#lines
    this.#lines = 0
    return lines
  }
}
