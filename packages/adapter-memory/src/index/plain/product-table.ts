import type { ProductId } from '@utpid/core'
import type { EarthPoint } from '@utpid/core/scoring'
import type { IndexProduct } from '@utpid/core/storage'
import { type Bitset, clearRow, setRow, wordsFor } from '../bits/bitset.ts'
import type { TermNumber } from './term-table.ts'

const RANKS = 16
const FIRST_ROWS = 1_024
/** The x of a product without a point: outside the earth. */
const NO_POINT = -(2 ** 31)

/** Products as rows of columns. A new product reuses the row of a removed product. */
export class ProductTable {
  readonly #rows = new Map<ProductId, number>()
  readonly #free: number[] = []
  #ids = new Float64Array(FIRST_ROWS)
  #revisions = new Float64Array(FIRST_ROWS)
  #ranks = new Uint8Array(FIRST_ROWS)
  /** The points, with three numbers per row. */
  #points = new Int32Array(FIRST_ROWS * 3)
  #live: Bitset = new Uint32Array(wordsFor(FIRST_ROWS))
  /** For each rank: its rows. */
  #byRank: Bitset[] = Array.from({ length: RANKS }, () => new Uint32Array(wordsFor(FIRST_ROWS)))
  readonly #terms: (readonly TermNumber[] | undefined)[] = []

  /** The number of used and free rows. All row numbers are below this number. */
  get length(): number {
    return this.#terms.length
  }

  get size(): number {
    return this.#rows.size
  }

  rows(): Iterable<number> {
    return this.#rows.values()
  }

  row(id: ProductId): number | undefined {
    return this.#rows.get(id)
  }

  add(id: ProductId): number {
    const row = this.#free.pop() ?? this.#terms.length
    if (row >= this.#ids.length) this.#grow()
    this.#rows.set(id, row)
    this.#ids[row] = id
    this.#revisions[row] = 0
    this.#ranks[row] = 0
    setRow(this.#live, row)
    setRow(this.#byRank[0] as Bitset, row)
    this.#terms[row] = []
    return row
  }

  set(row: number, { revision, rank, point }: IndexProduct, terms: readonly TermNumber[]): void {
    clearRow(this.#byRank[this.rank(row)] as Bitset, row)
    setRow(this.#byRank[rank] as Bitset, row)
    this.#revisions[row] = revision
    this.#ranks[row] = rank
    this.#points.set(point ?? [NO_POINT, 0, 0], row * 3)
    this.#terms[row] = terms
  }

  remove(row: number): void {
    this.#rows.delete(this.id(row))
    clearRow(this.#live, row)
    clearRow(this.#byRank[this.rank(row)] as Bitset, row)
    this.#terms[row] = undefined
    this.#free.push(row)
  }

  /** Replaces the term numbers of each product. */
  renumber(renumbered: (row: number, terms: readonly TermNumber[]) => readonly TermNumber[]): void {
    for (const row of this.#rows.values()) this.#terms[row] = renumbered(row, this.terms(row))
  }

  id(row: number): ProductId {
    return this.#ids[row] as number
  }

  revision(row: number): number {
    return this.#revisions[row] as number
  }

  rank(row: number): number {
    return this.#ranks[row] as number
  }

  terms(row: number): readonly TermNumber[] {
    return this.#terms[row] as readonly TermNumber[]
  }

  /** Returns undefined for a product without a point. */
  point(row: number): EarthPoint | undefined {
    const x = this.#points[row * 3] as number
    return x === NO_POINT ? undefined : [x, this.#points[row * 3 + 1] as number, this.#points[row * 3 + 2] as number]
  }

  withRank(rank: number): Bitset {
    return this.#byRank[rank] as Bitset
  }

  get live(): Bitset {
    return this.#live
  }

  #grow(): void {
    const length = Math.ceil(this.#ids.length * 1.5)
    const grown = <Column extends { set(from: Column): void }>(larger: Column, column: Column): Column => {
      larger.set(column)
      return larger
    }
    this.#ids = grown(new Float64Array(length), this.#ids)
    this.#revisions = grown(new Float64Array(length), this.#revisions)
    this.#ranks = grown(new Uint8Array(length), this.#ranks)
    this.#points = grown(new Int32Array(length * 3), this.#points)
    this.#live = grown(new Uint32Array(wordsFor(length)), this.#live)
    this.#byRank = this.#byRank.map((bits) => grown(new Uint32Array(wordsFor(length)), bits))
  }
}
