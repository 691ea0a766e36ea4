import { textDecoder, textEncoder } from '../../runtime/environment.ts'

/** Writes numbers and short texts into one growing buffer, little-endian. */
export class ByteWriter {
  #bytes: Uint8Array = new Uint8Array(512)
  #view: DataView = new DataView(this.#bytes.buffer)
  #length = 0

  #reserve(count: number): number {
    const at = this.#length
    if (at + count > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, at + count))
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#view = new DataView(larger.buffer)
    }
    this.#length = at + count
    return at
  }

  u8(value: number): void {
    const at = this.#reserve(1)
    this.#view.setUint8(at, value)
  }
  u16(value: number): void {
    const at = this.#reserve(2)
    this.#view.setUint16(at, value, true)
  }
  u32(value: number): void {
    const at = this.#reserve(4)
    this.#view.setUint32(at, value, true)
  }
  i32(value: number): void {
    const at = this.#reserve(4)
    this.#view.setInt32(at, value, true)
  }
  /**
   * Writes a text of at most 255 bytes of UTF-8. If the text is longer, the function cuts it between two characters.
   */
  text(value: string): void {
    const lengthAt = this.#reserve(1)
    const at = this.#reserve(255)
    const { written } = textEncoder.encodeInto(value, this.#bytes.subarray(at, at + 255))
    this.#view.setUint8(lengthAt, written)
    this.#length = at + written
  }
  /** Returns a copy of the bytes written so far. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
  clear(): void {
    this.#length = 0
  }
}

/** Reads the output of {@link ByteWriter}. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
  text(): string {
    const length = this.u8()
    const end = this.#at + length
    let text = ''
    // Nearly all folded words are ASCII. For ASCII words, this loop is several times faster than a TextDecoder.
    for (let at = this.#at; at < end; at++) {
      const byte = this.#bytes[at] as number
      if (byte > 127) {
        text = textDecoder.decode(this.#bytes.subarray(this.#at, end))
        break
      }
      text += String.fromCharCode(byte)
    }
    this.#at = end
    return text
  }
}
