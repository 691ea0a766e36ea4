import { termHash } from '../columns/spread-term.ts'
import { eachOf, listed, type RowSelection } from '../postings/row-selection.ts'
import type { TermSegment } from './term-segment.ts'

/** The set of no value. */
const NO_VALUE = 0
const NARROW_MOST = 0xffff

/**
 * Which of some terms of one tag each row of a segment holds. Rows that hold the same ones share a number, of which there
 * are few: most products have one category and one country.
 */
export class ValueColumn {
  readonly #places: ReadonlyMap<string, number>
  /** By row, the number of its set. */
  #sets: Uint16Array | Uint32Array
  /** By set, the positions of its terms. */
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
      eachOf(selection, segment.length, (row) => {
        const before = this.#sets[row] as number
        let set = joined.get(before)
        if (set === undefined) {
          set = this.#members.push([...(this.#members[before] as number[]), at]) - 1
          joined.set(before, set)
          if (set > NARROW_MOST && this.#sets instanceof Uint16Array) this.#sets = Uint32Array.from(this.#sets)
        }
        this.#sets[row] = set
      })
    }
  }

  knows(terms: readonly string[]): boolean {
    return terms.every((text) => this.#places.has(text))
  }

  /** Its terms and others. */
  and(terms: readonly string[]): string[] {
    return [...this.#places.keys(), ...terms]
  }

  /** @param terms - All of them known. */
  tally(terms: readonly string[]): ValueTally {
    return new ValueTally(
      this.#sets,
      this.#members,
      terms.map((text) => this.#places.get(text) as number),
    )
  }
}

/** Counts how often terms of a column are held. */
class ValueTally {
  readonly #sets: Uint16Array | Uint32Array
  readonly #members: readonly (readonly number[])[]
  readonly #asked: readonly number[]
  readonly #counts: Float64Array

  constructor(sets: Uint16Array | Uint32Array, members: readonly (readonly number[])[], asked: readonly number[]) {
    this.#sets = sets
    this.#members = members
    this.#asked = asked
    this.#counts = new Float64Array(members.length)
  }

  add(selection: RowSelection, rowsInAll: number): void {
    const [sets, counts] = [this.#sets, this.#counts]
    eachOf(selection, rowsInAll, (row) => {
      const set = sets[row] as number
      counts[set] = (counts[set] as number) + 1
    })
  }

  /** By term asked for. */
  get counts(): number[] {
    const held = new Map<number, number>()
    for (const [set, count] of this.#counts.entries()) {
      if (set === NO_VALUE || count === 0) continue
      for (const at of this.#members[set] as readonly number[]) held.set(at, (held.get(at) ?? 0) + count)
    }
    return this.#asked.map((at) => held.get(at) ?? 0)
  }
}

/** Counts some terms in rows of a segment, of whatever tags. */
export class HeldTerms {
  readonly #length: number
  readonly #tallies: readonly { readonly places: readonly number[]; readonly tally: ValueTally }[]
  readonly #rowsInAll: number

  /** @param length - How many terms there are; each tally has those at some places. */
  constructor(
    length: number,
    tallies: readonly { readonly places: readonly number[]; readonly tally: ValueTally }[],
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
