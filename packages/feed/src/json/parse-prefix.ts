import { isPlainObject } from './plain-object.ts'

/** The first value of a JSON text. */
export interface FirstValue {
  readonly value: unknown
  /** Whether the text has the whole value. */
  readonly isWhole: boolean
}

/**
 * Parses the first value of a text that may end anywhere. A value that the text cuts is left out. Returns undefined if the text
 * is not JSON.
 */
export function parsePrefix(text: string): FirstValue | undefined {
  const { end, closers, isWhole } = measure(text)
  try {
    return { value: JSON.parse(text.slice(0, end) + closers), isWhole }
  } catch {
    return undefined
  }
}

/** Deeper values are not records. Functions that process a value recursively would exceed the stack. */
const LEVELS_MAX = 500

/** Finds the last place at which the open brackets can be closed, and the brackets that close them there. */
function measure(text: string): { end: number; closers: string; isWhole: boolean } {
  const { end, isWhole } = scan(text, text.length)
  return { end, closers: scan(text, end).open.toReversed().join(''), isWhole }
}

function scan(text: string, to: number): { end: number; open: string[]; isWhole: boolean } {
  const open: string[] = []
  let end = 0
  let inString = false
  for (let at = 0; at < to; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at += 1
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      if (open.length >= LEVELS_MAX) return { end, open, isWhole: false }
      open.push(char === '{' ? '}' : ']')
      end = at + 1
    } else if (char === '}' || char === ']') {
      open.pop()
      end = at + 1
      if (open.length === 0) return { end, open, isWhole: true }
    } else if (char === ',') end = at
  }
  return { end, open, isWhole: false }
}

/** Finds the end of the first object of a JSON document that arrives in pieces. */
export class FirstObject {
  /** Whether the object has ended: the first value, or the first element of a list. */
  hasEnded = false
  /** Number of bytes up to the end of the object. */
  end = 0
  #read = 0
  #depth = 0
  #inString = false
  #escaped = false

  /** @param head - All bytes so far. */
  read(head: Uint8Array): boolean {
    for (; this.#read < head.length && !this.hasEnded; this.#read++) this.#step(head[this.#read] as number)
    if (this.hasEnded) this.end = this.#read
    return this.hasEnded
  }

  #step(byte: number): void {
    if (this.#inString) {
      if (byte === 0x22 && !this.#escaped) this.#inString = false
      this.#escaped = byte === 0x5c && !this.#escaped
    } else if (byte === 0x22) this.#inString = true
    else if (byte === 0x7b) this.#depth += 1
    else if (byte === 0x7d) {
      this.#depth -= 1
      if (this.#depth <= 0) this.hasEnded = true
    }
  }
}

/** Returns the objects of a list, or undefined if it has none. */
export function objectsOf(value: unknown): readonly Record<string, unknown>[] | undefined {
  if (!Array.isArray(value)) return undefined
  const objects = value.filter(isPlainObject)
  return objects.length > 0 ? objects : undefined
}
