import type { PostingList } from '../postings/posting-list.ts'
import { both, countOf, listed, NONE, type RowSelection } from '../postings/row-selection.ts'
import { unionOfLists } from '../postings/union.ts'
import type { TermSegment } from '../terms/term-segment.ts'

/** The cost of searching for a row in a term. The unit is the cost of a row in a union. */
const SEARCH_COST = 4
/** The cost of searching for a row in a long list: about half a block between two skip entries. */
const SKIP_SEARCH_COST = 64
/**
 * The inverse share of rows (1 in 192) from which searching rows in a bitset costs as much as reading the whole bitset.
 */
const BITSET_SEARCH_SHARE = 192
/** The inverse share of rows above which a group becomes a bitset: more than 1 in 64 rows. */
const BITSET_SHARE = 64

/** The rows that have any term of a group. The union is built on demand. Few rows are searched in each term instead. */
export class TermGroupRows {
  readonly #segment: TermSegment
  /** The terms of the group, except terms that no row ever had. */
  readonly terms: readonly PostingList[]
  /** The upper bound of the number of rows. */
  readonly bound: number
  #selection: RowSelection | undefined
  #set: ReadonlySet<PostingList> | undefined

  constructor(segment: TermSegment, terms: readonly PostingList[]) {
    this.#segment = segment
    this.terms = terms
    let bound = 0
    for (const { count } of terms) bound += count
    this.bound = bound
  }

  /** Returns whether this group has all terms, and thus all rows, of another group. */
  includes(other: TermGroupRows): boolean {
    if (other.terms.length > this.terms.length) return false
    this.#set ??= new Set(this.terms)
    return other.terms.every((term) => this.#set?.has(term))
  }

  get selection(): RowSelection {
    this.#selection ??= this.#select()
    return this.#selection
  }

  /**
   * Counts the live rows, if searching the most frequent term for the rows of the other terms is cheap. Otherwise
   * returns undefined.
   */
  quickCount(): number | undefined {
    const [largest, ...others] = [...this.terms].sort((a, b) => b.count - a.count)
    if (largest === undefined) return 0
    const { deletedCount } = this.#segment
    if (deletedCount * SEARCH_COST * this.terms.length > this.bound) return undefined
    const rest = this.bound - largest.count
    const isQuick =
      largest.asBits === undefined
        ? rest * SKIP_SEARCH_COST <= this.bound
        : rest * BITSET_SEARCH_SHARE <= this.#segment.length
    if (!isQuick || others.some(({ asBits }) => asBits !== undefined)) return undefined
    const lists = others.map(({ list }) => list)
    const otherRows = unionOfLists(lists, rest, this.#segment.length)
    const dead = deletedCount === 0 ? 0 : countOf(this.among(listed(this.#segment.deletedRows)), this.#segment.length)
    return largest.count + otherRows.length - largest.among(otherRows).length - dead
  }

  among(selection: RowSelection): RowSelection {
    const [only] = this.terms
    if (selection.kind !== 'list' || this.#selection !== undefined || only === undefined) {
      return both(selection, this.selection)
    }
    if (this.terms.length === 1) return listed(only.among(selection.rows))
    // Searches for few rows in each term, and intersects many rows with the union of the terms.
    if (selection.rows.length * SEARCH_COST * this.terms.length > this.bound) return both(selection, this.selection)
    return listed(this.#searchRows(selection.rows))
  }

  /** @param rows - Rows in ascending order. */
  #searchRows(rows: Uint32Array): Uint32Array {
    let left = rows
    let found = 0
    const held = new Uint32Array(rows.length)
    for (const term of this.terms) {
      const inTerm = term.among(left)
      if (inTerm.length === 0) continue
      held.set(inTerm, found)
      found += inTerm.length
      if (found === rows.length) break
      left = without(left, inTerm)
    }
    return held.subarray(0, found).sort()
  }

  #select(): RowSelection {
    const [first, ...others] = this.terms
    if (first === undefined) return NONE
    if (others.length === 0) {
      return first.asBits === undefined ? listed(first.list) : { kind: 'bits', bits: first.asBits }
    }
    if (this.bound * BITSET_SHARE <= this.#segment.length || this.bound <= BITSET_SHARE) return listed(this.#union())
    const bits = new Uint32Array(this.#segment.words)
    for (const term of this.terms) term.addTo(bits)
    return { kind: 'bits', bits }
  }

  /** Returns the union as a list. No term is a bitset in this case. */
  #union(): Uint32Array {
    const [one, other] = this.terms as [PostingList, PostingList]
    if (this.terms.length === 2) return inEither(one.list, other.list)
    return unionOfLists(
      this.terms.map(({ list }) => list),
      this.bound,
      this.#segment.length,
    )
  }
}

/** Returns the union of two ascending lists, ascending and distinct. */
function inEither(a: Uint32Array, b: Uint32Array): Uint32Array {
  const rows = new Uint32Array(a.length + b.length)
  let length = 0
  let [inA, inB] = [0, 0]
  while (inA < a.length && inB < b.length) {
    const [one, other] = [a[inA] as number, b[inB] as number]
    rows[length++] = Math.min(one, other)
    if (one <= other) inA++
    if (other <= one) inB++
  }
  for (; inA < a.length; inA++) rows[length++] = a[inA] as number
  for (; inB < b.length; inB++) rows[length++] = b[inB] as number
  return rows.subarray(0, length)
}

/** Returns the rows except `others`. Both lists are ascending, and `rows` contains all `others`. */
function without(rows: Uint32Array, others: Uint32Array): Uint32Array {
  const left = new Uint32Array(rows.length - others.length)
  let [length, other] = [0, 0]
  for (const row of rows) {
    if (row === others[other]) other++
    else left[length++] = row
  }
  return left
}
