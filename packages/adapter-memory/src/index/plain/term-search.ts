import { squaredDistance } from '@utpid/core/scoring'
import type {
  SearchAnswer,
  SearchCircle,
  SearchPosition,
  SearchQuery,
  TermCondition,
  TermGroup,
} from '@utpid/core/storage'
import { rowsBetween } from '../bits/best-rows.ts'
import {
  addAll,
  clearRow,
  countRows,
  countUp,
  dropAll,
  eachRow,
  hasRow,
  keepCommon,
  type RowBits,
  wordsFor,
} from '../bits/row-bits.ts'
import type { PartAnswer } from '../query/search-page.ts'
import type { ProductTable } from './product-table.ts'
import type { TermNumber, TermTable } from './term-table.ts'

const RANKS = 16
const SORTED_AT_ONCE = 500
/** Maximum rows that are checked one by one; for more rows, bitset operations are faster. */
const LOOKED_AT_SINGLY = 500

/** Consecutive rows of the result: the rows of a tier, or of one rank in it. */
interface Stretch {
  readonly tier: number
  readonly count: number
  rows(): number[]
}

/** Rows of a condition: a list for few, a bitset for many. */
type Found = readonly number[] | RowBits

interface Group {
  readonly rows: RowBits
  /** Upper bound of the number of rows. */
  readonly bound: number
}

/** One query to the index. Each group is computed once for all tiers. */
export class TermSearch {
  readonly #terms: TermTable
  readonly #products: ProductTable
  readonly #words: number
  readonly #groups = new Map<TermGroup, Group>()
  /** With `near`: squared distances by row. */
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

  /** Returns the first products, up to the end of the page and one more. For an index of several parts. */
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
      if (pager.isFull) pager.pass(countFound(rest))
      else for (const stretch of this.#stretches(tier, rest)) pager.take(stretch)
    }
    const page = pager.stretches.flatMap(({ stretch, from, to }) =>
      rowsBetween(stretch.rows(), from, to, (a, b) => this.#comesBefore(a, b)).map((row) => ({
        row,
        tier: stretch.tier,
      })),
    )
    // Rows found are the allowed rows that are no longer open.
    if (allowed !== undefined) dropAll(allowed, open)
    const counts = allowed === undefined ? undefined : this.#counts(counted ?? [], allowed, total)
    return { total, page, leavesSome: pager.leavesSome, counts }
  }

  /** Counts each term in the found rows: row by row for few rows, else term by term. */
  #counts(counted: readonly string[], found: RowBits, total: number): number[] {
    const terms = counted.map((text) => this.#terms.find(text))
    if (total > LOOKED_AT_SINGLY) {
      return terms.map((term) => (term === undefined ? 0 : this.#terms.countIn(term, found)))
    }
    const counts = new Map<TermNumber, number>()
    eachRow(found, (row) => {
      for (const term of this.#products.terms(row)) counts.set(term, (counts.get(term) ?? 0) + 1)
    })
    return terms.map((term) => (term === undefined ? 0 : (counts.get(term) ?? 0)))
  }

  /** Returns the products within the filters and the circle. */
  #allowed(filters: readonly TermGroup[], near: SearchCircle | undefined): RowBits {
    const open = new Uint32Array(this.#words)
    const [first, ...others] = filters
    addAll(open, first === undefined ? this.#products.live : this.#group(first).rows)
    for (const group of others) keepCommon(open, this.#group(group).rows)
    if (near === undefined) return open
    const distances = new Float64Array(this.#products.length)
    eachRow(open, (row) => {
      const point = this.#products.point(row)
      const distance = point === undefined ? Number.POSITIVE_INFINITY : squaredDistance(near.center, point)
      distances[row] = distance
      if (!(distance <= near.reach)) clearRow(open, row)
    })
    this.#distances = distances
    return open
  }

  #satisfying({ groups, atLeast }: TermCondition, open: RowBits): Found {
    const wanted = groups.filter((group) => group.optional === true)
    const least = atLeast ?? wanted.length
    if (least > wanted.length) return []
    const needed = least === wanted.length ? groups : groups.filter((group) => group.optional !== true)
    const required = needed.map((group) => this.#group(group)).sort((a, b) => a.bound - b.bound)
    const optional = least <= 0 || least === wanted.length ? [] : wanted.map((group) => this.#group(group))
    const [rarest] = required
    if (rarest !== undefined && rarest.bound <= LOOKED_AT_SINGLY) {
      if (rarest.bound === 0) return []
      return rowsOf(rarest.rows).filter(
        (row) =>
          hasRow(open, row) &&
          required.every(({ rows }) => hasRow(rows, row)) &&
          (optional.length === 0 || optional.filter(({ rows }) => hasRow(rows, row)).length >= least),
      )
    }
    const rows = open.slice()
    for (const group of required) keepCommon(rows, group.rows)
    if (optional.length > 0) keepCommon(rows, this.#holdingAtLeast(optional, least))
    return rows
  }

  /** Returns the rows in at least `least` of the groups, by counting either matching or missing groups. */
  #holdingAtLeast(groups: readonly Group[], least: number): RowBits {
    const mayMiss = groups.length - least
    const byMisses = mayMiss + 1 < least
    // `reached[n]`: rows counted more than n times.
    const reached = Array.from({ length: byMisses ? mayMiss + 1 : least }, () => new Uint32Array(this.#words))
    for (const { rows } of groups) {
      for (let at = 0; at < this.#words; at++) {
        countUp(reached, at, byMisses ? ~(rows[at] as number) : (rows[at] as number))
      }
    }
    const most = reached.at(-1) as RowBits
    if (byMisses) for (let at = 0; at < this.#words; at++) most[at] = ~(most[at] as number)
    return most
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

  /** Splits many rows by rank, so that only the ranks of the page must be sorted. */
  #stretches(tier: number, found: Found): Stretch[] {
    const count = countFound(found)
    if (Array.isArray(found)) return [{ tier, count, rows: () => [...found] }]
    const bits = found as RowBits
    if (this.#distances !== undefined || count <= SORTED_AT_ONCE) return [{ tier, count, rows: () => rowsOf(bits) }]
    return Array.from({ length: RANKS }, (_, at) => {
      const ofRank = bits.slice()
      keepCommon(ofRank, this.#products.withRank(RANKS - 1 - at))
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
  readonly stretches: { readonly stretch: Stretch; readonly from: number; readonly to: number }[] = []
  /** Whether products follow the page. */
  leavesSome = false
  #toSkip: number
  #toTake: number

  constructor(offset: number, limit: number) {
    this.#toSkip = offset
    this.#toTake = limit
  }

  get isFull(): boolean {
    return this.#toTake === 0
  }

  take(stretch: Stretch): void {
    const { count } = stretch
    const from = Math.min(this.#toSkip, count)
    const to = Math.min(from + this.#toTake, count)
    this.#toSkip -= from
    this.#toTake -= to - from
    if (to > from) this.stretches.push({ stretch, from, to })
    if (to < count) this.leavesSome = true
  }

  /** Skips rows after a full page. */
  pass(count: number): void {
    this.leavesSome ||= count > 0
  }
}

function countFound(found: Found): number {
  return Array.isArray(found) ? found.length : countRows(found as RowBits)
}

function dropFound(bits: RowBits, found: Found): void {
  if (Array.isArray(found)) for (const row of found) clearRow(bits, row)
  else dropAll(bits, found as RowBits)
}

function rowsOf(found: Found): number[] {
  if (Array.isArray(found)) return found
  const rows: number[] = []
  eachRow(found as RowBits, (row) => rows.push(row))
  return rows
}
