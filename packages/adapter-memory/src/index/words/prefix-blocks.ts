import { LRUCache } from 'lru-cache'
import type { WordRange } from './sorted-words.ts'

const WORDS_PER_BLOCK = 16
const UNKNOWN = 0xffff_ffff
/** The minimum number of blocks for caching their order. The cache has up to 64 prefixes, mostly single letters. */
const MIN_CACHED_BLOCKS = 256
const MAX_CACHED_ORDERS = 64

/**
 * Adjacent words in blocks. Each block stores the highest product count of its words, computed on first use. A search
 * thus reads only a few of ten thousand words with the same first letter.
 */
export class WordBlocks {
  readonly #words: WordRange
  readonly #heldBy: (word: number) => number
  readonly #firstBlock: number
  readonly #maxProducts: Uint32Array
  /** For each first and last block: the blocks in reading order. */
  readonly #ordered = new LRUCache<string, Uint32Array>({ max: MAX_CACHED_ORDERS })

  /** @param heldBy - Returns an upper bound of the number of products of a word. */
  constructor(words: WordRange, heldBy: (word: number) => number) {
    this.#words = words
    this.#heldBy = heldBy
    this.#firstBlock = blockOf(words[0])
    this.#maxProducts = new Uint32Array(blockOf(words[1]) - this.#firstBlock + 1).fill(UNKNOWN)
  }

  /**
   * Visits ranges of words, starting with the ranges with the most products. Skips blocks whose words all have too few
   * products.
   *
   * @param minProducts - Returns the minimum number of products, which may increase.
   */
  eachOf([from, to]: WordRange, minProducts: () => number, visit: (stretch: WordRange) => void): void {
    for (const block of this.#inOrder(blockOf(from), to > from ? blockOf(to - 1) : -1)) {
      if (this.#maxProductsOf(block) < minProducts()) break
      visit([Math.max(from, block * WORDS_PER_BLOCK), Math.min(to, (block + 1) * WORDS_PER_BLOCK)])
    }
  }

  #inOrder(first: number, last: number): Uint32Array {
    const known = this.#ordered.get(`${first} ${last}`)
    if (known !== undefined) return known
    const blocks = Uint32Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
    if (blocks.length > 1) blocks.sort((a, b) => this.#maxProductsOf(b) - this.#maxProductsOf(a))
    if (blocks.length >= MIN_CACHED_BLOCKS) this.#ordered.set(`${first} ${last}`, blocks)
    return blocks
  }

  #maxProductsOf(block: number): number {
    const at = block - this.#firstBlock
    if (this.#maxProducts[at] === UNKNOWN) {
      const from = Math.max(this.#words[0], block * WORDS_PER_BLOCK)
      const to = Math.min(this.#words[1], (block + 1) * WORDS_PER_BLOCK)
      let most = 0
      for (let word = from; word < to; word++) most = Math.max(most, this.#heldBy(word))
      this.#maxProducts[at] = most
    }
    return this.#maxProducts[at] as number
  }
}

function blockOf(word: number): number {
  return Math.floor(word / WORDS_PER_BLOCK)
}
