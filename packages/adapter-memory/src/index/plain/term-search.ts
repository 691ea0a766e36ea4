import { squaredDistance } from '@utpid/core/scoring'
import type {
  SearchAnswer,
  SearchCircle,
  SearchPosition,
  SearchQuery,
  TermCondition,
  TermGroup,
} from '@utpid/core/storage'
import {
  type Bitset,
  clearRow,
  countRows,
  eachRow,
  hasRow,
  incrementCounters,
  intersectInto,
  subtractFrom,
  uniteInto,
  wordsFor,
} from '../bits/bitset.ts'
import { rankedRange } from '../bits/top-rows.ts'
import type { PartAnswer } from '../query/search-page.ts'
import type { ProductTable } from './product-table.ts'
import type { TermNumber, TermTable } from './term-table.ts'

const RANKS = 16
const MAX_ROWS_SORTED_AT_ONCE = 500
/** The maximum number of rows to check individually. For more rows, bitset operations are faster. */
const MAX_ROWS_ONE_BY_ONE = 500

/** Consecutive rows of the result: all rows of a tier, or its rows of one rank. */
interface RowRange {
  readonly tier: number
  readonly count: number
  rows(): number[]
}

/** The rows of a condition: a list of few rows, or a bitset of many rows. */
type Found = readonly number[] | Bitset

interface Group {
  readonly rows: Bitset
  /** The upper bound of the number of rows. */
  readonly bound: number
}

/** One query to the index. Each group is computed once for all tiers. */
export class TermSearch {
  readonly #terms: TermTable
  readonly #products: ProductTable
  readonly #words: number
  readonly #groups = new Map<TermGroup, Group>()
  /** The squared distance of each row, for a query with `near`. */
  #distances: Float64Array | undefined

  constructor(terms: TermTable, products: ProductTable) {
    this.#terms = terms
    this.#products = products
    this.#words = wordsFor(products.length)
  }

  answer(query: SearchQuery): SearchAnswer {
    const { total, page, leavesSome, counts } = this.#page(query)
    const productIds = page.map(({ row }) => this.#products.id(row))
    const last = page.at(-1)
    const found = { total, exact: true, productIds, ...(counts && { counts: { products: counts, exact: true } }) }
    if (last === undefined || !leavesSome) return found
    return { ...found, next: { tier: last.tier, key: this.#key(last.row), id: this.#products.id(last.row) } }
  }

  /** Returns the products up to the end of the page, and one more product. An index of several parts needs it. */
  part(query: SearchQuery): PartAnswer {
    const { offset, limit } = query
    const { total, page, counts } = this.#page({ ...query, offset: 0, limit: limit === 0 ? 0 : offset + limit + 1 })
    return {
      total,
      products: page.map(({ row, tier }) => ({ tier, key: this.#key(row), id: this.#products.id(row) })),
      ...(counts && { counts }),
    }
  }

  #page({ tiers, filters, near, after, offset, limit, counted }: SearchQuery): {
    readonly total: number
    readonly page: readonly { readonly row: number; readonly tier: number }[]
    readonly leavesSome: boolean
    readonly counts: number[] | undefined
  } {
    const open = this.#allowed(filters, near)
    const allowed = counted === undefined ? undefined : open.slice()
    const pager = new Pager(offset, limit)
    let total = 0
    for (const [tier, condition] of tiers.entries()) {
      const found = this.#satisfying(condition, open)
      const count = countFound(found)
      if (count === 0) continue
      total += count
      dropFound(open, found)
      if (after !== undefined && tier < after.tier) continue
      const rest = after?.tier === tier ? this.#comingAfter(found, after) : found
      if (pager.isFull) pager.skip(countFound(rest))
      else for (const stretch of this.#ranges(tier, rest)) pager.take(stretch)
    }
    const page = pager.ranges.flatMap(({ stretch, from, to }) =>
      rankedRange(stretch.rows(), from, to, (a, b) => this.#comesBefore(a, b)).map((row) => ({
        row,
        tier: stretch.tier,
      })),
    )
    // The found rows are the allowed rows that are no longer open.
    if (allowed !== undefined) subtractFrom(allowed, open)
    const counts = allowed === undefined ? undefined : this.#counts(counted ?? [], allowed, total)
    return { total, page, leavesSome: pager.hasMore, counts }
  }

  /** Counts each term in the found rows: row by row for few rows, otherwise term by term. */
  #counts(counted: readonly string[], found: Bitset, total: number): number[] {
    const terms = counted.map((text) => this.#terms.find(text))
    if (total > MAX_ROWS_ONE_BY_ONE) {
      return terms.map((term) => (term === undefined ? 0 : this.#terms.countIn(term, found)))
    }
    const counts = new Map<TermNumber, number>()
    eachRow(found, (row) => {
      for (const term of this.#products.terms(row)) counts.set(term, (counts.get(term) ?? 0) + 1)
    })
    return terms.map((term) => (term === undefined ? 0 : (counts.get(term) ?? 0)))
  }

  /** Returns the products that satisfy the filters and are in the circle. */
  #allowed(filters: readonly TermGroup[], near: SearchCircle | undefined): Bitset {
    const open = new Uint32Array(this.#words)
    const [first, ...others] = filters
    uniteInto(open, first === undefined ? this.#products.live : this.#group(first).rows)
    for (const group of others) intersectInto(open, this.#group(group).rows)
    if (near === undefined) return open
    const distances = new Float64Array(this.#products.length)
    eachRow(open, (row) => {
      const point = this.#products.point(row)
      const distance = point === undefined ? Number.POSITIVE_INFINITY : squaredDistance(near.center, point)
      distances[row] = distance
      if (!(distance <= near.squaredRadius)) clearRow(open, row)
    })
    this.#distances = distances
    return open
  }

  #satisfying({ groups, minShouldMatch }: TermCondition, open: Bitset): Found {
    const optionalGroups = groups.filter((group) => group.optional === true)
    const min = minShouldMatch ?? optionalGroups.length
    if (min > optionalGroups.length) return []
    const needed = min === optionalGroups.length ? groups : groups.filter((group) => group.optional !== true)
    const required = needed.map((group) => this.#group(group)).sort((a, b) => a.bound - b.bound)
    const optional = min <= 0 || min === optionalGroups.length ? [] : optionalGroups.map((group) => this.#group(group))
    const [rarest] = required
    if (rarest !== undefined && rarest.bound <= MAX_ROWS_ONE_BY_ONE) {
      if (rarest.bound === 0) return []
      return rowsOf(rarest.rows).filter(
        (row) =>
          hasRow(open, row) &&
          required.every(({ rows }) => hasRow(rows, row)) &&
          (optional.length === 0 || optional.filter(({ rows }) => hasRow(rows, row)).length >= min),
      )
    }
    const rows = open.slice()
    for (const group of required) intersectInto(rows, group.rows)
    if (optional.length > 0) intersectInto(rows, this.#minShouldMatch(optional, min))
    return rows
  }

  /**
   * Returns the rows that are in at least `min` groups. Counts either the matching or the missing groups of each row.
   */
  #minShouldMatch(groups: readonly Group[], min: number): Bitset {
    const mayMiss = groups.length - min
    const byMisses = mayMiss + 1 < min
    // Element n has the rows that were counted more than n times.
    const countedAbove = Array.from({ length: byMisses ? mayMiss + 1 : min }, () => new Uint32Array(this.#words))
    for (const { rows } of groups) {
      for (let at = 0; at < this.#words; at++) {
        incrementCounters(countedAbove, at, byMisses ? ~(rows[at] as number) : (rows[at] as number))
      }
    }
    const matching = countedAbove.at(-1) as Bitset
    if (byMisses) for (let at = 0; at < this.#words; at++) matching[at] = ~(matching[at] as number)
    return matching
  }

  #group(group: TermGroup): Group {
    const known = this.#groups.get(group)
    if (known !== undefined) return known
    const rows = new Uint32Array(this.#words)
    let bound = 0
    for (const text of group.any) {
      const term = this.#terms.find(text)
      if (term === undefined) continue
      bound += this.#terms.count(term)
      this.#terms.addTo(term, rows)
    }
    const made = { rows, bound }
    this.#groups.set(group, made)
    return made
  }

  /** Splits many rows by rank, so that only rows with the ranks of the page must be sorted. */
  #ranges(tier: number, found: Found): RowRange[] {
    const count = countFound(found)
    if (Array.isArray(found)) return [{ tier, count, rows: () => [...found] }]
    const bits = found as Bitset
    if (this.#distances !== undefined || count <= MAX_ROWS_SORTED_AT_ONCE)
      return [{ tier, count, rows: () => rowsOf(bits) }]
    return Array.from({ length: RANKS }, (_, at) => {
      const ofRank = bits.slice()
      intersectInto(ofRank, this.#products.withRank(RANKS - 1 - at))
      return { tier, count: countRows(ofRank), rows: () => rowsOf(ofRank) }
    })
  }

  #comingAfter(found: Found, { key, id }: SearchPosition): number[] {
    const isByDistance = this.#distances !== undefined
    return rowsOf(found).filter((row) => {
      const own = this.#key(row)
      return own === key ? this.#products.id(row) > id : own > key === isByDistance
    })
  }

  #key(row: number): number {
    return this.#distances === undefined ? this.#products.rank(row) : (this.#distances[row] as number)
  }

  #comesBefore(a: number, b: number): boolean {
    const [one, other] = [this.#key(a), this.#key(b)]
    if (one === other) return this.#products.id(a) < this.#products.id(b)
    return this.#distances === undefined ? one > other : one < other
  }
}

/** Takes a page from consecutive row ranges. */
class Pager {
  readonly ranges: { readonly stretch: RowRange; readonly from: number; readonly to: number }[] = []
  /** Whether products follow the page. */
  hasMore = false
  #toSkip: number
  #toTake: number

  constructor(offset: number, limit: number) {
    this.#toSkip = offset
    this.#toTake = limit
  }

  get isFull(): boolean {
    return this.#toTake === 0
  }

  take(stretch: RowRange): void {
    const { count } = stretch
    const from = Math.min(this.#toSkip, count)
    const to = Math.min(from + this.#toTake, count)
    this.#toSkip -= from
    this.#toTake -= to - from
    if (to > from) this.ranges.push({ stretch, from, to })
    if (to < count) this.hasMore = true
  }

  /** Counts skipped rows after a full page. */
  skip(count: number): void {
    this.hasMore ||= count > 0
  }
}

function countFound(found: Found): number {
  return Array.isArray(found) ? found.length : countRows(found as Bitset)
}

function dropFound(bits: Bitset, found: Found): void {
  if (Array.isArray(found)) for (const row of found) clearRow(bits, row)
  else subtractFrom(bits, found as Bitset)
}

function rowsOf(found: Found): number[] {
  if (Array.isArray(found)) return found
  const rows: number[] = []
  eachRow(found as Bitset, (row) => rows.push(row))
  return rows
}
