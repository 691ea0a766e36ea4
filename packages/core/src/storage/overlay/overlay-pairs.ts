import type { EdgeRemoval, RecordId } from '../rows.ts'

interface Pair {
  readonly a: RecordId
  readonly b: RecordId
}

/** Rows about pairs of records that replace rows of a base table. */
export class OverlayPairs<Row extends Pair> {
  /** For each record, the rows by the other record; undefined for a removed row. */
  readonly #ends = new Map<RecordId, Map<RecordId, Row | undefined>>()

  change(rows: readonly (Row | EdgeRemoval)[]): void {
    for (const row of rows) {
      const stored = 'removed' in row ? undefined : row
      this.#put(row.a, row.b, stored)
      this.#put(row.b, row.a, stored)
    }
  }

  /** Reads one list per record, by ascending id of the other record. */
  async read(ids: readonly RecordId[], base: (ids: readonly RecordId[]) => Promise<Row[][]>): Promise<Row[][]> {
    const stored = await base(ids)
    return ids.map((id, at) => {
      const own = this.#ends.get(id)
      const rows = stored[at] ?? []
      if (own === undefined) return rows
      const others = new Map<RecordId, Row | undefined>(rows.map((row) => [row.a === id ? row.b : row.a, row]))
      for (const [other, row] of own) others.set(other, row)
      return [...others].sort(([one], [two]) => one - two).flatMap(([, row]) => (row === undefined ? [] : [row]))
    })
  }

  clear(): void {
    this.#ends.clear()
  }

  #put(end: RecordId, other: RecordId, row: Row | undefined): void {
    const others = this.#ends.get(end)
    if (others === undefined) this.#ends.set(end, new Map([[other, row]]))
    else others.set(other, row)
  }
}
