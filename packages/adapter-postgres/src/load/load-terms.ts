import type { ProductRow } from '@utpid/core'
import { arrayOf } from '../connection.ts'
import { isCounted, orderTerms } from '../index/order-stretch.ts'
import { hasSpelling, magnitudeOf, spellingOf } from '../index/spelling.ts'
import { EVERY_PRODUCT, hashTerm } from '../index/term-hash.ts'
import { storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { copyLine } from './copy-line.ts'
import type { TableLines } from './table-lines.ts'
import { TermCounts } from './term-counts.ts'

/** What products are found by: how many hold a term is known when all have come. */
export class LoadTerms {
  readonly #lines: TableLines
  readonly #counts = new TermCounts()
  /** Terms that have a spelling, each once. */
  readonly #spelled: string[] = []
  /** Products by what stands for their rank. */
  readonly #ranks = new Map<number, number>()
  #products = 0

  constructor(lines: TableLines) {
    this.#lines = lines
  }

  /** @returns the hashes of what one product is found by, each once. */
  add({ id, rank, terms }: Pick<ProductRow, 'id' | 'rank' | 'terms'>): Set<number> {
    this.#products++
    const hashes = new Set(orderTerms(rank, id))
    for (const term of hashes) if (isCounted(term)) this.#ranks.set(term, (this.#ranks.get(term) ?? 0) + 1)
    for (const term of terms) {
      const hash = hashTerm(term)
      if (hashes.has(hash)) continue
      hashes.add(hash)
      if (this.#counts.add(hash) && hasSpelling(term)) this.#spelled.push(term)
    }
    return hashes
  }

  async finish({ terms, spellings }: DerivedTables): Promise<void> {
    const target = `${terms} (hash, products)`
    if (this.#products > 0) this.#lines.add(target, copyLine([EVERY_PRODUCT, this.#products]))
    for (const [rankTerm, products] of this.#ranks) this.#lines.add(target, copyLine([rankTerm, products]))
    for (const [hash, products] of this.#counts.entries()) {
      this.#lines.add(target, copyLine([hash, products]))
      await this.#lines.sendIfMuch()
    }
    for (const term of this.#spelled) {
      this.#addSpelling(spellings, term)
      await this.#lines.sendIfMuch()
    }
    await this.#lines.sendAll()
  }

  #addSpelling(spellings: string, term: string): void {
    const spelling = spellingOf(term)
    if (spelling === undefined) return
    const hash = hashTerm(term)
    const { tag, word, units, marks, traces } = spelling
    const texts = [storedText(tag), storedText(word)]
    const traced = traces === undefined ? null : arrayOf(traces)
    const values = [hash, ...texts, units, marks, magnitudeOf(this.#counts.of(hash)), traced]
    this.#lines.add(`${spellings} (hash, tag, word, units, marks, magnitude, traces)`, copyLine(values))
  }
}
