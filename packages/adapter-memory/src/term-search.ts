import type { ProductId, TermCondition, TermGroup } from '@utpid/core'
import type { Postings } from './postings.ts'

/** A product as the term index holds it. */
export interface IndexedProduct {
  readonly id: ProductId
  revision: number
  rank: number
  terms: readonly string[]
  /** The last search that saw it, so that none is taken twice. */
  mark: number
}

interface SplitCondition {
  readonly required: readonly TermGroup[]
  readonly optional: readonly TermGroup[]
  readonly atLeast: number
}

let searches = 0

/** Products that satisfy conditions, found from the rarest terms. */
export class TermSearch {
  readonly #postings: Postings<string, IndexedProduct>
  readonly #products: ReadonlyMap<ProductId, IndexedProduct>

  constructor(postings: Postings<string, IndexedProduct>, products: ReadonlyMap<ProductId, IndexedProduct>) {
    this.#postings = postings
    this.#products = products
  }

  /** In no order. */
  find(match: TermCondition, except: readonly TermCondition[]): IndexedProduct[] {
    const condition = split(match)
    const exceptions = except.map(split)
    const mark = ++searches
    const found: IndexedProduct[] = []
    const consider = (product: IndexedProduct): void => {
      if (product.mark === mark) return
      product.mark = mark
      if (!this.#holds(condition, product)) return
      if (exceptions.some((exception) => this.#holds(exception, product))) return
      found.push(product)
    }
    const groups = this.#narrowest(condition)
    if (groups === undefined) for (const product of this.#products.values()) consider(product)
    else
      for (const group of groups)
        for (const term of group.any) for (const product of this.#postings.of(term)) consider(product)
    return found
  }

  /**
   * Groups of which every product that satisfies the condition holds at least one: a required
   * group, or so many optional ones that leaving all of them out would leave too few.
   *
   * @returns undefined when a product may satisfy the condition without any term.
   */
  #narrowest({ required, optional, atLeast }: SplitCondition): readonly TermGroup[] | undefined {
    if (atLeast > optional.length) return []
    const sized = (groups: readonly TermGroup[]): { group: TermGroup; size: number }[] =>
      groups.map((group) => ({ group, size: this.#sizeOf(group) })).sort((a, b) => a.size - b.size)
    const [rarest] = sized(required)
    if (atLeast <= 0) return rarest && [rarest.group]
    const unavoidable = sized(optional).slice(0, optional.length - atLeast + 1)
    const size = unavoidable.reduce((sum, one) => sum + one.size, 0)
    return rarest !== undefined && rarest.size <= size ? [rarest.group] : unavoidable.map(({ group }) => group)
  }

  #sizeOf(group: TermGroup): number {
    return group.any.reduce((sum, term) => sum + this.#postings.count(term), 0)
  }

  #holds({ required, optional, atLeast }: SplitCondition, product: IndexedProduct): boolean {
    for (const group of required) if (!this.#holdsGroup(group, product)) return false
    let missing = atLeast
    for (const group of optional) {
      if (missing <= 0) break
      if (this.#holdsGroup(group, product)) missing--
    }
    return missing <= 0
  }

  #holdsGroup(group: TermGroup, product: IndexedProduct): boolean {
    return group.any.some((term) => this.#postings.has(term, product))
  }
}

function split({ groups, atLeast }: TermCondition): SplitCondition {
  const optional = groups.filter((group) => group.optional === true)
  return { required: groups.filter((group) => group.optional !== true), optional, atLeast: atLeast ?? optional.length }
}
