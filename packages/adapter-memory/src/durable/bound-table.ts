import { crc32 } from 'node:zlib'
import type { Database } from 'lmdb'
import type { LedgerTable, TableRange } from './ledger-table.ts'
import { CHECKSUM_AT } from './row-encoding.ts'

/**
 * One table of the file. Every value's checksum is bound to the table and the key under which it
 * lies: a sound row that is found in another place is as wrong as a damaged one.
 *
 * Values are those of `row-encoding.ts`; their checksum is turned while they lie here.
 */
export class BoundTable implements LedgerTable {
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

  peek(key: Buffer): Uint8Array | undefined {
    return this.#table.getBinaryFast(key)
  }

  unbound(key: Buffer, bytes: Uint8Array): Buffer {
    return this.#turn(key, Buffer.from(bytes))
  }

  put(key: Buffer, value: Buffer): Promise<boolean> {
    // A copy: the caller may hold the value.
    return this.putOwn(key, Buffer.from(value))
  }

  putOwn(key: Buffer, value: Buffer): Promise<boolean> {
    return this.#table.put(key, this.#turn(key, value))
  }

  /**
   * Inside a transaction: puts a row behind all others, which is quicker and fills pages whole.
   *
   * @param value - Bound to its place here, in place.
   * @throws when it does not belong there.
   */
  append(key: Buffer, value: Buffer): void {
    // Inside a transaction it tells, whatever its type says.
    const isPut: unknown = this.#table.putSync(key, this.#turn(key, value), { append: true })
    if (isPut === true) return
    throw new Error('A row that was to come last in its table does not')
  }

  /** LMDB keeps count. */
  get entries(): number {
    return (this.#table.getStats() as { entryCount: number }).entryCount
  }

  clearSync(): void {
    this.#table.clearSync()
  }

  remove(key: Buffer): Promise<boolean> {
    return this.#table.remove(key)
  }

  doesExist(key: Buffer): boolean {
    return this.#table.doesExist(key)
  }

  getKeys(range: TableRange): Iterable<Buffer> {
    // A copy: lmdb notes in it that only keys are asked for.
    return this.#table.getKeys({ ...range })
  }

  *getRange(range: TableRange = {}): Generator<{ key: Buffer; value: Buffer }, void> {
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
