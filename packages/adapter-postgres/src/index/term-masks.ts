import type { SearchQuery, TermCondition, TermGroup } from '@utpid/core'
import { hashTerm } from './term-hash.ts'

/** Bits of one mask: a bigint of PostgreSQL without its sign. */
export const BITS = 62

/** A place in the masks of a product: which mask, and which bit of it. */
interface Place {
  readonly mask: number
  readonly bit: bigint
}

/** Which groups of a query each of its terms satisfies, as bits: a product has the bits of all terms that it holds. */
export class TermMasks {
  readonly #places = new Map<TermGroup, Place>()
  readonly #terms = new Map<number, bigint[]>()

  constructor({ tiers, filters }: Pick<SearchQuery, 'tiers' | 'filters'>) {
    for (const group of [...tiers.flatMap(({ groups }) => groups), ...filters]) this.#add(group)
  }

  /** How many masks a product has: 1 or more. */
  get count(): number {
    return Math.max(1, Math.ceil(this.#places.size / BITS))
  }

  get hashes(): number[] {
    return [...this.#terms.keys()]
  }

  /** One mask of every term, in the order of {@link hashes}. */
  masks(at: number): string {
    return `{${[...this.#terms.values()].map((masks) => masks[at] ?? 0n).join(',')}}`
  }

  /** In SQL, over columns `m0`, `m1`, ...: whether a product satisfies a condition. */
  condition({ groups, atLeast }: TermCondition): string {
    const optional = groups.filter((group) => group.optional === true)
    const least = atLeast ?? optional.length
    if (least > optional.length) return 'false'
    const needed = least === optional.length ? groups : groups.filter((group) => group.optional !== true)
    const parts = needed.length === 0 ? [] : [this.all(needed)]
    if (least > 0 && least < optional.length) {
      const counted = this.#wanted(optional).map(([at, bits]) => `bit_count((m${at} & ${bits})::bit(64))`)
      parts.push(`${counted.join(' + ')} >= ${least}`)
    }
    return parts.length === 0 ? 'true' : parts.join(' and ')
  }

  /** In SQL: whether a product satisfies all of some groups, be they marked optional or not. */
  all(groups: readonly TermGroup[]): string {
    const parts = this.#wanted(groups).map(([at, bits]) => `m${at} & ${bits} = ${bits}`)
    return parts.length === 0 ? 'true' : parts.join(' and ')
  }

  /** The bits of some groups, by mask. */
  #wanted(groups: readonly TermGroup[]): [number, bigint][] {
    const wanted = new Map<number, bigint>()
    for (const group of groups) {
      const { mask, bit } = this.#places.get(group) as Place
      wanted.set(mask, (wanted.get(mask) ?? 0n) | bit)
    }
    return [...wanted]
  }

  #add(group: TermGroup): void {
    if (this.#places.has(group)) return
    const place = this.#places.size
    const mask = Math.floor(place / BITS)
    const bit = 1n << BigInt(place % BITS)
    this.#places.set(group, { mask, bit })
    for (const text of group.any) {
      const hash = hashTerm(text)
      const masks = this.#terms.get(hash) ?? []
      while (masks.length <= mask) masks.push(0n)
      masks[mask] = (masks[mask] as bigint) | bit
      this.#terms.set(hash, masks)
    }
  }
}

/**
 * Terms one of which every product holds that the query may find, few products holding any of them; undefined when it may
 * find a product without any.
 *
 * @param held - How many products hold a term, about: it decides on time only.
 */
export function termsToBeginWith(
  { tiers, filters }: Pick<SearchQuery, 'tiers' | 'filters'>,
  held: (hash: number) => number,
): Set<number> | undefined {
  const costs = new Map<TermGroup, number>()
  const cost = (group: TermGroup): number => {
    let known = costs.get(group)
    if (known === undefined) {
      known = group.any.reduce((total, text) => total + held(hashTerm(text)), 0)
      costs.set(group, known)
    }
    return known
  }
  const cheapest = (groups: readonly TermGroup[]): TermGroup[] => [...groups].sort((a, b) => cost(a) - cost(b))
  const ofTiers = tiers.map(({ groups, atLeast }) => {
    const optional = groups.filter((group) => group.optional === true)
    const least = atLeast ?? optional.length
    if (least > optional.length) return []
    const needed = least === optional.length ? groups : groups.filter((group) => group.optional !== true)
    const [one] = cheapest(needed)
    // A product that lacks all but `least - 1` of the optional groups is not found, whichever they are.
    return one !== undefined ? [one] : least > 0 ? cheapest(optional).slice(0, optional.length - least + 1) : undefined
  })
  const total = (groups: Iterable<TermGroup>): number => [...groups].reduce((sum, group) => sum + cost(group), 0)
  const union = ofTiers.includes(undefined) ? undefined : new Set(ofTiers.flatMap((groups) => groups ?? []))
  const [filter] = cheapest(filters)
  const chosen = filter !== undefined && (union === undefined || cost(filter) < total(union)) ? [filter] : union
  return chosen === undefined ? undefined : new Set([...chosen].flatMap(({ any }) => any.map(hashTerm)))
}
