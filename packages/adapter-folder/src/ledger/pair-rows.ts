import type { EdgeRemoval, RecordId } from '@utpid/core/storage'
import { seal, unseal } from '../rows/row-encoding.ts'
import { idKey, idOf } from '../rows/row-keys.ts'
import type { Table } from '../tables/lmdb-tables.ts'

/** The value stored under (b, a): it only points to the row under (a, b). */
export const POINTER: Buffer = seal(Buffer.alloc(0))

export interface PairTables {
  readonly forward: Table
  readonly reverse: Table
}

/** The encoding of rows about two records. */
export interface PairEncoding<Row> {
  /** The name of the row kind in error messages. */
  readonly what: string
  encode(row: Row): Buffer
  /** @throws `storage_version`, `storage_corrupt` */
  decode(value: Buffer, a: RecordId, b: RecordId, what: () => string): Row
}

/** Rows about two records. Each row is stored under (a, b), with a pointer under (b, a). */
export class PairRows<Row extends { readonly a: RecordId; readonly b: RecordId }> {
  readonly #tables: () => PairTables
  readonly #encoding: PairEncoding<Row>

  /** @param tables - Returns the tables. Each access calls it, since a swap replaces the tables. */
  constructor(tables: () => PairTables, encoding: PairEncoding<Row>) {
    this.#tables = tables
    this.#encoding = encoding
  }

  /** Writes and removes rows. Call this method inside a transaction. */
  change(rows: readonly (Row | EdgeRemoval)[]): void {
    for (const row of rows) {
      if ('removed' in row) this.remove(row.a, row.b)
      else this.put(row)
    }
  }

  /** Writes a row. Call this method inside a transaction. */
  put(row: Row): void {
    const { forward, reverse } = this.#tables()
    forward.putTransferred(idKey(row.a, row.b), this.#encoding.encode(row))
    reverse.put(idKey(row.b, row.a), POINTER)
  }

  /** Removes a row. Call this method inside a transaction. */
  remove(a: RecordId, b: RecordId): void {
    const { forward, reverse } = this.#tables()
    forward.remove(idKey(a, b))
    reverse.remove(idKey(b, a))
  }

  /**
   * Returns the rows of a record, sorted by the other record's id: first rows with this record as `b`, then rows with
   * it as `a`.
   */
  of(id: RecordId): Row[] {
    const { forward, reverse } = this.#tables()
    const range = { start: idKey(id, 0), end: idKey(id + 1, 0) }
    const rows: Row[] = []
    for (const { key, value: pointer } of reverse.getRange(range)) {
      const other = idOf(key, 1)
      unseal(pointer, () => this.#name(other, id))
      // Treats a pointer without a row as a damaged row.
      rows.push(this.#decode(forward.get(idKey(other, id)) ?? Buffer.alloc(0), other, id))
    }
    for (const { key, value } of forward.getRange(range)) {
      rows.push(this.#decode(value, id, idOf(key, 1)))
    }
    return rows
  }

  /** Yields the rows whose `a` is in this range, sorted by `a` and then `b`. Default: all rows. */
  *between(min: RecordId = 0, max: RecordId = Number.MAX_SAFE_INTEGER - 1): Generator<Row> {
    const range = { start: idKey(min, 0), end: idKey(max + 1, 0) }
    for (const { key, value } of this.#tables().forward.getRange(range)) {
      yield this.#decode(value, idOf(key, 0), idOf(key, 1))
    }
  }

  #decode(value: Buffer, a: RecordId, b: RecordId): Row {
    return this.#encoding.decode(value, a, b, () => this.#name(a, b))
  }

  #name(a: RecordId, b: RecordId): string {
    return `${this.#encoding.what} ${a}-${b}`
  }
}
