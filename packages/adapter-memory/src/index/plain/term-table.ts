import { hasRow, type RowBits, setRow } from '../bits/row-bits.ts'
import { RowSet } from './row-set.ts'

/** Up to this many rows a plain array is the smallest form. */
const ARRAY_MOST = 12

/** A term by its position in a {@link TermTable}. */
export type TermNumber = number

/**
 * Every term once, with the rows that hold it. Most terms are held by one row, a few by
 * thousands; each is kept in the smallest form that stays quick. A term that lost its last row
 * stays, held by none, until the table is made anew.
 */
export class TermTable {
  readonly #numbers = new Map<string, TermNumber>()
  readonly #texts: string[] = []
  /** A row number, several, or a set; -1 for none. */
  readonly #holders: (number | number[] | RowSet)[] = []
  #unheld = 0

  get size(): number {
    return this.#texts.length
  }

  /** Terms that no row holds any more. */
  get unheld(): number {
    return this.#unheld
  }

  find(text: string): TermNumber | undefined {
    return this.#numbers.get(text)
  }

  /** The number of a term; a new one when it was never here. */
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

  /** How many rows hold it. */
  count(term: TermNumber): number {
    const holders = this.#holders[term]
    if (typeof holders === 'number') return holders < 0 ? 0 : 1
    return Array.isArray(holders) ? holders.length : (holders?.size ?? 0)
  }

  /** @param row - Does not hold it yet. */
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

  /** @param row - Holds it. */
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

  /** How many of some rows hold it. */
  countIn(term: TermNumber, rows: RowBits): number {
    const holders = this.#holders[term]
    if (typeof holders === 'number') return holders >= 0 && hasRow(rows, holders) ? 1 : 0
    return Array.isArray(holders) ? holders.filter((row) => hasRow(rows, row)).length : (holders?.countIn(rows) ?? 0)
  }
}
