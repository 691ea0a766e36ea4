import type { ProductRow } from '@utpid/core'
import { arrayOf } from '../connection.ts'
import { hasSpelling, magnitudeOf, spellingOf } from '../index/spelling.ts'
import { EVERY_PRODUCT, hashTerm } from '../index/term-hash.ts'
import { storedText } from '../stored-text.ts'
import type { DerivedTables } from '../tables.ts'
import { copyLine } from './copy-line.ts'
import type { TableLines } from './table-lines.ts'
import { TermCounts } from './term-counts.ts'
import { termHashes } from './term-hashes.ts'
import type { ToldTerms } from './told-terms.ts'

/** What products are found by: how many hold a term is known when all have come. */
export class LoadTerms {
  readonly #lines: TableLines
  readonly #counts = new TermCounts()
  /** Terms that have a spelling, each once. */
  readonly #spelled: string[] = []
  /** Products by what stands for their rank. */
  readonly #ranks = new Map<number, number>()
  #products = 0
  /** Texts by hash, of terms that were told for nothing. */
  readonly #left = new Map<number, string>()

  constructor(lines: TableLines) {
    this.#lines = lines
  }

  /** @returns the hashes of what one product is found by, each once. */
  add(row: Pick<ProductRow, 'id' | 'rank' | 'terms'>): Set<number> {
    this.#products++
    return termHashes(row, (hash, term) => this.#count(hash, term))
  }

  /** Those of products that were read on another thread. */
  addTold({ products, hashes, positions, texts }: ToldTerms): void {
    this.#products += products
    let next = 0
    for (let at = 0; at < hashes.length; at++) {
      const isTold = positions[next] === at
      this.#count(hashes[at] as number, isTold ? texts[next] : undefined)
      if (isTold) next++
    }
  }

  /** They come as rows, but their texts are not told again. */
  leaveTold({ texts }: ToldTerms): void {
    for (const text of texts) this.#left.set(hashTerm(text), text)
  }

  #count(hash: number, term: string | undefined): void {
    if (hash < 0) {
      this.#ranks.set(hash, (this.#ranks.get(hash) ?? 0) + 1)
      return
    }
    if (!this.#counts.add(hash)) return
    const text = term ?? this.#left.get(hash)
    if (text !== undefined && hasSpelling(text)) this.#spelled.push(text)
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
