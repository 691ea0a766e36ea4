import { isUtf8 } from 'node:buffer'

/** Decodes UTF-8 in pieces. A character may be split between two pieces. */
export class Utf8Decoder {
  #rest: Buffer = Buffer.alloc(0)
  /** Whether a piece was not valid UTF-8. Its invalid bytes are decoded as U+FFFD. */
  isDamaged = false

  write(chunk: Buffer): string {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const end = bytes.length - unfinishedBytes(bytes)
    this.#rest = Buffer.from(bytes.subarray(end))
    return this.#decode(bytes.subarray(0, end))
  }

  end(): string {
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    return this.#decode(rest)
  }

  #decode(bytes: Buffer): string {
    if (!isUtf8(bytes)) this.isDamaged = true
    return bytes.toString('utf8')
  }
}

/** Returns the number of bytes at the end that start a character without its last byte: 0 to 3. */
function unfinishedBytes(bytes: Buffer): number {
  const last = Math.min(3, bytes.length)
  for (let back = 1; back <= last; back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}
