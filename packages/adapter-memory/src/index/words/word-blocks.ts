import { LRUCache } from 'lru-cache'
import type { Stretch } from './sorted-words.ts'

const WORDS_PER_BLOCK = 16
const UNKNOWN = 0xffff_ffff
/** The order of so many blocks is remembered: each of so many beginnings of words, mostly single letters. */
const ORDERED_FROM = 256
const ORDERS = 64

/**
 * Words in blocks of those that stand together: of each is known how many products hold the word that most of them hold, so
 * that of ten thousand words that begin with one letter hardly any is looked at. Counted when it is first asked.
 */
export class WordBlocks {
  readonly #words: Stretch
  readonly #heldBy: (word: number) => number
  readonly #firstBlock: number
  readonly #most: Uint32Array
  /** By first and last, blocks in the order in which they are looked at. */
  readonly #ordered = new LRUCache<string, Uint32Array>({ max: ORDERS })

  /** @param heldBy - How many products hold a word, or more. */
  constructor(words: Stretch, heldBy: (word: number) => number) {
    this.#words = words
    this.#heldBy = heldBy
    this.#firstBlock = blockOf(words[0])
    this.#most = new Uint32Array(blockOf(words[1]) - this.#firstBlock + 1).fill(UNKNOWN)
  }

  /**
   * Stretches of words, those that most products hold among the first, without blocks of which no word is held by enough.
   *
   * @param enough - May rise meanwhile.
   */
  eachOf([from, to]: Stretch, enough: () => number, visit: (stretch: Stretch) => void): void {
    for (const block of this.#inOrder(blockOf(from), to > from ? blockOf(to - 1) : -1)) {
      if (this.#mostOf(block) < enough()) break
      visit([Math.max(from, block * WORDS_PER_BLOCK), Math.min(to, (block + 1) * WORDS_PER_BLOCK)])
    }
  }

  #inOrder(first: number, last: number): Uint32Array {
    const known = this.#ordered.get(`${first} ${last}`)
    if (known !== undefined) return known
    const blocks = Uint32Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
    if (blocks.length > 1) blocks.sort((a, b) => this.#mostOf(b) - this.#mostOf(a))
    if (blocks.length >= ORDERED_FROM) this.#ordered.set(`${first} ${last}`, blocks)
    return blocks
  }

  #mostOf(block: number): number {
    const at = block - this.#firstBlock
    if (this.#most[at] === UNKNOWN) {
      const from = Math.max(this.#words[0], block * WORDS_PER_BLOCK)
      const to = Math.min(this.#words[1], (block + 1) * WORDS_PER_BLOCK)
      let most = 0
      for (let word = from; word < to; word++) most = Math.max(most, this.#heldBy(word))
      this.#most[at] = most
    }
    return this.#most[at] as number
  }
}

function blockOf(word: number): number {
  return Math.floor(word / WORDS_PER_BLOCK)
}
