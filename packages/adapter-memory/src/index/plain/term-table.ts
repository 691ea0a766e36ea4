import { type Bitset, hasRow, setRow } from '../bits/bitset.ts'
import { RowSet } from './row-set.ts'

/** The maximum number of rows in a plain array, which is the smallest form for few rows. */
const MAX_ARRAY_ROWS = 12

/** The position of a term in a {@link TermTable}. */
export type TermNumber = number

/**
 * Every term with its rows. Most terms have one row, but a few have thousands. The rows of a term are stored in the
 * smallest fast form. A term without rows stays until the table is rebuilt.
 */
export class TermTable {
  readonly #numbers = new Map<string, TermNumber>()
  readonly #texts: string[] = []
  /** For each term: one row, an array of rows, or a set; -1 without rows. */
  readonly #rows: (number | number[] | RowSet)[] = []
  #unusedCount = 0

  get size(): number {
    return this.#texts.length
  }

  get unusedCount(): number {
    return this.#unusedCount
  }

  find(text: string): TermNumber | undefined {
    return this.#numbers.get(text)
  }

  /** Returns the number of a term. Adds a new term. */
  numberOf(text: string): { readonly term: TermNumber; readonly isNew: boolean } {
    const known = this.#numbers.get(text)
    if (known !== undefined) return { term: known, isNew: false }
    const term = this.#texts.length
    this.#numbers.set(text, term)
    this.#texts.push(text)
    this.#rows.push(-1)
    this.#unusedCount++
    return { term, isNew: true }
  }

  text(term: TermNumber): string {
    return this.#texts[term] as string
  }

  count(term: TermNumber): number {
    const holders = this.#rows[term]
    if (typeof holders === 'number') return holders < 0 ? 0 : 1
    return Array.isArray(holders) ? holders.length : (holders?.size ?? 0)
  }

  /** @param row - A row that does not have the term yet. */
  addRow(term: TermNumber, row: number, rowsInAll: number): void {
    const holders = this.#rows[term]
    if (typeof holders === 'number') {
      if (holders < 0) this.#unusedCount--
      this.#rows[term] = holders < 0 ? row : [holders, row]
    } else if (!Array.isArray(holders)) holders?.add(row, rowsInAll)
    else if (holders.length < MAX_ARRAY_ROWS) holders.push(row)
    else {
      const set = new RowSet(holders)
      set.add(row, rowsInAll)
      this.#rows[term] = set
    }
  }

  /** @param row - A row that has the term. */
  removeRow(term: TermNumber, row: number): void {
    const holders = this.#rows[term]
    if (typeof holders === 'number') {
      this.#rows[term] = -1
      this.#unusedCount++
    } else if (Array.isArray(holders)) {
      holders.splice(holders.indexOf(row), 1)
      if (holders.length === 1) this.#rows[term] = holders[0] as number
    } else if (holders !== undefined) {
      holders.remove(row)
      if (holders.size === 0) {
        this.#rows[term] = -1
        this.#unusedCount++
      }
    }
  }

  addTo(term: TermNumber, bits: Bitset): void {
    const holders = this.#rows[term]
    if (typeof holders === 'number') {
      if (holders >= 0) setRow(bits, holders)
    } else if (Array.isArray(holders)) for (const row of holders) setRow(bits, row)
    else holders?.addTo(bits)
  }

  /** Counts the rows in `rows` that have a term. */
  countIn(term: TermNumber, rows: Bitset): number {
    const holders = this.#rows[term]
    if (typeof holders === 'number') return holders >= 0 && hasRow(rows, holders) ? 1 : 0
    return Array.isArray(holders) ? holders.filter((row) => hasRow(rows, row)).length : (holders?.countIn(rows) ?? 0)
  }
}
