import { termHash } from '../columns/term-hash.ts'
import { eachSelected, listed, type RowSelection } from '../postings/row-selection.ts'
import type { TermSegment } from './term-segment.ts'

const EMPTY_SET = 0
const MAX_NARROW = 0xffff

/**
 * A facet column: the terms of one tag in each row of a segment. Rows with the same terms have the same set number.
 * There are few sets: most products have one category and one country.
 */
export class FacetColumn {
  readonly #places: ReadonlyMap<string, number>
  /** For each row: the number of its set. */
  #sets: Uint16Array | Uint32Array
  /** For each set: the positions of its terms. */
  readonly #members: number[][] = [[]]

  constructor(segment: TermSegment, terms: Iterable<string>) {
    this.#sets = new Uint16Array(segment.length)
    const distinct = [...new Set(terms)]
    this.#places = new Map(distinct.map((text, at) => [text, at]))
    for (const [at, text] of distinct.entries()) {
      const term = segment.find(termHash(text))
      if (term < 0) continue
      const joined = new Map<number, number>()
      const rows = segment.rows(term)
      const selection = rows.asBits === undefined ? listed(rows.list) : { kind: 'bits' as const, bits: rows.asBits }
      eachSelected(selection, segment.length, (row) => {
        const before = this.#sets[row] as number
        let set = joined.get(before)
        if (set === undefined) {
          set = this.#members.push([...(this.#members[before] as number[]), at]) - 1
          joined.set(before, set)
          if (set > MAX_NARROW && this.#sets instanceof Uint16Array) this.#sets = Uint32Array.from(this.#sets)
        }
        this.#sets[row] = set
      })
    }
  }

  knows(terms: readonly string[]): boolean {
    return terms.every((text) => this.#places.has(text))
  }

  /** Returns the terms of this column and `terms`. */
  and(terms: readonly string[]): string[] {
    return [...this.#places.keys(), ...terms]
  }

  /** @param terms - The terms to count, which must all be in the column. */
  tally(terms: readonly string[]): FacetTally {
    return new FacetTally(
      this.#sets,
      this.#members,
      terms.map((text) => this.#places.get(text) as number),
    )
  }
}

/** Counts the rows of each term of a column. */
class FacetTally {
  readonly #sets: Uint16Array | Uint32Array
  readonly #members: readonly (readonly number[])[]
  readonly #requested: readonly number[]
  readonly #counts: Float64Array

  constructor(sets: Uint16Array | Uint32Array, members: readonly (readonly number[])[], requested: readonly number[]) {
    this.#sets = sets
    this.#members = members
    this.#requested = requested
    this.#counts = new Float64Array(members.length)
  }

  add(selection: RowSelection, rowsInAll: number): void {
    const [sets, counts] = [this.#sets, this.#counts]
    eachSelected(selection, rowsInAll, (row) => {
      const set = sets[row] as number
      counts[set] = (counts[set] as number) + 1
    })
  }

  /** The number of rows for each requested term. */
  get counts(): number[] {
    const held = new Map<number, number>()
    for (const [set, count] of this.#counts.entries()) {
      if (set === EMPTY_SET || count === 0) continue
      for (const at of this.#members[set] as readonly number[]) held.set(at, (held.get(at) ?? 0) + count)
    }
    return this.#requested.map((at) => held.get(at) ?? 0)
  }
}

/** Counts terms of any tags in rows of a segment. */
export class TermCounter {
  readonly #length: number
  readonly #tallies: readonly { readonly places: readonly number[]; readonly tally: FacetTally }[]
  readonly #rowsInAll: number

  /** @param length - The number of terms. Each tally covers some of them. */
  constructor(
    length: number,
    tallies: readonly { readonly places: readonly number[]; readonly tally: FacetTally }[],
    rowsInAll: number,
  ) {
    this.#length = length
    this.#tallies = tallies
    this.#rowsInAll = rowsInAll
  }

  add(selection: RowSelection): void {
    for (const { tally } of this.#tallies) tally.add(selection, this.#rowsInAll)
  }

  get counts(): number[] {
    const counts = new Array<number>(this.#length).fill(0)
    for (const { places, tally } of this.#tallies) {
      for (const [at, count] of tally.counts.entries()) counts[places[at] as number] = count
    }
    return counts
  }
}
