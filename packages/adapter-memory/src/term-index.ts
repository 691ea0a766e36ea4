import type { ExpandedWord, ExpandRequest, IndexProduct, ProductId, SearchAnswer, SearchQuery } from '@utpid/core'
import { pageByRank } from './page-by-rank.ts'
import { Postings } from './postings.ts'
import { type IndexedProduct, TermSearch } from './term-search.ts'
import { compareText } from './text-order.ts'
import { WordList } from './word-list.ts'

/** Finds products by their terms, and words by a part or a misspelling of them. */
export class TermIndex {
  readonly #products = new Map<ProductId, IndexedProduct>()
  readonly #postings = new Postings<string, IndexedProduct>()
  readonly #words = new Map<string, WordList>()
  /** Terms that lost their last product since the word lists were made. */
  #emptied = 0

  put(product: IndexProduct): void {
    const present = this.#products.get(product.id)
    // A scan that ran beside a writer may have seen a newer row than the step that is applied now.
    if (present !== undefined && present.revision > product.revision) return
    const indexed: IndexedProduct = present ?? { ...product, mark: 0 }
    if (present === undefined) this.#products.set(product.id, indexed)
    const terms = new Set(product.terms)
    if (present !== undefined) for (const term of present.terms) if (!terms.has(term)) this.#dropTerm(term, present)
    const held = new Set(present?.terms)
    for (const term of terms) if (!held.has(term)) this.#addTerm(term, indexed)
    indexed.terms = [...terms]
    indexed.rank = product.rank
    indexed.revision = product.revision
    this.#renewWords()
  }

  remove(id: ProductId): void {
    const present = this.#products.get(id)
    if (present === undefined) return
    this.#products.delete(id)
    for (const term of present.terms) this.#dropTerm(term, present)
    this.#renewWords()
  }

  search(query: SearchQuery): SearchAnswer {
    const search = new TermSearch(this.#postings, this.#products)
    const found = search.find(query.match, query.except)
    return { total: found.length, exact: true, productIds: pageByRank(found, query.offset, query.limit) }
  }

  expand({ tag, word, by, limit }: ExpandRequest): ExpandedWord[] {
    const list = this.#words.get(tag)
    if (list === undefined) return []
    const words = by === 'prefix' ? list.startingWith(word) : list.within(by, word)
    const expanded: ExpandedWord[] = []
    for (const candidate of words) {
      const products = this.#postings.count(`${tag}:${candidate}`)
      if (products > 0 && candidate !== word) expanded.push({ word: candidate, products })
    }
    expanded.sort((a, b) => b.products - a.products || compareText(a.word, b.word))
    return expanded.slice(0, limit)
  }

  #addTerm(term: string, product: IndexedProduct): void {
    this.#postings.add(term, product)
    const colon = term.indexOf(':')
    if (colon < 0) return
    const tag = term.slice(0, colon)
    let list = this.#words.get(tag)
    if (list === undefined) {
      list = new WordList()
      this.#words.set(tag, list)
    }
    list.add(term.slice(colon + 1))
  }

  #dropTerm(term: string, product: IndexedProduct): void {
    this.#postings.remove(term, product)
    if (this.#postings.count(term) === 0) this.#emptied++
  }

  /** Makes the word lists anew when half of what they hold may be gone. */
  #renewWords(): void {
    if (this.#emptied < 10_000) return
    const held = [...this.#words.values()].reduce((sum, list) => sum + list.size, 0)
    if (this.#emptied * 2 < held) return
    this.#emptied = 0
    for (const [tag, list] of this.#words) {
      const renewed = new WordList()
      for (const word of list.startingWith('')) if (this.#postings.count(`${tag}:${word}`) > 0) renewed.add(word)
      this.#words.set(tag, renewed)
    }
  }
}
