import { exactTextDecoder, textDecoder } from '../../runtime/environment.ts'

/** The maximum number of bytes of a text that is read without a decoder. */
const MAX_SHORT_BYTES = 64

/** Reads the output of `ByteWriter`. Each method throws a RangeError if the value ends after the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The offset of the next value. */
  get at(): number {
    return this.#at
  }

  u8(): number {
    return this.#view.getUint8(this.#at++)
  }
  u16(): number {
    this.#at += 2
    return this.#view.getUint16(this.#at - 2, true)
  }
  u32(): number {
    this.#at += 4
    return this.#view.getUint32(this.#at - 4, true)
  }
  i32(): number {
    this.#at += 4
    return this.#view.getInt32(this.#at - 4, true)
  }
  f64(): number {
    this.#at += 8
    return this.#view.getFloat64(this.#at - 8, true)
  }
  /** Returns a copy of the next bytes. */
  bytes(length: number): Uint8Array {
    return this.#bytes.slice(this.#at, this.#skip(length))
  }
  text(): string {
    const length = this.u8()
    const from = this.#at
    const end = this.#skip(length)
    return this.#ascii(from, end) ?? textDecoder.decode(this.#bytes.subarray(from, end))
  }
  /**
   * Reads UTF-8 without a length.
   *
   * @throws TypeError if the bytes are not UTF-8.
   */
  utf8(length: number): string {
    const from = this.#at
    const end = this.#skip(length)
    const short = length <= MAX_SHORT_BYTES ? this.#ascii(from, end) : undefined
    return short ?? exactTextDecoder.decode(this.#bytes.subarray(from, end))
  }

  /** Returns an ASCII text; undefined for any other text. For short texts, this is several times faster than a decoder. */
  #ascii(from: number, end: number): string | undefined {
    let text = ''
    for (let at = from; at < end; at++) {
      const byte = this.#bytes[at] as number
      if (byte > 127) return undefined
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** Skips some bytes and returns their end. */
  #skip(length: number): number {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the bytes end before the value')
    this.#at = end
    return end
  }
}
