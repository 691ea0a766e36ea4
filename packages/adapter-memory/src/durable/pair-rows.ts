import type { RecordId } from '@utpid/core'
import type { Table } from './lmdb-tables.ts'
import { decodeJson, encodeJson, seal, unseal } from './row-encoding.ts'
import { idKey, idOf } from './row-keys.ts'

const NOTHING = seal(Buffer.alloc(0))

/** Rows about two records, kept under (a, b), with a pointer from (b, a). */
export class PairRows<Row extends { readonly a: RecordId; readonly b: RecordId }> {
  readonly #forward: Table
  readonly #back: Table
  readonly #what: string

  /** @param what - What a row is called in errors. */
  constructor(forward: Table, back: Table, what: string) {
    this.#forward = forward
    this.#back = back
    this.#what = what
  }

  /** Inside a transaction. */
  put(row: Row): void {
    this.#forward.put(idKey(row.a, row.b), encodeJson(row))
    this.#back.put(idKey(row.b, row.a), NOTHING)
  }

  /** Inside a transaction. */
  remove(a: RecordId, b: RecordId): void {
    this.#forward.remove(idKey(a, b))
    this.#back.remove(idKey(b, a))
  }

  /** By ascending other end: first those where the record is the higher end, then those where it is the lower. */
  of(id: RecordId): Row[] {
    const range = { start: idKey(id, 0), end: idKey(id + 1, 0) }
    const rows: Row[] = []
    for (const { key, value: pointer } of this.#back.getRange(range)) {
      const other = idOf(key, 1)
      const name = this.#name(other, id)
      unseal(pointer, name)
      // A pointer that leads nowhere is read as a damaged row.
      rows.push(decodeJson<Row>(this.#forward.get(idKey(other, id)) ?? Buffer.alloc(0), name))
    }
    for (const { key, value } of this.#forward.getRange(range)) {
      rows.push(decodeJson<Row>(value, this.#name(id, idOf(key, 1))))
    }
    return rows
  }

  #name(a: RecordId, b: RecordId): string {
    return `${this.#what} ${a}-${b}`
  }
}
