import type { ProductId } from '@utpid/core'
import type { AliasRow } from '@utpid/core/storage'
import { compareText } from '@utpid/core/storage'
import { upperBound } from '../index/bits/upper-bound.ts'

/** The ids of earlier schemes with their products. */
export class AliasTable {
  readonly #products = new Map<string, ProductId>()
  /** The sorted aliases. A scan builds this list, and a new alias drops it: scans are rare. */
  #sorted: readonly string[] | undefined

  put({ alias, productId }: AliasRow): void {
    if (!this.#products.has(alias)) this.#sorted = undefined
    this.#products.set(alias, productId)
  }

  productOf(alias: string): ProductId | undefined {
    return this.#products.get(alias)
  }

  /** Returns at most `limit` aliases after an alias, sorted by code point. */
  after(alias: string | undefined, limit: number): AliasRow[] {
    this.#sorted ??= [...this.#products.keys()].sort(compareText)
    const sorted = this.#sorted
    const from =
      alias === undefined ? 0 : upperBound(sorted.length, (at) => compareText(sorted[at] as string, alias) > 0)
    return sorted
      .slice(from, from + limit)
      .map((each) => ({ alias: each, productId: this.#products.get(each) as ProductId }))
  }
}
