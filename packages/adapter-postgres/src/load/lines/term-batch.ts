import type { ProductRow } from '@utpid/core/storage'
import { isExpandable } from '../../index/terms/spelling.ts'
import { TermCounts } from './term-counts.ts'
import { termHashes } from './term-hashes.ts'

/** The terms of products that a thread sends to the main thread: hashes, and the texts of possibly new terms. */
export interface TermBatch {
  readonly products: number
  /** The hashes to count, product by product. */
  readonly hashes: Float64Array<ArrayBuffer>
  /** The positions of the hashes with a text. */
  readonly positions: readonly number[]
  readonly texts: readonly string[]
}

/**
 * The maximum number of terms that a thread remembers as sent. Above this number, the thread forgets the terms and
 * sends some texts again.
 */
const MAX_SENT_TERMS = 1_000_000

/** Collects terms to send, and remembers which terms were sent. */
export class TermSender {
  #sent = new TermCounts()
  #size = 0
  #products = 0
  #hashes: number[] = []
  #positions: number[] = []
  #texts: string[] = []

  add(row: Pick<ProductRow, 'id' | 'rank' | 'terms'>): Set<number> {
    this.#products++
    return termHashes(row, (hash, term) => {
      this.#hashes.push(hash)
      if (term === undefined || !isExpandable(term) || !this.#sent.add(hash)) return
      this.#size++
      this.#positions.push(this.#hashes.length - 1)
      this.#texts.push(term)
    })
  }

  /** Returns the terms since the last call. */
  takeBatch(): TermBatch {
    const hashes = Float64Array.from(this.#hashes)
    const batch = { products: this.#products, hashes, positions: this.#positions, texts: this.#texts }
    this.#products = 0
    this.#hashes = []
    this.#positions = []
    this.#texts = []
    if (this.#size > MAX_SENT_TERMS) {
      this.#sent = new TermCounts()
      this.#size = 0
    }
    return batch
  }
}
