import {
  type SearchAnswer,
  type SearchCircle,
  type SearchPosition,
  type SearchQuery,
  squaredDistance,
  type TermCondition,
  type TermGroup,
} from '@utpid/core'
import { rowsBetween } from './best-rows.ts'
import type { ProductTable } from './product-table.ts'
import { addAll, clearRow, countRows, dropAll, eachRow, keepCommon, type RowBits, wordsFor } from './row-bits.ts'
import type { TermTable } from './term-table.ts'

const RANKS = 16
const SORTED_AT_ONCE = 500

/** Rows that come one after another in the answer: those of a tier, or of one rank in it. */
interface Stretch {
  readonly tier: number
  readonly rows: RowBits
  readonly count: number
}

/** One question to the index. Every group is put together once, however many tiers ask for it. */
export class TermSearch {
  readonly #terms: TermTable
  readonly #products: ProductTable
  readonly #words: number
  readonly #groups = new Map<TermGroup, RowBits>()
  /** With `near`, squared distances by row. */
  #distances: Float64Array | undefined

  constructor(terms: TermTable, products: ProductTable) {
    this.#terms = terms
    this.#products = products
    this.#words = wordsFor(products.length)
  }

  answer({ tiers, filters, near, after, offset, limit }: SearchQuery): SearchAnswer {
    const open = this.#allowed(filters, near)
    const pager = new Pager(offset, limit)
    let total = 0
    for (const [tier, condition] of tiers.entries()) {
      const rows = this.#satisfying(condition, open)
      const count = countRows(rows)
      if (count === 0) continue
      total += count
      dropAll(open, rows)
      if (after !== undefined && tier < after.tier) continue
      if (after?.tier === tier) this.#dropUntil(rows, after)
      if (pager.isFull) pager.pass(rows)
      else for (const stretch of this.#stretches(tier, rows)) pager.take(stretch)
    }
    const page = pager.stretches.flatMap(({ stretch, from, to }) => {
      const rows: number[] = []
      eachRow(stretch.rows, (row) => rows.push(row))
      return rowsBetween(rows, from, to, (a, b) => this.#comesBefore(a, b)).map((row) => ({ row, tier: stretch.tier }))
    })
    const productIds = page.map(({ row }) => this.#products.id(row))
    const last = page.at(-1)
    if (last === undefined || !pager.leavesSome) return { total, exact: true, productIds }
    const next = { tier: last.tier, key: this.#key(last.row), id: this.#products.id(last.row) }
    return { total, exact: true, productIds, next }
  }

  /** The products that the filters and the circle leave. */
  #allowed(filters: readonly TermGroup[], near: SearchCircle | undefined): RowBits {
    const open = new Uint32Array(this.#words)
    const [first, ...others] = filters
    if (first === undefined) this.#products.addAllTo(open)
    else addAll(open, this.#group(first))
    for (const group of others) keepCommon(open, this.#group(group))
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

  #satisfying({ groups, atLeast }: TermCondition, open: RowBits): RowBits {
    const rows = open.slice()
    for (const group of groups) if (group.optional !== true) keepCommon(rows, this.#group(group))
    const optional = groups.filter((group) => group.optional === true)
    const least = atLeast ?? optional.length
    if (least > optional.length) rows.fill(0)
    else if (least === optional.length) for (const group of optional) keepCommon(rows, this.#group(group))
    else if (least > 0) keepCommon(rows, this.#holdingAtLeast(optional, least))
    return rows
  }

  /** Rows in at least so many of the groups: by counting those they are in, or those they are not. */
  #holdingAtLeast(groups: readonly TermGroup[], least: number): RowBits {
    const mayMiss = groups.length - least
    const byMisses = mayMiss + 1 < least
    // `reached[n]`: rows that were counted more than n times.
    const reached = Array.from({ length: byMisses ? mayMiss + 1 : least }, () => new Uint32Array(this.#words))
    for (const group of groups) {
      const rows = this.#group(group)
      for (let at = 0; at < this.#words; at++) {
        let counted = byMisses ? ~(rows[at] as number) : (rows[at] as number)
        for (const level of reached) {
          const before = level[at] as number
          level[at] = before | counted
          counted &= before
        }
      }
    }
    const most = reached.at(-1) as RowBits
    if (byMisses) for (let at = 0; at < this.#words; at++) most[at] = ~(most[at] as number)
    return most
  }

  #group(group: TermGroup): RowBits {
    let rows = this.#groups.get(group)
    if (rows === undefined) {
      rows = new Uint32Array(this.#words)
      for (const text of group.any) {
        const term = this.#terms.find(text)
        if (term !== undefined) this.#terms.addTo(term, rows)
      }
      this.#groups.set(group, rows)
    }
    return rows
  }

  /** Many rows come by rank, so that only the ranks which the page cuts have to be sorted. */
  #stretches(tier: number, rows: RowBits): Stretch[] {
    const count = countRows(rows)
    if (this.#distances !== undefined || count <= SORTED_AT_ONCE) return [{ tier, rows, count }]
    const stretches: Stretch[] = []
    for (let rank = RANKS - 1; rank >= 0; rank--) {
      const ofRank = rows.slice()
      keepCommon(ofRank, this.#products.withRank(rank))
      stretches.push({ tier, rows: ofRank, count: countRows(ofRank) })
    }
    return stretches
  }

  #dropUntil(rows: RowBits, { key, id }: SearchPosition): void {
    const isByDistance = this.#distances !== undefined
    eachRow(rows.slice(), (row) => {
      const own = this.#key(row)
      const isAfter = own === key ? this.#products.id(row) > id : own > key === isByDistance
      if (!isAfter) clearRow(rows, row)
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

/** Cuts a page out of stretches that come one after another. */
class Pager {
  readonly stretches: { readonly stretch: Stretch; readonly from: number; readonly to: number }[] = []
  /** Products come after the page. */
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

  /** Rows that come after a full page. */
  pass(rows: RowBits): void {
    this.leavesSome ||= rows.some((word) => word !== 0)
  }
}
