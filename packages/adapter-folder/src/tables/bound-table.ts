import { crc32 } from 'node:zlib'
import type { Database } from 'lmdb'
import { CHECKSUM_AT } from '../rows/row-encoding.ts'
import type { LedgerTable, TableRange } from './ledger-table.ts'

/** Before all keys: LMDB has no empty ones. */
const FIRST = Buffer.alloc(0)

/** What is known of the pages of a table whose file nobody has walked. */
export interface SoundPlaces {
  /**
   * Looks at the page on which a key lies, or would lie, unless that was found sound before.
   *
   * @returns the first key behind the place that is known to be sound; undefined when that reaches to the end of the table.
   * @throws `storage_corrupt`
   */
  check(key: Buffer): Buffer | undefined
}

/** What is known of the pages of a file that nobody has walked. */
export interface KnownPages {
  /** What is known of one table. */
  table(name: string): SoundPlaces
  close(): void
}

/**
 * One table of the file. Every value's checksum is bound to the table and the key under which it
 * lies: a sound row that is found in another place is as wrong as a damaged one.
 *
 * Values are those of `row-encoding.ts`; their checksum is turned while they lie here.
 */
export class BoundTable implements LedgerTable {
  readonly #table: Database<Buffer, Buffer>
  readonly #nameChecksum: number
  readonly #sound: SoundPlaces | undefined
  /** Whether rows were put or taken away since {@link countTouched} was called. */
  #isTouched = false

  /** @param sound - Tells a row that is absent from one that a damaged page hides; every page is sound unless given. */
  constructor(name: string, table: Database<Buffer, Buffer>, sound?: SoundPlaces) {
    this.#table = table
    this.#nameChecksum = crc32(name)
    this.#sound = sound
  }

  get(key: Buffer): Buffer | undefined {
    const value = this.#table.get(key)
    if (value !== undefined) return this.#turn(key, value)
    this.#sound?.check(key)
    return undefined
  }

  peek(key: Buffer): Uint8Array | undefined {
    const value = this.#table.getBinaryFast(key)
    if (value === undefined) this.#sound?.check(key)
    return value
  }

  unbound(key: Buffer, bytes: Uint8Array): Buffer {
    return this.#turn(key, Buffer.from(bytes))
  }

  put(key: Buffer, value: Buffer): Promise<boolean> {
    // A copy: the caller may hold the value.
    return this.putOwn(key, Buffer.from(value))
  }

  putOwn(key: Buffer, value: Buffer): Promise<boolean> {
    this.#isTouched = true
    return this.#table.put(key, this.#turn(key, value))
  }

  /**
   * Inside a transaction: puts a row behind all others, which is quicker and fills pages whole.
   *
   * @param value - Bound to its place here, in place.
   * @throws when it does not belong there.
   */
  append(key: Buffer, value: Buffer): void {
    this.#isTouched = true
    // Inside a transaction it tells, whatever its type says.
    const isPut: unknown = this.#table.putSync(key, this.#turn(key, value), { append: true })
    if (isPut === true) return
    throw new Error('A row that was to come last in its table does not')
  }

  /** LMDB keeps count. */
  get entries(): number {
    return (this.#table.getStats() as { entryCount: number }).entryCount
  }

  /**
   * Inside the transaction that wrote them: how many rows there are.
   *
   * @returns undefined when none was put or taken away since the last call.
   */
  countTouched(): number | undefined {
    return this.#isTouched ? this.count() : undefined
  }

  /** Lets the next transaction count its rows. */
  touch(): void {
    this.#isTouched = true
  }

  /** As {@link countTouched}, whatever was written. */
  count(): number {
    this.#isTouched = false
    // What `getStats` adds is of the whole file, and takes longer. It is in no type.
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
    // A copy: lmdb notes in it that only keys are asked for.
    return this.#inSoundParts(range, (part) => this.#table.getKeys({ ...part }))
  }

  *getRange(range: TableRange = {}): Generator<{ key: Buffer; value: Buffer }, void> {
    const rows = this.#inSoundParts(range, (part) => this.#table.getRange(part))
    for (const { key, value } of rows) yield { key, value: this.#turn(key, value) }
  }

  /** Reads a range in parts, each when its pages were found sound: else rows could be left out, or LMDB end the process. */
  *#inSoundParts<Row>(range: TableRange, read: (part: TableRange) => Iterable<Row>): Generator<Row, void> {
    const { start = FIRST, exclusiveStart = false, end, limit = Number.POSITIVE_INFINITY, reverse = false } = range
    // Nobody reads a ledger from behind.
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
