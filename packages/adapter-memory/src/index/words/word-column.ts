import { LRUCache } from 'lru-cache'
import { textDecoder } from '../../runtime/environment.ts'
import type { TermColumns, TermPosition } from '../columns/term-columns.ts'
import { unitsOf } from './edit-distance.ts'
import { FuzzyWords } from './fuzzy-words.ts'
import { WordBlocks } from './prefix-blocks.ts'
import { SortedWords, type WordRange } from './sorted-words.ts'

/**
 * A visitor that receives a function to read the word. Most words are skipped without reading, as they have few
 * products.
 */
type Visit = (term: TermPosition, word: () => string) => void

/** A function that returns an upper bound of the number of products of a term. */
type MaxProducts = (term: TermPosition) => number

/**
 * The cache limits of each tag: the number of words with cached neighbours, and the maximum number of neighbours of a
 * word. A full cache takes a megabyte.
 */
const MAX_CACHED_WORDS = 4_096
const MAX_CACHED_NEIGHBOURS = 64

/** The words of one tag, found by prefix or by edit distance. */
export class WordColumn {
  readonly #words: SortedWords
  readonly #terms: TermColumns['wordTerms']
  readonly #near: FuzzyWords
  /** For each word and number of typos: the similar words. */
  readonly #cache: LRUCache<string, readonly number[]>
  readonly #blocks: WordBlocks

  /**
   * @param tag - The position of the tag among all tags.
   * @param heldBy - Returns an upper bound of the number of products of a term.
   */
  constructor(columns: TermColumns, tag: number, heldBy: MaxProducts) {
    const { wordEnds, wordStarts, wordUnits, wordTerms } = columns
    const from = tag === 0 ? 0 : (wordEnds[tag - 1] as number)
    const to = wordEnds[tag] as number
    this.#words = new SortedWords(wordStarts, wordUnits, [from, to])
    this.#terms = wordTerms
    this.#near = new FuzzyWords(this.#words, columns)
    this.#blocks = new WordBlocks(this.#words.all, (word) => heldBy(wordTerms[word] as number))
    this.#cache = new LRUCache({ max: Math.max(1, Math.min(MAX_CACHED_WORDS, to - from)) })
  }

  static byTag(columns: TermColumns, heldBy: MaxProducts): ReadonlyMap<string, WordColumn> {
    const tags = JSON.parse(textDecoder.decode(columns.wordTags.slice())) as string[]
    return new Map(tags.map((tag, at) => [tag, new WordColumn(columns, at, heldBy)]))
  }

  /** Yields all words, sorted by UTF-16 units. */
  *all(): Generator<string> {
    const [from, to] = this.#words.all
    for (let at = from; at < to; at++) yield this.#words.text(at)
  }

  /** Returns the term of a word; undefined if the column lacks the word. */
  term(word: string): TermPosition | undefined {
    const [from, to] = this.#words.continuing(this.#words.all, 0, unitsOf(word), 0, word.length)
    return from < to && this.#words.length(from) === word.length ? this.#terms[from] : undefined
  }

  /**
   * Visits the words with a prefix. Skips most words with too few products.
   *
   * @param minProducts - Returns the minimum number of products, which may increase. Default: no minimum.
   */
  startingWith(prefix: string, visit: Visit, minProducts?: () => number): void {
    const range = this.#words.continuing(this.#words.all, 0, unitsOf(prefix), 0, prefix.length)
    const visitAll = ([from, to]: WordRange): void => {
      for (let at = from; at < to; at++) visit(this.#terms[at] as number, () => this.#words.text(at))
    }
    if (minProducts === undefined) visitAll(range)
    else this.#blocks.eachOf(range, minProducts, visitAll)
  }

  within(typos: 1 | 2, word: string, visit: Visit): void {
    for (const found of this.#nearOf(typos, word)) {
      visit(this.#terms[found] as number, () => this.#words.text(found))
    }
  }

  /** Returns the similar words. Caches them, since users repeat words and the column never changes. */
  #nearOf(typos: 1 | 2, word: string): readonly number[] {
    const question = `${typos}${word}`
    let found = this.#cache.get(question)
    if (found === undefined) {
      found = this.#near.of(word, typos)
      if (found.length <= MAX_CACHED_NEIGHBOURS) this.#cache.set(question, found)
    }
    return found
  }
}
