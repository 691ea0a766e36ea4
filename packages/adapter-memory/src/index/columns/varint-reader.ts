/** Reads varints (7 bits per byte, lowest first) from a column. */
export class VarintReader {
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): number {
    let byte = this.#bytes[this.at++] as number
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; ; shift += 7) {
      byte = this.#bytes[this.at++] as number
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
}

/** Writes a number in the encoding that {@link VarintReader} reads. */
export function putVarint(column: { push(byte: number): void }, value: number): void {
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) column.push((rest & 0x7f) | 0x80)
  column.push(rest)
}
