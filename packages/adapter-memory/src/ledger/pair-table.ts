import type { EdgeRemoval, RecordId } from '@utpid/core/storage'

/** Rows about pairs of records. Both records of a pair find its row. */
export class PairTable<Row extends { readonly a: RecordId; readonly b: RecordId }> {
  readonly #ends = new Map<RecordId, Map<RecordId, Row>>()

  set(row: Row): void {
    this.#put(row.a, row.b, row)
    this.#put(row.b, row.a, row)
  }

  delete(a: RecordId, b: RecordId): void {
    this.#drop(a, b)
    this.#drop(b, a)
  }

  change(rows: readonly (Row | EdgeRemoval)[]): void {
    for (const row of rows) {
      if ('removed' in row) this.delete(row.a, row.b)
      else this.set(row)
    }
  }

  /** Returns the rows of a record, by ascending id of the other record. */
  of(id: RecordId): Row[] {
    const others = this.#ends.get(id)
    if (others === undefined) return []
    return [...others].sort(([one], [two]) => one - two).map(([, row]) => row)
  }

  #put(end: RecordId, other: RecordId, row: Row): void {
    const others = this.#ends.get(end)
    if (others === undefined) this.#ends.set(end, new Map([[other, row]]))
    else others.set(other, row)
  }

  #drop(end: RecordId, other: RecordId): void {
    const others = this.#ends.get(end)
    if (others?.delete(other) && others.size === 0) this.#ends.delete(end)
  }
}
