import { hasRow, type RowBits, setRow } from '../bits/row-bits.ts'
import { RowSet } from './row-set.ts'

/** Maximum rows of a plain array. Up to here it is the smallest form. */
const ARRAY_MOST = 12

/** Position of a term in a {@link TermTable}. */
export type TermNumber = number

/**
 * Every term with its rows. Most terms have one row, a few have thousands. Each is stored in the smallest form that
 * stays fast. A term without rows stays until the table is rebuilt.
 */
export class TermTable {
  readonly #numbers = new Map<string, TermNumber>()
  readonly #texts: string[] = []
  /** One row, an array of rows, or a set; -1 for none. */
  readonly #holders: (number | number[] | RowSet)[] = []
  #unheld = 0

  get size(): number {
    return this.#texts.length
  }

  /** Number of terms without rows. */
  get unheld(): number {
    return this.#unheld
  }

  find(text: string): TermNumber | undefined {
    return this.#numbers.get(text)
  }

  /** Returns the number of a term. Adds an unknown term. */
  take(text: string): { readonly term: TermNumber; readonly isNew: boolean } {
    const known = this.#numbers.get(text)
    if (known !== undefined) return { term: known, isNew: false }
    const term = this.#texts.length
    this.#numbers.set(text, term)
    this.#texts.push(text)
    this.#holders.push(-1)
    this.#unheld++
    return { term, isNew: true }
  }

  text(term: TermNumber): string {
    return this.#texts[term] as string
  }

  /** Counts the rows of a term. */
  count(term: TermNumber): number {
    const holders = this.#holders[term]
    if (typeof holders === 'number') return holders < 0 ? 0 : 1
    return Array.isArray(holders) ? holders.length : (holders?.size ?? 0)
  }

  /** @param row - Does not hold the term yet. */
  hold(term: TermNumber, row: number, rowsInAll: number): void {
    const holders = this.#holders[term]
    if (typeof holders === 'number') {
      if (holders < 0) this.#unheld--
      this.#holders[term] = holders < 0 ? row : [holders, row]
    } else if (!Array.isArray(holders)) holders?.add(row, rowsInAll)
    else if (holders.length < ARRAY_MOST) holders.push(row)
    else {
      const set = new RowSet(holders)
      set.add(row, rowsInAll)
      this.#holders[term] = set
    }
  }

  /** @param row - Holds the term. */
  drop(term: TermNumber, row: number): void {
    const holders = this.#holders[term]
    if (typeof holders === 'number') {
      this.#holders[term] = -1
      this.#unheld++
    } else if (Array.isArray(holders)) {
      holders.splice(holders.indexOf(row), 1)
      if (holders.length === 1) this.#holders[term] = holders[0] as number
    } else if (holders !== undefined) {
      holders.remove(row)
      if (holders.size === 0) {
        this.#holders[term] = -1
        this.#unheld++
      }
    }
  }

  addTo(term: TermNumber, bits: RowBits): void {
    const holders = this.#holders[term]
    if (typeof holders === 'number') {
      if (holders >= 0) setRow(bits, holders)
    } else if (Array.isArray(holders)) for (const row of holders) setRow(bits, row)
    else holders?.addTo(bits)
  }

  /** Counts the rows that hold a term. */
  countIn(term: TermNumber, rows: RowBits): number {
    const holders = this.#holders[term]
    if (typeof holders === 'number') return holders >= 0 && hasRow(rows, holders) ? 1 : 0
    return Array.isArray(holders) ? holders.filter((row) => hasRow(rows, row)).length : (holders?.countIn(rows) ?? 0)
  }
}
