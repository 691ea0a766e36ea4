import { RecentIds } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import { idKey } from '../rows/row-keys.ts'
import type { Table } from '../tables/lmdb-tables.ts'

interface CachedRow<Row> {
  /** The bytes as stored. */
  readonly bytes: Buffer
  readonly row: Row
}

/**
 * An LRU cache of decoded rows of one kind, by id. A row is cached from its second read.
 *
 * Each read fetches the stored bytes and compares them with the bytes of the cached row. The result therefore always
 * matches the table, even during writes. Callers share rows and must not modify them.
 */
export class RowCache<Row extends object> {
  readonly #decode: (value: Buffer, id: number) => Row
  readonly #rows: LRUCache<number, CachedRow<Row>> | undefined
  readonly #readOnce = new RecentIds()

  /** @param maxBytes - The maximum total size of the cached rows, in stored bytes. 0 disables the cache. */
  constructor(maxBytes: number, decode: (value: Buffer, id: number) => Row) {
    this.#decode = decode
    const maxSize = Math.floor(maxBytes)
    this.#rows =
      maxSize === 0 ? undefined : new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.max(1, bytes.length) })
  }

  /** @throws the errors of `decode`. */
  get(table: Table, id: number): Row | undefined {
    const key = idKey(id)
    const stored = table.peek(key)
    if (stored === undefined) return undefined
    const known = this.#rows?.get(id)
    if (known !== undefined && known.bytes.length === stored.length) {
      if (known.bytes.compare(stored, 0, stored.length) === 0) return known.row
    }
    if (this.#rows === undefined || (known === undefined && !this.#readOnce.noteAndTest(id))) {
      return this.#decode(table.unmasked(key, new Uint8Array(stored.buffer, stored.byteOffset, stored.length)), id)
    }
    const bytes = Buffer.copyBytesFrom(stored, 0, stored.length)
    const row = this.#decode(table.unmasked(key, bytes), id)
    this.#rows.set(id, { bytes, row })
    return row
  }
}
