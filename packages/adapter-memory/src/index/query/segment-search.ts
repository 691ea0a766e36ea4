import type { SearchCircle, SearchPosition, SearchQuery, TermCondition, TermGroup } from '@utpid/core/storage'
import type { Bitset } from '../bits/bitset.ts'
import { rankedRange } from '../bits/top-rows.ts'
import { type TermHash, termHash } from '../columns/term-hash.ts'
import type { PostingList } from '../postings/posting-list.ts'
import {
  ALL,
  addSelection,
  countOf,
  inAny,
  listed,
  listOf,
  NONE,
  type RowSelection,
  rowsFrom,
  without,
} from '../postings/row-selection.ts'
import { type WindowedCondition, WindowedCount } from '../postings/windowed-count.ts'
import type { TermCounter } from '../terms/facet-column.ts'
import type { TermSegment } from '../terms/term-segment.ts'
import { GroupIntersection } from './group-intersection.ts'
import { minShouldMatch } from './minimum-should-match.ts'
import type { PartAnswer, PlacedProduct } from './search-page.ts'
import { TermGroupRows } from './term-group-rows.ts'

/** The inverse share for counting rows window by window: each needed group has more than 1 in 64 rows. */
const WINDOWS_SHARE = 64
/**
 * The minimum number of rows in each needed group for finding the first rows window by window. Usually one window is
 * enough.
 */
const MIN_WINDOWED_ROWS = 4_096

/** Removes groups that contain all rows of another group, since the narrower group implies the wider group. */
function withoutWider(groups: readonly TermGroupRows[]): TermGroupRows[] {
  return groups.filter((group, at) =>
    groups.every((other, otherAt) => {
      if (other === group) return otherAt >= at
      return !group.includes(other) || (other.includes(group) && otherAt > at)
    }),
  )
}

/**
 * A condition, divided into needed and optional groups. It matches nothing if `min` exceeds the number of optional
 * groups.
 */
interface DividedCondition extends WindowedCondition {
  readonly needed: readonly TermGroupRows[]
  readonly optional: readonly TermGroupRows[]
}

/** Returns the row bound of the rarest needed group; 0 if no group is needed or nothing can match. */
function rarestBound({ needed, optional, min }: WindowedCondition): number {
  if (needed.length === 0 || min > optional.length) return 0
  return Math.min(...needed.map(({ bound }) => bound))
}

/** One query to a segment. It counts the matching products and finds the first of them. */
export class SegmentSearch {
  readonly #segment: TermSegment
  readonly #query: SearchQuery
  readonly #hashes: Map<string, TermHash>
  readonly #groups = new Map<TermGroup, TermGroupRows>()
  /** The same groups, found by their terms. Groups of one word, or without typos, are often equal. */
  readonly #groupsOfTexts = new Map<string, TermGroupRows>()
  /** All terms looked up so far; undefined for a term that no row ever had. Several groups share terms. */
  readonly #terms = new Map<string, PostingList | undefined>()
  readonly #filters: readonly TermGroupRows[]
  readonly #all = new GroupIntersection(ALL)
  /** The last rows found in the circle, with their squared distances. */
  #lastDistances: { readonly rows: Uint32Array; readonly distances: Float64Array } | undefined
  readonly #products: PlacedProduct[] = []
  /** The term counter, created at the first match: most stages of a search find nothing in most segments. */
  #held: TermCounter | undefined
  #total = 0
  /** The rows of the tiers before the last tier with matches. */
  #seen: Bitset | undefined
  #unseen: RowSelection | undefined
  /** The widest tiers, if they include all other tiers and their rows were only counted. */
  #counted: readonly TermCondition[] | undefined
  #tiers = 0
  /** The number of tiers evaluated by counting the widest tiers. */
  #countedTiers = 0
  /** The rows of the products found by counting the widest tiers. */
  readonly #rows = new Set<number>()

  /** @param hashes - The term hashes, shared with the searches of other segments. */
  constructor(segment: TermSegment, query: SearchQuery, hashes: Map<string, TermHash>) {
    this.#segment = segment
    this.#hashes = hashes
    this.#query = query
    this.#filters = query.filters.map((group) => this.#group(group))
  }

  /**
   * Runs the query. It may be called again with more tiers at the end.
   *
   * @param query - The same query in each call, apart from its tiers.
   */
  answer({ tiers, widestTiers = 0 }: Pick<SearchQuery, 'tiers' | 'widestTiers'>): PartAnswer {
    const { after, offset, limit, near } = this.#query
    const products = this.#products
    // Requests one more product, to find out whether others follow.
    const max = limit === 0 ? 0 : offset + limit + 1
    if (widestTiers > 0 && after === undefined && near === undefined && this.#tiers === this.#countedTiers) {
      this.#countWidest(tiers, widestTiers, max)
    }
    for (; this.#tiers < tiers.length; this.#tiers++) {
      const tier = this.#tiers
      const found = this.#notSeen(this.#satisfying(tiers[tier] as TermCondition))
      const count = countOf(found, this.#segment.length)
      if (count === 0) continue
      this.#total += count
      this.#count(found)
      if ((after !== undefined && tier < after.tier) || products.length >= max) continue
      for (const product of this.#first(found, tier, max - products.length)) products.push(product)
    }
    return { total: this.#total, products, ...(this.#held && { counts: this.#held.counts }) }
  }

  /** Evaluates tiers until there are enough products. The widest tiers include all others. */
  #countWidest(tiers: SearchQuery['tiers'], widestTiers: number, max: number): void {
    const products = this.#products
    const last = tiers.slice(-widestTiers)
    const total = this.#countOf(last)
    const wanted = Math.min(max, total)
    for (let tier = this.#tiers; tier < tiers.length && products.length < wanted; tier++) {
      for (const row of this.#firstOf(tiers[tier] as TermCondition, wanted)) {
        if (products.length === wanted || this.#rows.has(row)) continue
        this.#rows.add(row)
        products.push({ tier, key: this.#segment.rank(row), id: this.#id(row) })
      }
    }
    this.#tiers = tiers.length
    this.#countedTiers = tiers.length
    this.#total = total
    this.#counted = last
    // Starts again, and finds the matches of the earlier tiers again.
    this.#held = undefined
    this.#unseen = undefined
    if (total > 0 && this.#query.counted !== undefined) this.#count(this.#satisfyingAny(last))
  }

  #countOf(conditions: readonly TermCondition[]): number {
    const { length } = this.#segment
    const windowed = conditions.map((condition) => this.#windowed(condition))
    const [one, ...others] = windowed
    if (one !== undefined && others.length === 0 && one.min === 0) {
      const [group, ...more] = one.needed
      const count = more.length === 0 ? group?.quickCount() : undefined
      if (count !== undefined) return count
    }
    const isMuch =
      windowed.every(({ needed }) => needed.length > 0) &&
      windowed.some((condition) => rarestBound(condition) > length / WINDOWS_SHARE)
    return isMuch ? this.#windows(windowed).count() : countOf(this.#satisfyingAny(conditions), length)
  }

  /** Returns at most `max` rows that satisfy a condition. */
  #firstOf(condition: TermCondition, max: number): Iterable<number> {
    const windowed = this.#windowed(condition)
    return rarestBound(windowed) > MIN_WINDOWED_ROWS
      ? this.#windows([windowed]).first(max)
      : rowsFrom(this.#satisfying(condition), 0, max, this.#segment.length)
  }

  #windows(conditions: readonly WindowedCondition[]): WindowedCount {
    const { words, deleted, deletedCount } = this.#segment
    return new WindowedCount(words, conditions, deletedCount > 0 ? deleted : undefined)
  }

  #windowed({ groups, minShouldMatch }: TermCondition): DividedCondition {
    const { needed, optional, min } = this.#divide(groups, minShouldMatch)
    return { needed: withoutWider([...needed, ...this.#filters]), optional, min: min }
  }

  #divide(groups: readonly TermGroup[], atLeast: number | undefined): DividedCondition {
    const optionalGroups = groups.filter((group) => group.optional === true)
    const min = Math.max(0, atLeast ?? optionalGroups.length)
    const rowsOf = (those: readonly TermGroup[]): TermGroupRows[] => those.map((group) => this.#group(group))
    if (min === optionalGroups.length) return { needed: rowsOf(groups), optional: [], min: 0 }
    // Drops words without rows. For a name in another script, these words are all pairs of its letters.
    const optional = min === 0 ? [] : rowsOf(optionalGroups).filter(({ bound }) => bound > 0)
    return {
      needed: rowsOf(groups.filter((group) => group.optional !== true)),
      optional,
      // Limits the minimum: a minimum above the number of optional groups matches nothing.
      min: Math.min(min, optional.length + 1),
    }
  }

  /** Adds rows that no earlier tier has found. */
  #count(found: RowSelection): void {
    const { counted } = this.#query
    if (counted !== undefined) {
      this.#held ??= this.#segment.termCounter(counted)
      this.#held.add(found)
    }
    this.#unseen = found
  }

  #notSeen(found: RowSelection): RowSelection {
    if (this.#counted !== undefined) {
      // Finds the rows that were only counted, since they are needed now.
      this.#unseen ??= this.#satisfyingAny(this.#counted)
      this.#counted = undefined
    }
    if (this.#unseen !== undefined) {
      this.#seen ??= new Uint32Array(this.#segment.words)
      addSelection(this.#seen, this.#unseen)
      this.#unseen = undefined
    }
    return this.#seen === undefined ? found : without(found, this.#seen, this.#segment.length)
  }

  #satisfyingAny(conditions: readonly TermCondition[]): RowSelection {
    return inAny(
      conditions.map((condition) => this.#satisfying(condition)),
      this.#segment.length,
    )
  }

  /** Returns the live rows that satisfy a condition, the filters and the circle. */
  #satisfying({ groups, minShouldMatch: atLeast }: TermCondition): RowSelection {
    const { needed, optional, min } = this.#divide(groups, atLeast)
    if (min > optional.length) return NONE
    let found = this.#inAll(withoutWider([...needed, ...this.#filters]))
    if (min > 0) found = minShouldMatch(this.#segment, optional, min, found)
    if (this.#segment.deletedCount > 0) found = without(found, this.#segment.deleted, this.#segment.length)
    return this.#query.near === undefined ? found : this.#inCircle(found)
  }

  /** Intersects the groups, rarest first: only rows of the rarest group are searched in other groups. */
  #inAll(groups: readonly TermGroupRows[]): RowSelection {
    let found = this.#all
    for (const group of [...groups].sort((a, b) => a.bound - b.bound)) {
      if (group.bound === 0) return NONE
      found = found.among(group)
      if (found.isEmpty) return NONE
    }
    return found.rows
  }

  #inCircle(found: RowSelection): RowSelection {
    const { near } = this.#query
    if (near === undefined) return found
    const { center, squaredRadius } = near
    const among = listOf(found, this.#segment.length)
    const rows = new Uint32Array(among.length)
    const distances = new Float64Array(among.length)
    let length = 0
    for (let at = 0; at < among.length; at++) {
      const row = among[at] as number
      const distance = this.#segment.squaredDistance(row, center)
      if (distance > squaredRadius) continue
      distances[length] = distance
      rows[length++] = row
    }
    this.#lastDistances = { rows: rows.subarray(0, length), distances }
    return listed(this.#lastDistances.rows)
  }

  /** Reuses the distances of rows just found in the circle: reading points misses the CPU cache. */
  #distancesOf(rows: Uint32Array, { center }: SearchCircle): Float64Array {
    if (this.#lastDistances?.rows === rows) return this.#lastDistances.distances
    return Float64Array.from(rows, (row) => this.#segment.squaredDistance(row, center))
  }

  /** Returns at most `max` products of a tier after the position `after`. */
  #first(found: RowSelection, tier: number, max: number): PlacedProduct[] {
    const { near, after } = this.#query
    const place = tier === after?.tier ? after : undefined
    if (near === undefined) {
      const from = place === undefined ? 0 : this.#segment.firstAfter(place.key, place.id)
      return rowsFrom(found, from, max, this.#segment.length).map((row) => ({
        tier,
        key: this.#segment.rank(row),
        id: this.#id(row),
      }))
    }
    return this.#nearest(listOf(found, this.#segment.length), near, max, place).map(([key, id]) => ({ tier, key, id }))
  }

  /**
   * Returns at most `max` distances and ids, nearest first. Computes each distance once, since sorting often compares
   * it.
   */
  #nearest(
    rows: Uint32Array,
    near: SearchCircle,
    max: number,
    place: SearchPosition | undefined,
  ): (readonly [distance: number, id: number])[] {
    const distances = this.#distancesOf(rows, near)
    const idAt = (at: number): number => this.#id(rows[at] as number)
    const found: number[] = []
    for (let at = 0; at < rows.length; at++) {
      const distance = distances[at] as number
      const isAfter = place === undefined || (distance === place.key ? idAt(at) > place.id : distance > place.key)
      if (isAfter) found.push(at)
    }
    const comesBefore = (a: number, b: number): boolean => {
      const [one, other] = [distances[a] as number, distances[b] as number]
      return one === other ? idAt(a) < idAt(b) : one < other
    }
    return rankedRange(found, 0, max, comesBefore).map((at) => [distances[at] as number, idAt(at)])
  }

  #group(group: TermGroup): TermGroupRows {
    let rows = this.#groups.get(group)
    if (rows === undefined) {
      const texts = JSON.stringify(group.any)
      rows = this.#groupsOfTexts.get(texts) ?? new TermGroupRows(this.#segment, this.#heldOf(group))
      this.#groups.set(group, rows)
      this.#groupsOfTexts.set(texts, rows)
    }
    return rows
  }

  /** Returns the terms of a group, except terms that no row ever had. */
  #heldOf({ any }: TermGroup): PostingList[] {
    const held: PostingList[] = []
    for (const text of any) {
      let rows = this.#terms.get(text)
      if (rows === undefined && !this.#terms.has(text)) {
        rows = this.#find(text)
        this.#terms.set(text, rows)
      }
      if (rows !== undefined) held.push(rows)
    }
    return held
  }

  #find(text: string): PostingList | undefined {
    let hash = this.#hashes.get(text)
    if (hash === undefined) {
      hash = termHash(text)
      this.#hashes.set(text, hash)
    }
    const term = this.#segment.find(hash)
    return term < 0 ? undefined : this.#segment.rows(term)
  }

  #id(row: number): number {
    return this.#segment.columns.productIds[row] as number
  }
}
