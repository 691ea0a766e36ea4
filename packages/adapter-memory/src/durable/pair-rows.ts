import type { EdgeRemoval, RecordId } from '@utpid/core'
import type { Table } from './lmdb-tables.ts'
import { decodeJson, encodeJson, seal, unseal } from './row-encoding.ts'
import { idKey, idOf } from './row-keys.ts'

/** What stands under (b, a). */
export const POINTER: Buffer = seal(Buffer.alloc(0))

export interface PairTables {
  readonly forward: Table
  readonly back: Table
}

/** Rows about two records, kept under (a, b), with a pointer from (b, a). */
export class PairRows<Row extends { readonly a: RecordId; readonly b: RecordId }> {
  readonly #tables: () => PairTables
  readonly #what: string

  /**
   * @param tables - Asked with each call, since others may take their place.
   * @param what - What a row is called in errors.
   */
  constructor(tables: () => PairTables, what: string) {
    this.#tables = tables
    this.#what = what
  }

  /** Inside a transaction. */
  change(rows: readonly (Row | EdgeRemoval)[]): void {
    for (const row of rows) {
      if ('removed' in row) this.remove(row.a, row.b)
      else this.put(row)
    }
  }

  /** Inside a transaction. */
  put(row: Row): void {
    const { forward, back } = this.#tables()
    forward.putOwn(idKey(row.a, row.b), encodeJson(row))
    back.put(idKey(row.b, row.a), POINTER)
  }

  /** Inside a transaction. */
  remove(a: RecordId, b: RecordId): void {
    const { forward, back } = this.#tables()
    forward.remove(idKey(a, b))
    back.remove(idKey(b, a))
  }

  /** By ascending other end: first those where the record is the higher end, then those where it is the lower. */
  of(id: RecordId): Row[] {
    const { forward, back } = this.#tables()
    const range = { start: idKey(id, 0), end: idKey(id + 1, 0) }
    const rows: Row[] = []
    for (const { key, value: pointer } of back.getRange(range)) {
      const other = idOf(key, 1)
      const name = (): string => this.#name(other, id)
      unseal(pointer, name)
      // A pointer that leads nowhere is read as a damaged row.
      rows.push(decodeJson<Row>(forward.get(idKey(other, id)) ?? Buffer.alloc(0), name))
    }
    for (const { key, value } of forward.getRange(range)) {
      rows.push(decodeJson<Row>(value, () => this.#name(id, idOf(key, 1))))
    }
    return rows
  }

  /** Those whose `a` is one of these ids, by ascending `a` and then `b`; all of them unless ids are given. */
  *between(least: RecordId = 0, most: RecordId = Number.MAX_SAFE_INTEGER - 1): Generator<Row> {
    const range = { start: idKey(least, 0), end: idKey(most + 1, 0) }
    for (const { key, value } of this.#tables().forward.getRange(range)) {
      yield decodeJson<Row>(value, () => this.#name(idOf(key, 0), idOf(key, 1)))
    }
  }

  #name(a: RecordId, b: RecordId): string {
    return `${this.#what} ${a}-${b}`
  }
}
