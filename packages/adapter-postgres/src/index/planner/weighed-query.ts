import type { SearchQuery, TermCondition, TermGroup } from '@utpid/core/storage'
import { EVERY_PRODUCT, hashTerm } from '../terms/term-hash.ts'

/** A term group of a query, without terms that no product has. */
export interface WeighedGroup {
  readonly hashes: ReadonlySet<number>
  /** The upper bound of the number of products with any of the terms. */
  readonly maxProducts: number
  /** The lower bound of the number of products with any of the terms. */
  readonly minProducts: number
  /** The term with the highest document frequency, which equals `minProducts`. */
  readonly mostFrequent: number
}

/** A tier with the filters. Tiers that no product can satisfy are omitted. */
export interface WeighedTier {
  /** The position in the query. */
  readonly at: number
  /** The required groups, rarest first, without groups that another group implies. */
  readonly required: readonly WeighedGroup[]
  /** The optional groups. A product must satisfy at least `minOptional` of them: at least one, but not all. */
  readonly optional: readonly WeighedGroup[]
  readonly minOptional: number
  /** The upper bound of the number of products. */
  readonly maxProducts: number
  /** The expected number of products, assuming independent groups. */
  readonly expected: number
}

/** A query with term frequencies, for cost estimates. Conditions that cannot be satisfied are omitted. */
export class WeighedQuery {
  readonly productsWith: (hash: number) => number
  readonly products: number
  readonly #groups = new Map<TermGroup, WeighedGroup>()
  /** The groups by their terms: groups with equal terms share one entry. */
  readonly #groupsByTerms = new Map<string, WeighedGroup>()
  readonly tiers: readonly WeighedTier[]

  /**
   * @param productsWith - Returns the product count of a term, also for the terms that represent all products or a
   *   rank.
   */
  constructor({ tiers, filters }: SearchQuery, productsWith: (hash: number) => number) {
    this.productsWith = productsWith
    this.products = productsWith(EVERY_PRODUCT)
    this.tiers = tiers.flatMap((tier, at) => this.#tier(tier, filters, at) ?? [])
  }

  /** The widest tiers, which together find all products. No tier is known to be a subset of another tier. */
  get widest(): WeighedTier[] {
    const widest: WeighedTier[] = []
    for (const tier of [...this.tiers].reverse()) {
      if (!widest.some((other) => includesAll(other, tier))) widest.push(tier)
    }
    return widest
  }

  #tier({ groups, minShouldMatch }: TermCondition, filters: readonly TermGroup[], at: number): WeighedTier | undefined {
    const given = groups.filter(({ optional }) => optional === true)
    const least = Math.max(0, minShouldMatch ?? given.length)
    // Keeps duplicates: a group that occurs twice counts twice.
    const optional = given.map((group) => this.#group(group)).filter(({ maxProducts }) => maxProducts > 0)
    if (least > optional.length) return undefined
    const isAll = least === optional.length
    const needed = [...groups.filter((group) => group.optional !== true), ...filters]
    const all = [...new Set([...needed.map((group) => this.#group(group)), ...(isAll ? optional : [])])]
    if (all.some(({ maxProducts }) => maxProducts === 0)) return undefined
    const required = withoutImplied(all.sort((a, b) => a.maxProducts - b.maxProducts))
    const counted = isAll || least === 0 ? [] : optional.sort((a, b) => a.maxProducts - b.maxProducts)
    const needs = counted.length === 0 ? required : [...required, unionOf(counted.slice(0, counted.length - least + 1))]
    const share = needs.reduce(
      (product, { maxProducts }) => product * Math.min(1, maxProducts / Math.max(1, this.products)),
      1,
    )
    const most = Math.min(this.products, ...needs.map((group) => group.maxProducts))
    return {
      at,
      required,
      optional: counted,
      minOptional: least,
      maxProducts: most,
      expected: Math.min(most, share * this.products),
    }
  }

  #group(group: TermGroup): WeighedGroup {
    let weighed = this.#groups.get(group)
    if (weighed === undefined) {
      const counts = new Map<number, number>(group.any.map((term) => [hashTerm(term), 0]))
      for (const hash of counts.keys()) counts.set(hash, this.productsWith(hash))
      const live = [...counts].filter(([, products]) => products > 0)
      const most = live.reduce((sum, [, products]) => sum + products, 0)
      const [commonest, least] = live.reduce((first, next) => (next[1] > first[1] ? next : first), [0, 0])
      const hashes = live.map(([hash]) => hash).sort((a, b) => a - b)
      const key = hashes.join()
      weighed = this.#groupsByTerms.get(key) ?? {
        hashes: new Set(hashes),
        maxProducts: most,
        minProducts: least,
        mostFrequent: commonest,
      }
      this.#groupsByTerms.set(key, weighed)
      this.#groups.set(group, weighed)
    }
    return weighed
  }
}

/** Returns the union of the groups. */
export function unionOf(groups: readonly WeighedGroup[]): WeighedGroup {
  const first = groups.reduce((a, b) => (b.minProducts > a.minProducts ? b : a), { minProducts: 0, mostFrequent: 0 })
  return {
    hashes: new Set(groups.flatMap(({ hashes }) => [...hashes])),
    maxProducts: groups.reduce((sum, { maxProducts }) => sum + maxProducts, 0),
    minProducts: first.minProducts,
    mostFrequent: first.mostFrequent,
  }
}

/**
 * Removes groups that another group implies. Implied groups do not restrict the products, and would distort the
 * estimate.
 */
function withoutImplied(groups: readonly WeighedGroup[]): WeighedGroup[] {
  return groups.filter((group, at) => !groups.slice(0, at).some((other) => isWithin(other, group)))
}

/** Returns terms of which every product of a tier has at least one, apart from its required groups. */
export function neededOf({ optional, minOptional }: WeighedTier): WeighedGroup | undefined {
  return optional.length === 0 ? undefined : unionOf(optional.slice(0, optional.length - minOptional + 1))
}

/** Returns whether a tier certainly finds all products that another tier finds. */
export function includesAll(wide: WeighedTier, narrow: WeighedTier): boolean {
  const isHeld = (group: WeighedGroup): boolean => narrow.required.some((each) => isWithin(each, group))
  if (!wide.required.every((group) => isHeld(group) || isHeldByOptional(narrow, group))) return false
  if (wide.optional.length === 0) return true
  if (wide.optional.filter(isHeld).length >= wide.minOptional) return true
  const isRepeated = new Set(narrow.optional).size < narrow.optional.length
  return (
    !isRepeated &&
    narrow.minOptional >= wide.minOptional &&
    narrow.optional.every((each) => wide.optional.includes(each))
  )
}

function isHeldByOptional(narrow: WeighedTier, group: WeighedGroup): boolean {
  return narrow.minOptional > 0 && narrow.optional.length > 0 && narrow.optional.every((each) => isWithin(each, group))
}

function isWithin(narrow: WeighedGroup, wide: WeighedGroup): boolean {
  if (narrow === wide) return true
  if (narrow.hashes.size > wide.hashes.size) return false
  for (const hash of narrow.hashes) if (!wide.hashes.has(hash)) return false
  return true
}

/** Returns whether a tier is a single group of words with an exact product count. */
export function isOneWord({ required, optional }: WeighedTier): boolean {
  return required.length === 1 && optional.length === 0
}
