import { textEncoder } from '../../runtime/environment.ts'

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

  /** The number of bytes written so far. */
  get length(): number {
    return this.#length
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
  f64(value: number): void {
    const at = this.#reserve(8)
    this.#view.setFloat64(at, value, true)
  }
  /** Replaces a written byte. */
  setU8(at: number, value: number): void {
    this.#view.setUint8(at, value)
  }
  /** Replaces a written number of two bytes. */
  setU16(at: number, value: number): void {
    this.#view.setUint16(at, value, true)
  }
  bytes(value: Uint8Array): void {
    const at = this.#reserve(value.length)
    this.#bytes.set(value, at)
  }
  /** Writes UTF-8 without its length. Half of a surrogate pair becomes U+FFFD. */
  utf8(value: string): void {
    // A UTF-16 unit has at most three bytes.
    const at = this.#reserve(value.length * 3)
    this.#length = at + textEncoder.encodeInto(value, this.#bytes.subarray(at)).written
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
