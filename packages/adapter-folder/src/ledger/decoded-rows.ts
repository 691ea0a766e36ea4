import { AskedLately } from '@utpid/core/adapter'
import { LRUCache } from 'lru-cache'
import { idKey } from '../rows/row-keys.ts'
import type { Table } from '../tables/lmdb-tables.ts'

interface Decoded<Row> {
  /** As they lie in the table. */
  readonly bytes: Buffer
  readonly row: Row
}

/**
 * Rows of one kind by id, decoded once as long as they are asked for again and again: those that were not asked for
 * longest go first. A row is remembered when it is asked for a second time.
 *
 * The bytes are read every time and compared with those that the row was decoded from, so what is answered is what the
 * table holds, whoever wrote it, also while a write is under way. Rows are shared among those who ask, and nobody changes
 * them.
 */
export class DecodedRows<Row extends object> {
  readonly #decode: (value: Buffer, id: number) => Row
  readonly #rows: LRUCache<number, Decoded<Row>> | undefined
  readonly #asked = new AskedLately()

  /** @param mostBytes - What the rows remembered take in the table, at most; 0: none is remembered. */
  constructor(mostBytes: number, decode: (value: Buffer, id: number) => Row) {
    this.#decode = decode
    const maxSize = Math.floor(mostBytes)
    this.#rows =
      maxSize === 0 ? undefined : new LRUCache({ maxSize, sizeCalculation: ({ bytes }) => Math.max(1, bytes.length) })
  }

  /** @throws what decoding throws. */
  get(table: Table, id: number): Row | undefined {
    const key = idKey(id)
    const stored = table.peek(key)
    if (stored === undefined) return undefined
    const known = this.#rows?.get(id)
    if (known !== undefined && known.bytes.length === stored.length) {
      if (known.bytes.compare(stored, 0, stored.length) === 0) return known.row
    }
    if (this.#rows === undefined || (known === undefined && !this.#asked.again(id))) {
      return this.#decode(table.unbound(key, new Uint8Array(stored.buffer, stored.byteOffset, stored.length)), id)
    }
    const bytes = Buffer.copyBytesFrom(stored, 0, stored.length)
    const row = this.#decode(table.unbound(key, bytes), id)
    this.#rows.set(id, { bytes, row })
    return row
  }
}
