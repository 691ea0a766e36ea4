/** Limits of a structure of Thrift that come from outside data. */
export interface ThriftLimits {
  /** Values in all lists and structures together. */
  readonly values: number
  /** Bytes of one text deeper than `shallowLevels`. */
  readonly textBytes: number
  /** Levels of structures in which a text may have any length. */
  readonly shallowLevels: number
}

const STOP = 0
const TRUE = 1
const FALSE = 2
const BYTE = 3
const LAST_INTEGER = 6
const DOUBLE = 7
const BINARY = 8
const LIST = 9
const STRUCT = 12
const LONG_LIST = 15
const LEVELS_MAX = 16
const INTEGER_BYTES_MAX = 10

/** The bytes end before the structure does. */
class UnfinishedStructure extends Error {}

/**
 * Checks the form of a structure in the compact protocol of Thrift, before it is decoded. The decoder itself believes
 * the sizes that the bytes claim.
 *
 * @returns The index of the byte after the structure; `undefined` if the bytes end before.
 * @throws {Error} if the structure is malformed or above a limit.
 */
export function checkThrift(bytes: Uint8Array, start: number, limits: ThriftLimits): number | undefined {
  const checker = new ThriftChecker(bytes, start, limits)
  try {
    checker.struct(1)
    return checker.at
  } catch (error) {
    if (error instanceof UnfinishedStructure) return undefined
    throw error
  }
}

class ThriftChecker {
  at: number
  readonly #bytes: Uint8Array
  readonly #limits: ThriftLimits
  #values = 0

  constructor(bytes: Uint8Array, start: number, limits: ThriftLimits) {
    this.#bytes = bytes
    this.at = start
    this.#limits = limits
  }

  struct(level: number): void {
    if (level > LEVELS_MAX) throw new Error('its metadata is nested too deep')
    for (;;) {
      const head = this.#byte()
      const type = head & 0x0f
      if (type === STOP) return
      if (head >> 4 === 0) this.#integer()
      this.#value(type, level)
    }
  }

  #value(type: number, level: number): void {
    this.#values += 1
    if (this.#values > this.#limits.values) throw new Error('its metadata has too many values')
    if (type === TRUE || type === FALSE) return
    if (type === BYTE) this.#skip(1)
    else if (type > BYTE && type <= LAST_INTEGER) this.#integer()
    else if (type === DOUBLE) this.#skip(8)
    else if (type === BINARY) this.#text(level)
    else if (type === LIST) this.#list(level)
    else if (type === STRUCT) this.struct(level + 1)
    else throw new Error('its metadata has an unknown type')
  }

  #text(level: number): void {
    const length = this.#integer()
    if (level > this.#limits.shallowLevels && length > this.#limits.textBytes) {
      throw new Error('its metadata has a text that is too long')
    }
    this.#skip(length)
  }

  #list(level: number): void {
    const head = this.#byte()
    const type = head & 0x0f
    const count = head >> 4 === LONG_LIST ? this.#integer() : head >> 4
    if (this.#values + count > this.#limits.values) throw new Error('its metadata has too many values')
    const isTruth = type === TRUE || type === FALSE
    for (let at = 0; at < count; at++) this.#value(isTruth ? BYTE : type, level)
  }

  /** Reads a variable-length integer: for lengths and counts, its value. */
  #integer(): number {
    let value = 0
    for (let count = 0; count < INTEGER_BYTES_MAX; count++) {
      const byte = this.#byte()
      value += (byte & 0x7f) * 2 ** (7 * count)
      if (byte < 0x80) return value
    }
    throw new Error('its metadata has a number that is too long')
  }

  #byte(): number {
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw new UnfinishedStructure()
    this.at += 1
    return byte
  }

  #skip(count: number): void {
    if (count > this.#bytes.length - this.at) throw new UnfinishedStructure()
    this.at += count
  }
}
