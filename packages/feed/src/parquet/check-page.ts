import { deltaBinaryUnpack } from './page-decoder.ts'

/** The values that the bytes of a page must contain. */
export interface PageForm {
  /** Values including missing ones. */
  readonly values: number
  readonly encoding: string
  readonly type: string
  readonly typeLength: number | undefined
  readonly repetitionBits: number
  readonly definitionBits: number
  /** Bytes of the levels if the header of the page has them (version 2); else each is preceded by its length. */
  readonly levelBytes: readonly [repetition: number, definition: number] | undefined
  /** Limit for the values of all texts of the page after decoding. */
  readonly maxBytes: number
}

const LENGTH_BYTES = 4
const VARINT_BYTES_MAX = 10
/** Writers pad the last run of packed values to a multiple of 8; one pads to 63 groups. */
const PADDED_VALUES = 512
const BLOCK_VALUES_MAX = 65_536
const MINIBLOCKS_MAX = 512
const DELTA_BITS_MAX = 64

/**
 * Checks the runs, counts and lengths in the bytes of a page, before they are decoded. The decoder itself writes as many
 * values as a run claims.
 *
 * @throws {Error} if the page is malformed.
 */
export function checkPage(bytes: Uint8Array, form: PageForm): void {
  const cursor = new ByteCursor(bytes)
  const { values, levelBytes } = form
  checkLevels(cursor, form.repetitionBits, values, levelBytes?.[0])
  checkLevels(cursor, form.definitionBits, values, levelBytes?.[1])
  const { encoding, type } = form
  if (encoding === 'PLAIN') return
  if (encoding === 'RLE') {
    if (type !== 'BOOLEAN') throw new Error('a page has run lengths of another type than truth values')
    if (levelBytes === undefined) cursor.skip(LENGTH_BYTES)
    else cursor.skipOptionalLength()
    checkRuns(cursor, 1, values, bytes.length)
  } else if (encoding.endsWith('_DICTIONARY')) {
    if (cursor.left === 0) return
    const bits = cursor.byte()
    if (bits > 32) throw new Error('a page has impossible positions in its dictionary')
    if (bits > 0) checkRuns(cursor, bits, values, bytes.length)
  } else if (encoding === 'BYTE_STREAM_SPLIT') {
    const width = form.typeLength ?? (type === 'INT64' || type === 'DOUBLE' ? 8 : 4)
    if (!(width >= 1 && width <= bytes.length)) throw new Error('a page has an impossible width of values')
  } else if (encoding.startsWith('DELTA_')) checkDeltas(cursor, form)
  else throw new Error(`the encoding ${encoding} is not supported`)
}

/** Reads bytes within their end. */
class ByteCursor {
  at = 0
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  byte(): number {
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new Error('a page ends too early')
    this.at += 1
    return byte
  }

  skip(count: number): void {
    if (!(count >= 0 && count <= this.left)) throw new Error('a page ends too early')
    this.at += count
  }

  varint(): number {
    let value = 0
    for (let count = 0; count < VARINT_BYTES_MAX; count++) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** (7 * count)
      if (byte < 0x80) return value
    }
    throw new Error('a page has a number that is too long')
  }

  length(): number {
    let value = 0
    for (let at = 0; at < LENGTH_BYTES; at++) value += this.byte() * 2 ** (8 * at)
    return value
  }

  /** Truth values in pages of version 2 may have their length before. */
  skipOptionalLength(): void {
    const start = this.at
    if (this.left >= LENGTH_BYTES && this.length() === this.left) return
    this.at = start
  }
}

function checkLevels(cursor: ByteCursor, bits: number, values: number, bytes: number | undefined): void {
  if (bits === 0) {
    cursor.skip(bytes ?? 0)
    return
  }
  const length = bytes ?? cursor.length()
  const start = cursor.at
  cursor.skip(length)
  const end = cursor.at
  cursor.at = start
  checkRuns(cursor, bits, values, end)
  cursor.at = end
}

/** Checks runs of equal or packed values up to `values`, which all must be before `end`. */
function checkRuns(cursor: ByteCursor, bits: number, values: number, end: number): void {
  const valueBytes = Math.ceil(bits / 8)
  let seen = 0
  while (seen < values && cursor.at < end) {
    const head = cursor.varint()
    const run = Math.floor(head / 2)
    if (head % 2 === 0) {
      if (run > values - seen) throw new Error('a page has a run of too many values')
      cursor.skip(valueBytes)
      seen += run
    } else {
      if (run * 8 > values - seen + PADDED_VALUES) throw new Error('a page has too many packed values')
      // The last group may be cut after its last value.
      cursor.at = Math.min(cursor.at + run * bits, cursor.bytes.length)
      seen += run * 8
    }
  }
}

function checkDeltas(cursor: ByteCursor, { encoding, type, values, maxBytes }: PageForm): void {
  if (encoding === 'DELTA_BINARY_PACKED') {
    if (type !== 'INT32' && type !== 'INT64') throw new Error('a page has differences of values that are no numbers')
    skipDeltas(cursor, values)
    return
  }
  if (type !== 'BYTE_ARRAY' && type !== 'FIXED_LEN_BYTE_ARRAY')
    throw new Error('a page has lengths of values that are no texts')
  const start = cursor.at
  const count = skipDeltas(cursor, values)
  if (encoding === 'DELTA_LENGTH_BYTE_ARRAY') return
  // Each text repeats the start of the text before it. Few bytes can therefore be very many texts.
  const prefixes = new Int32Array(count)
  const view = new DataView(cursor.bytes.buffer, cursor.bytes.byteOffset, cursor.bytes.byteLength)
  deltaBinaryUnpack({ view, offset: start }, count, prefixes)
  skipDeltas(cursor, values)
  let bytes = cursor.bytes.length
  for (const prefix of prefixes) bytes += Math.max(0, prefix)
  if (bytes > maxBytes) throw new Error('the texts of a page are too long')
}

/** @returns The number of values that the stream claims; at most `values`. */
function skipDeltas(cursor: ByteCursor, values: number): number {
  const blockValues = cursor.varint()
  const miniblocks = cursor.varint()
  const count = cursor.varint()
  cursor.varint()
  const each = blockValues / miniblocks
  const isPossible = blockValues <= BLOCK_VALUES_MAX && miniblocks >= 1 && miniblocks <= MINIBLOCKS_MAX
  if (!isPossible || !Number.isInteger(each) || each < 1 || count > values) {
    throw new Error('a page has an impossible block of differences')
  }
  for (let seen = 1; seen < count; ) {
    cursor.varint()
    const widths = cursor.at
    cursor.skip(miniblocks)
    for (let at = 0; at < miniblocks && seen < count; at++) {
      const bits = cursor.bytes[widths + at] as number
      if (bits > DELTA_BITS_MAX) throw new Error('a page has differences with too many bits')
      // The last miniblock may be cut after its last value.
      cursor.at = Math.min(cursor.at + (each * bits) / 8, cursor.bytes.length)
      seen += each
    }
  }
  return count
}
