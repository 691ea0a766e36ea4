import { crc32 } from 'node:zlib'
import type { Database } from 'lmdb'
import { CHECKSUM_AT } from './row-encoding.ts'

interface Range {
  readonly start?: Buffer
  readonly exclusiveStart?: boolean
  readonly end?: Buffer
  readonly inclusiveEnd?: boolean
  /** From `start` down. */
  readonly reverse?: boolean
  readonly limit?: number
}

/**
 * One table of the file. Every value's checksum is bound to the table and the key under which it
 * lies: a sound row that is found in another place is as wrong as a damaged one.
 *
 * Values are those of `row-encoding.ts`; their checksum is turned while they lie here.
 */
export class BoundTable {
  readonly #table: Database<Buffer, Buffer>
  readonly #nameChecksum: number

  constructor(name: string, table: Database<Buffer, Buffer>) {
    this.#table = table
    this.#nameChecksum = crc32(name)
  }

  get(key: Buffer): Buffer | undefined {
    const value = this.#table.get(key)
    return value === undefined ? undefined : this.#turn(key, value)
  }

  /**
   * The bytes as they lie here, still bound to their place, in a buffer that the next read from the file overwrites. Its
   * `length` counts, not that of the memory under it.
   */
  peek(key: Buffer): Uint8Array | undefined {
    return this.#table.getBinaryFast(key)
  }

  /** A copy of bytes that {@link peek} showed, as `get` answers them. */
  unbound(key: Buffer, bytes: Uint8Array): Buffer {
    return this.#turn(key, Buffer.from(bytes))
  }

  /** Inside a transaction: alone, a write that fails for want of space would be waited for without end. */
  put(key: Buffer, value: Buffer): Promise<boolean> {
    // A copy: the caller may hold the value.
    return this.#table.put(key, this.#turn(key, Buffer.from(value)))
  }

  /** How many there are; LMDB keeps count. */
  get entries(): number {
    return (this.#table.getStats() as { entryCount: number }).entryCount
  }

  /** Inside a transaction, as all that writes. */
  clearSync(): void {
    this.#table.clearSync()
  }

  remove(key: Buffer): Promise<boolean> {
    return this.#table.remove(key)
  }

  doesExist(key: Buffer): boolean {
    return this.#table.doesExist(key)
  }

  getKeys(range: Range): Iterable<Buffer> {
    return this.#table.getKeys(range)
  }

  *getRange(range: Range = {}): Generator<{ key: Buffer; value: Buffer }, void> {
    for (const { key, value } of this.#table.getRange(range)) yield { key, value: this.#turn(key, value) }
  }

  #turn(key: Buffer, value: Buffer): Buffer {
    return turnChecksum(this.#nameChecksum, key, value)
  }
}

/**
 * Binds the checksum of a value to its place, or unbinds it, in place. Too short a value is left
 * for the reader to refuse.
 *
 * @param nameChecksum - CRC-32 of the table's name.
 */
export function turnChecksum(nameChecksum: number, key: Buffer, value: Buffer): Buffer {
  if (value.length < CHECKSUM_AT + 4) return value
  value.writeInt32LE(value.readUInt32LE(CHECKSUM_AT) ^ crc32(key, nameChecksum), CHECKSUM_AT)
  return value
}
