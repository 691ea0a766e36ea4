import type { ExpandedWord, ExpandRequest, IndexProduct, ProductId, SearchAnswer, SearchQuery } from '@utpid/core'
import { MostHeld } from './most-held.ts'
import { ProductTable } from './product-table.ts'
import { TermSearch } from './term-search.ts'
import { type TermNumber, TermTable } from './term-table.ts'
import { WordList } from './word-list.ts'

/** The table of terms is made anew when this many and half of all are held by no product. */
const UNHELD_MOST = 10_000

/** Finds products by their terms, and words by a part or a misspelling of them. */
export class TermIndex {
  readonly #products = new ProductTable()
  #terms = new TermTable()
  /** By tag; made when a tag is first asked for, since most never are. */
  readonly #words = new Map<string, WordList>()

  put(product: IndexProduct): void {
    const present = this.#products.row(product.id)
    // A scan that ran beside a writer may have seen a newer row than the step that is applied now.
    if (present !== undefined && this.#products.revision(present) > product.revision) return
    const row = present ?? this.#products.add(product.id)
    const terms = new Set(product.terms.map((text) => this.#numberOf(text)))
    const held = new Set(this.#products.terms(row))
    for (const term of held) if (!terms.has(term)) this.#terms.drop(term, row)
    for (const term of terms) if (!held.has(term)) this.#terms.hold(term, row, this.#products.length)
    this.#products.set(row, product, [...terms])
    this.#renewTerms()
  }

  remove(id: ProductId): void {
    const row = this.#products.row(id)
    if (row === undefined) return
    for (const term of this.#products.terms(row)) this.#terms.drop(term, row)
    this.#products.remove(row)
    this.#renewTerms()
  }

  search(query: SearchQuery): SearchAnswer {
    return new TermSearch(this.#terms, this.#products).answer(query)
  }

  expand({ tag, word, by, limit }: ExpandRequest): ExpandedWord[] {
    const list = this.#wordsOf(tag)
    const found = new MostHeld(limit)
    const consider = (term: TermNumber, text: string): void => {
      const products = this.#terms.count(term)
      if (products > 0 && text !== word) found.add(text, products)
    }
    if (by === 'prefix') list.startingWith(word, consider)
    else list.within(by, word, consider)
    return found.inOrder()
  }

  #numberOf(text: string): TermNumber {
    const { term, isNew } = this.#terms.take(text)
    if (isNew) {
      const colon = text.indexOf(':')
      if (colon >= 0) this.#words.get(text.slice(0, colon))?.add(term, text.slice(colon + 1))
    }
    return term
  }

  #wordsOf(tag: string): WordList {
    let list = this.#words.get(tag)
    if (list === undefined) {
      list = new WordList()
      const start = `${tag}:`
      for (let term = 0; term < this.#terms.size; term++) {
        const text = this.#terms.text(term)
        if (text.startsWith(start)) list.add(term, text.slice(start.length))
      }
      this.#words.set(tag, list)
    }
    return list
  }

  /** Words are never taken out one by one: who asks finds that no product holds them and passes over them. */
  #renewTerms(): void {
    if (this.#terms.unheld < UNHELD_MOST || this.#terms.unheld * 2 < this.#terms.size) return
    const old = this.#terms
    this.#terms = new TermTable()
    this.#words.clear()
    this.#products.renumber((row, terms) =>
      terms.map((term) => {
        const renewed = this.#numberOf(old.text(term))
        this.#terms.hold(renewed, row, this.#products.length)
        return renewed
      }),
    )
  }
}
