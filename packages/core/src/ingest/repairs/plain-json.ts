import { LIMITS } from '../../model/limits.ts'
import type { JsonValue } from '../../model/supplier-record.ts'

/** A JSON copy of a value. */
export interface PlainJson {
  readonly value: JsonValue
  readonly text: string
  /** True if the copy lacks parts that JSON cannot represent. */
  readonly lossy: boolean
  /** True if the copy replaced lone surrogates or NULs, which some storages cannot store. */
  readonly cleaned: boolean
}

/**
 * Copies a value as JSON. The limit bounds the time, regardless of the size or depth of the value.
 *
 * @param maxUnits - Maximum UTF-16 units of the JSON.
 * @returns undefined if JSON cannot represent the value, because the value is cyclic, too long, nested deeper than
 *   `LIMITS.extraLevels`, unreadable or empty.
 */
export function plainJson(value: unknown, maxUnits: number): PlainJson | undefined {
  const writer = new JsonWriter(maxUnits)
  try {
    if (!writer.write('', value, 0)) return undefined
  } catch {
    return undefined
  }
  const { text, lossy, cleaned } = writer
  return { value: JSON.parse(text) as JsonValue, text, lossy, cleaned }
}

/** Returns the start of a value as JSON text for messages; undefined if the value cannot be read. */
export function startAsJson(value: unknown, maxUnits: number): string | undefined {
  const writer = new JsonWriter(maxUnits)
  try {
    return writer.write('', value, 0) ? writer.text : undefined
  } catch (error) {
    return error === FULL ? `${writer.text}…` : undefined
  }
}

const FULL: unique symbol = Symbol('beyond the limit')
const UNREPRESENTABLE: unique symbol = Symbol('not representable')

class JsonWriter {
  readonly #parents: object[] = []
  readonly #maxUnits: number
  text = ''
  lossy = false
  cleaned = false

  constructor(maxUnits: number) {
    this.#maxUnits = maxUnits
  }

  /** Writes a value as JSON. Returns false without writing if JSON cannot represent the value. */
  write(key: string, given: unknown, level: number): boolean {
    const value = unboxed(given, key)
    if (value === null || typeof value === 'boolean') return this.#add(String(value))
    if (typeof value === 'string') return this.#addText(value)
    if (typeof value === 'number' && Number.isFinite(value)) return this.#add(JSON.stringify(value))
    if (typeof value !== 'object') {
      if (value !== undefined || level === 0) this.lossy = true
      return false
    }
    if (level === LIMITS.extraLevels || this.#parents.includes(value)) throw UNREPRESENTABLE
    this.#parents.push(value)
    const isWritten = Array.isArray(value) ? this.#addList(value, level) : this.#addObject(value, level)
    this.#parents.pop()
    return isWritten
  }

  #addList(list: readonly unknown[], level: number): boolean {
    this.#add('[')
    const { length } = list
    for (let at = 0; at < length; at++) {
      if (at > 0) this.#add(',')
      if (this.write(String(at), list[at], level + 1)) continue
      this.#add('null')
    }
    return this.#add(']')
  }

  #addObject(value: object, level: number): boolean {
    const keys = Object.keys(value)
    // The content of a Map, Set or RegExp is not in its keys.
    if (keys.length === 0 && !isBare(value)) {
      this.lossy = true
      return false
    }
    this.#add('{')
    let isFirst = true
    for (const key of keys) {
      const before = this.text
      if (!isFirst) this.#add(',')
      this.#addText(key)
      this.#add(':')
      if (this.write(key, (value as Record<string, unknown>)[key], level + 1)) isFirst = false
      else this.text = before
    }
    return this.#add('}')
  }

  #addText(text: string): boolean {
    if (this.text.length + text.length > this.#maxUnits) throw this.#full(`"${text}`)
    const clean = cleanText(text)
    if (clean !== text) this.cleaned = true
    return this.#add(JSON.stringify(clean))
  }

  #add(text: string): boolean {
    if (this.text.length + text.length > this.#maxUnits) throw this.#full(text)
    this.text += text
    return true
  }

  /** Keeps the start of a value that does not fit, because messages show this start. */
  #full(text: string): typeof FULL {
    this.text += text.slice(0, this.#maxUnits - this.text.length)
    return FULL
  }
}

/** Returns a text without lone surrogates and NULs. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd')
}

/** Returns the value that JSON writes for an object with `toJSON` or a boxed primitive. */
function unboxed(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { toJSON } = value as { toJSON?: unknown }
  const unboxedValue: unknown = typeof toJSON === 'function' ? toJSON.call(value, key) : value
  return unboxedValue instanceof String || unboxedValue instanceof Number || unboxedValue instanceof Boolean
    ? unboxedValue.valueOf()
    : unboxedValue
}

function isBare(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
