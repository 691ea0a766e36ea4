import { both, listed, listOf, NONE, type RowSelection } from './row-selection.ts'
import type { TermHash } from './spread-term.ts'
import type { TermRows } from './term-rows.ts'
import type { TermSegment } from './term-segment.ts'

/** A group of more rows than one in so many of all is put together as bits. */
const LIST_SHARE = 64

/** Rows that hold any term of a group: put together when they are needed, or only looked for among others. */
export class TermGroupRows {
  readonly #segment: TermSegment
  readonly #terms: readonly TermRows[]
  /** At most so many rows. */
  readonly bound: number
  #selection: RowSelection | undefined

  /** @param hashes - Of the terms of the group. */
  constructor(segment: TermSegment, hashes: readonly TermHash[]) {
    this.#segment = segment
    const terms: TermRows[] = []
    for (const hash of hashes) {
      const term = segment.find(hash)
      if (term >= 0) terms.push(segment.rows(term))
    }
    this.#terms = terms
    this.bound = terms.reduce((sum, { count }) => sum + count, 0)
  }

  get selection(): RowSelection {
    this.#selection ??= this.#select()
    return this.#selection
  }

  among(selection: RowSelection): RowSelection {
    const [only] = this.#terms
    const isSought = selection.kind === 'list' && this.#terms.length === 1 && this.#selection === undefined
    if (isSought && only !== undefined) return listed(only.among(selection.rows))
    return both(selection, this.selection)
  }

  #select(): RowSelection {
    const [first, ...others] = this.#terms
    if (first === undefined) return NONE
    if (others.length === 0) {
      return first.asBits === undefined ? listed(first.list) : { kind: 'bits', bits: first.asBits }
    }
    if (this.bound * LIST_SHARE <= this.#segment.length || this.bound <= LIST_SHARE) return listed(this.#union())
    const bits = new Uint32Array(this.#segment.words)
    for (const term of this.#terms) term.addTo(bits)
    return { kind: 'bits', bits }
  }

  #union(): Uint32Array {
    const rows = new Uint32Array(this.bound)
    let length = 0
    for (const term of this.#terms) {
      const { asBits } = term
      const list = asBits === undefined ? term.list : listOf({ kind: 'bits', bits: asBits }, this.#segment.length)
      rows.set(list, length)
      length += list.length
    }
    rows.sort()
    let kept = 0
    for (let at = 0; at < length; at++) if (at === 0 || rows[at] !== rows[at - 1]) rows[kept++] = rows[at] as number
    return rows.subarray(0, kept)
  }
}
