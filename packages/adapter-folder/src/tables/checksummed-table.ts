import { crc32 } from 'node:zlib'
import type { Database } from 'lmdb'
import { CHECKSUM_AT } from '../rows/row-encoding.ts'
import type { LedgerTable, TableRange } from './ledger-table.ts'

/** The start of a range of all keys: LMDB has no empty keys. */
const FIRST = Buffer.alloc(0)

/** The known valid pages of one table, in a file that has not been checked completely. */
export interface SoundPlaces {
  /**
   * Checks the page where a key is or would be, unless the page is known to be valid.
   *
   * @returns the end (exclusive) of the known valid range around the key; undefined if the range reaches the end of
   *   the table.
   * @throws `storage_corrupt`
   */
  check(key: Buffer): Buffer | undefined
}

/** The known valid pages of a file that has not been checked completely. */
export interface KnownPages {
  table(name: string): SoundPlaces
  close(): void
}

/**
 * One table of the file. The checksum of a value also covers its table and key, so a valid row under another key counts
 * as damaged.
 *
 * `row-encoding.ts` encodes the values; this table masks their checksums.
 */
export class ChecksummedTable implements LedgerTable {
  readonly #table: Database<Buffer, Buffer>
  readonly #nameChecksum: number
  readonly #sound: SoundPlaces | undefined
  /** Whether rows were put or removed after the last {@link countTouched}. */
  #isTouched = false

  /** @param sound - Distinguishes an absent row from a row hidden by a damaged page. Default: all pages are valid. */
  constructor(name: string, table: Database<Buffer, Buffer>, sound?: SoundPlaces) {
    this.#table = table
    this.#nameChecksum = crc32(name)
    this.#sound = sound
  }

  get(key: Buffer): Buffer | undefined {
    const value = this.#table.get(key)
    if (value !== undefined) return this.#mask(key, value)
    this.#sound?.check(key)
    return undefined
  }

  peek(key: Buffer): Uint8Array | undefined {
    const value = this.#table.getBinaryFast(key)
    if (value === undefined) this.#sound?.check(key)
    return value
  }

  unmasked(key: Buffer, bytes: Uint8Array): Buffer {
    return this.#mask(key, Buffer.from(bytes))
  }

  put(key: Buffer, value: Buffer): Promise<boolean> {
    // Copies the value, which the caller may keep and change.
    return this.putTransferred(key, Buffer.from(value))
  }

  putTransferred(key: Buffer, value: Buffer): Promise<boolean> {
    this.#isTouched = true
    return this.#table.put(key, this.#mask(key, value))
  }

  /**
   * Appends a row to the table, inside a transaction. This is faster than `put` and fills pages completely.
   *
   * @param value - The value; its checksum is masked in place.
   * @throws if the key is not the last key.
   */
  append(key: Buffer, value: Buffer): void {
    this.#isTouched = true
    // Inside a transaction, `putSync` returns a boolean, although its type is different.
    const isPut: unknown = this.#table.putSync(key, this.#mask(key, value), { append: true })
    if (isPut === true) return
    throw new Error('An appended row is not the last row of its table')
  }

  get entries(): number {
    return (this.#table.getStats() as { entryCount: number }).entryCount
  }

  /**
   * Counts the rows inside the transaction that wrote them.
   *
   * @returns undefined if no row was put or removed after the last call.
   */
  countTouched(): number | undefined {
    return this.#isTouched ? this.count() : undefined
  }

  /** Makes the next transaction count the rows. */
  touch(): void {
    this.#isTouched = true
  }

  /** Counts the rows like {@link countTouched}, but in all cases. */
  count(): number {
    this.#isTouched = false
    // Calls `stat`, which the types lack. `getStats` is slower, as it also collects numbers of the whole file.
    const { db } = this.#table as unknown as { readonly db: { stat(): { readonly entryCount: number } } }
    return db.stat().entryCount
  }

  clearSync(): void {
    this.#isTouched = true
    this.#table.clearSync()
  }

  remove(key: Buffer): Promise<boolean> {
    this.#isTouched = true
    return this.#table.remove(key)
  }

  doesExist(key: Buffer): boolean {
    if (this.#table.doesExist(key)) return true
    this.#sound?.check(key)
    return false
  }

  getKeys(range: TableRange): Iterable<Buffer> {
    // Copies the range, since lmdb sets a flag for keys in it.
    return this.#inSoundParts(range, (part) => this.#table.getKeys({ ...part }))
  }

  *getRange(range: TableRange = {}): Generator<{ key: Buffer; value: Buffer }, void> {
    const rows = this.#inSoundParts(range, (part) => this.#table.getRange(part))
    for (const { key, value } of rows) yield { key, value: this.#mask(key, value) }
  }

  /**
   * Reads a range in parts, and checks the pages of each part first. Without the check, rows could be missing, or LMDB
   * could crash the process.
   */
  *#inSoundParts<Row>(range: TableRange, read: (part: TableRange) => Iterable<Row>): Generator<Row, void> {
    const { start = FIRST, exclusiveStart = false, end, limit = Number.POSITIVE_INFINITY, reverse = false } = range
    // Reads without a check. No ledger is read in reverse while pages are unchecked.
    if (this.#sound === undefined || reverse) return yield* read(range)
    let left = limit
    for (let from = start, isFirst = true; left > 0; isFirst = false) {
      const below = this.#sound.check(from)
      const isLast = below === undefined || (end !== undefined && Buffer.compare(end, below) <= 0)
      const { inclusiveEnd: _, ...bounds } = range
      const part = isLast ? range : { ...bounds, end: below }
      const begun = isFirst ? part : { ...part, start: from, exclusiveStart: false }
      for (const row of read({ ...begun, exclusiveStart: isFirst && exclusiveStart, limit: left })) {
        yield row
        left--
      }
      if (isLast) return
      from = below
    }
  }

  #mask(key: Buffer, value: Buffer): Buffer {
    return maskChecksum(this.#nameChecksum, key, value)
  }
}

/**
 * Masks the checksum of a value with its table and key, or unmasks it. Overwrites the bytes. Leaves short values
 * unchanged; the reader rejects them.
 *
 * @param nameChecksum - The CRC-32 of the table's name.
 */
export function maskChecksum(nameChecksum: number, key: Buffer, value: Buffer): Buffer {
  if (value.length < CHECKSUM_AT + 4) return value
  value.writeInt32LE(value.readUInt32LE(CHECKSUM_AT) ^ crc32(key, nameChecksum), CHECKSUM_AT)
  return value
}
