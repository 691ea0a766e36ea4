import type { ProductId } from '@utpid/core'
import type { ExpandedWord, ExpandRequest, IndexProduct, SearchAnswer, SearchQuery } from '@utpid/core/storage'
import { defined } from '@utpid/core/storage'
import { HeavyHitters } from '../bits/heavy-hitters.ts'
import type { PartAnswer } from '../query/search-page.ts'
import { ProductTable } from './product-table.ts'
import { TermSearch } from './term-search.ts'
import { type TermNumber, TermTable } from './term-table.ts'
import { WordList } from './word-list.ts'

/**
 * The minimum number of unused terms for a rebuild of the term table. They must also be more than half of all terms.
 */
const MAX_UNUSED_TERMS = 10_000

/** Finds products by terms, and words by prefix or with typos. */
export class TermIndex {
  readonly #products = new ProductTable()
  #terms = new TermTable()
  /** The words of each tag. They are built on first use, since most tags are never expanded. */
  readonly #words = new Map<string, WordList>()

  get size(): number {
    return this.#products.size
  }

  has(id: ProductId): boolean {
    return this.#products.row(id) !== undefined
  }

  /** Yields all products in no order. */
  *products(): Generator<IndexProduct> {
    for (const row of this.#products.rows()) {
      const point = this.#products.point(row)
      yield {
        id: this.#products.id(row),
        revision: this.#products.revision(row),
        rank: this.#products.rank(row),
        terms: this.#products.terms(row).map((term) => this.#terms.text(term)),
        ...defined({ point }),
      }
    }
  }

  put(product: IndexProduct): void {
    const present = this.#products.row(product.id)
    // Keeps the newer row: a scan during writes may have found a newer row than this transaction has.
    if (present !== undefined && this.#products.revision(present) > product.revision) return
    if (present === undefined) {
      this.#add(product)
      return
    }
    const row = present
    const terms = new Set(product.terms.map((text) => this.#numberOf(text)))
    const held = new Set(this.#products.terms(row))
    for (const term of held) if (!terms.has(term)) this.#terms.removeRow(term, row)
    for (const term of terms) if (!held.has(term)) this.#terms.addRow(term, row, this.#products.length)
    this.#products.set(row, product, [...terms])
    this.#rebuildTerms()
  }

  #add(product: IndexProduct): void {
    const row = this.#products.add(product.id)
    const terms = product.terms.map((text) => this.#numberOf(text))
    for (const term of terms) this.#terms.addRow(term, row, this.#products.length)
    this.#products.set(row, product, terms)
  }

  remove(id: ProductId): void {
    const row = this.#products.row(id)
    if (row === undefined) return
    for (const term of this.#products.terms(row)) this.#terms.removeRow(term, row)
    this.#products.remove(row)
    this.#rebuildTerms()
  }

  search(query: SearchQuery): SearchAnswer {
    return new TermSearch(this.#terms, this.#products).answer(query)
  }

  /** Runs a query on this part of an index. The caller combines the results of all parts. */
  part(query: SearchQuery): PartAnswer {
    return new TermSearch(this.#terms, this.#products).part(query)
  }

  expand({ limit, ...request }: ExpandRequest): ExpandedWord[] {
    const found = new HeavyHitters(limit)
    this.eachExpansion(request, (text, products) => {
      if (text !== request.word) found.add(text, products)
    })
    return found.inOrder()
  }

  /**
   * Visits every expansion of a word, in no order, with its number of products. The word itself may be among the
   * expansions.
   */
  eachExpansion(
    { tag, word, by }: Omit<ExpandRequest, 'limit'>,
    visit: (text: string, products: number) => void,
  ): void {
    const list = this.#wordsOf(tag)
    const consider = (term: TermNumber, text: string): void => {
      const products = this.#terms.count(term)
      if (products > 0) visit(text, products)
    }
    if (by === 'prefix') list.startingWith(word, consider)
    else list.within(by, word, consider)
  }

  #numberOf(text: string): TermNumber {
    const { term, isNew } = this.#terms.numberOf(text)
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

  /** Drops unused terms. Single words are never removed: readers skip words without products. */
  #rebuildTerms(): void {
    if (this.#terms.unusedCount < MAX_UNUSED_TERMS || this.#terms.unusedCount * 2 < this.#terms.size) return
    const old = this.#terms
    this.#terms = new TermTable()
    this.#words.clear()
    this.#products.renumber((row, terms) =>
      terms.map((term) => {
        const renewed = this.#numberOf(old.text(term))
        this.#terms.addRow(renewed, row, this.#products.length)
        return renewed
      }),
    )
  }
}
