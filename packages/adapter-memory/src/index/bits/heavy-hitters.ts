import type { ExpandedWord } from '@utpid/core/storage'
import { compareText } from '@utpid/core/storage'

/** Collects the words with the most products (heavy hitters). Ties are in code point order. */
export class HeavyHitters {
  readonly #limit: number
  #words: ExpandedWord[] = []
  #minProducts = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The minimum number of products of a word that can still enter the result. */
  get minProducts(): number {
    return this.#minProducts
  }

  add(word: string, products: number): void {
    if (products < this.#minProducts) return
    this.#words.push({ word, products })
    if (this.#words.length >= this.#limit * 4) this.#cut()
  }

  inOrder(): ExpandedWord[] {
    this.#cut()
    return this.#words
  }

  #cut(): void {
    this.#words = this.#words
      .sort((a, b) => b.products - a.products || compareText(a.word, b.word))
      .slice(0, this.#limit)
    if (this.#words.length === this.#limit) this.#minProducts = this.#words.at(-1)?.products ?? 0
  }
}
