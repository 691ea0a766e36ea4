import type { ProductRow } from '@utpid/core/storage'
import { hasSpelling } from '../../index/terms/spelling.ts'
import { TermCounts } from './term-counts.ts'
import { termHashes } from './term-hashes.ts'

/** Terms of products, as one thread sends them to another: as hashes, with the text only if it may be new. */
export interface ToldTerms {
  readonly products: number
  /** Counted hashes, product by product. */
  readonly hashes: Float64Array<ArrayBuffer>
  /** Positions of the texts among the hashes. */
  readonly positions: readonly number[]
  readonly texts: readonly string[]
}

/** Maximum terms that a thread remembers as sent. Above it, the thread forgets them and sends some texts again. */
const REMEMBERED_MOST = 1_000_000

/** Collects terms to send, and remembers the sent ones. */
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

  /** Returns the terms since the last call. */
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
