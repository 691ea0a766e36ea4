import type { ProductRow } from '@utpid/core'
import { hasSpelling } from '../../index/terms/spelling.ts'
import { TermCounts } from './term-counts.ts'
import { termHashes } from './term-hashes.ts'

/** What products are found by, as one thread tells it another: by hash, and by its text only where that may be news. */
export interface ToldTerms {
  readonly products: number
  /** What is counted, product by product. */
  readonly hashes: Float64Array<ArrayBuffer>
  /** Of the texts among the hashes. */
  readonly positions: readonly number[]
  readonly texts: readonly string[]
}

/** Terms whose texts a thread remembers to have told; then it forgets, and tells some again. */
const REMEMBERED_MOST = 1_000_000

/** Gathers terms to be told, and remembers which were. */
export class TermTeller {
  #remembered = new TermCounts()
  #size = 0
  #products = 0
  #hashes: number[] = []
  #positions: number[] = []
  #texts: string[] = []

  add(row: Pick<ProductRow, 'id' | 'rank' | 'terms'>): Set<number> {
    this.#products++
    return termHashes(row, (hash, term) => {
      this.#hashes.push(hash)
      if (term === undefined || !hasSpelling(term) || !this.#remembered.add(hash)) return
      this.#size++
      this.#positions.push(this.#hashes.length - 1)
      this.#texts.push(term)
    })
  }

  /** What came since the last time. */
  tell(): ToldTerms {
    const hashes = Float64Array.from(this.#hashes)
    const told = { products: this.#products, hashes, positions: this.#positions, texts: this.#texts }
    this.#products = 0
    this.#hashes = []
    this.#positions = []
    this.#texts = []
    if (this.#size > REMEMBERED_MOST) {
      this.#remembered = new TermCounts()
      this.#size = 0
    }
    return told
  }
}
