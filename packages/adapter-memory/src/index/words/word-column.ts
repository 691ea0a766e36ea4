import { LRUCache } from 'lru-cache'
import { textDecoder } from '../../runtime/environment.ts'
import type { TermColumns, TermPosition } from '../columns/term-columns.ts'
import { NearWords } from './near-words.ts'
import { SortedWords, type Stretch } from './sorted-words.ts'
import { WordBlocks } from './word-blocks.ts'
import { unitsOf } from './word-distance.ts'

/** Told how to read a word: most are passed over for how few products hold them. */
type Visit = (term: TermPosition, word: () => string) => void

/** How many products hold a term, or more. */
type HeldBy = (term: TermPosition) => number

/** Words whose neighbours are remembered, of each tag; and how many they may be: a megabyte in all. */
const WORDS_REMEMBERED = 4_096
const NEAR_REMEMBERED = 64

/** The words of one tag, found by their beginning or by their likeness. */
export class WordColumn {
  readonly #words: SortedWords
  readonly #terms: TermColumns['wordTerms']
  readonly #near: NearWords
  /** By word and typos, the words near it. */
  readonly #known: LRUCache<string, readonly number[]>
  readonly #blocks: WordBlocks

  /**
   * @param tag - Its position among the tags.
   * @param heldBy - How many products hold a term, or more.
   */
  constructor(columns: TermColumns, tag: number, heldBy: HeldBy) {
    const { wordEnds, wordStarts, wordUnits, wordTerms } = columns
    const from = tag === 0 ? 0 : (wordEnds[tag - 1] as number)
    const to = wordEnds[tag] as number
    this.#words = new SortedWords(wordStarts, wordUnits, [from, to])
    this.#terms = wordTerms
    this.#near = new NearWords(this.#words, columns)
    this.#blocks = new WordBlocks(this.#words.all, (word) => heldBy(wordTerms[word] as number))
    this.#known = new LRUCache({ max: Math.max(1, Math.min(WORDS_REMEMBERED, to - from)) })
  }

  static byTag(columns: TermColumns, heldBy: HeldBy): ReadonlyMap<string, WordColumn> {
    const tags = JSON.parse(textDecoder.decode(columns.wordTags.slice())) as string[]
    return new Map(tags.map((tag, at) => [tag, new WordColumn(columns, at, heldBy)]))
  }

  /** In the order of their UTF-16 units. */
  *all(): Generator<string> {
    const [from, to] = this.#words.all
    for (let at = from; at < to; at++) yield this.#words.text(at)
  }

  /** Undefined for a word that is not here. */
  term(word: string): TermPosition | undefined {
    const [from, to] = this.#words.goingOn(this.#words.all, 0, unitsOf(word), 0, word.length)
    return from < to && this.#words.length(from) === word.length ? this.#terms[from] : undefined
  }

  /**
   * Words that begin so, without most of those that too few products hold.
   *
   * @param enough - How many products are enough; may rise meanwhile. Any unless given.
   */
  startingWith(prefix: string, visit: Visit, enough?: () => number): void {
    const those = this.#words.goingOn(this.#words.all, 0, unitsOf(prefix), 0, prefix.length)
    const visitAll = ([from, to]: Stretch): void => {
      for (let at = from; at < to; at++) visit(this.#terms[at] as number, () => this.#words.text(at))
    }
    if (enough === undefined) visitAll(those)
    else this.#blocks.eachOf(those, enough, visitAll)
  }

  /** Words at most so many typos away. */
  within(typos: 1 | 2, word: string, visit: Visit): void {
    for (const found of this.#nearOf(typos, word)) {
      visit(this.#terms[found] as number, () => this.#words.text(found))
    }
  }

  /** People ask for the same words again and again, and those near a word are the same as long as the column is. */
  #nearOf(typos: 1 | 2, word: string): readonly number[] {
    const question = `${typos}${word}`
    let found = this.#known.get(question)
    if (found === undefined) {
      found = this.#near.of(word, typos)
      if (found.length <= NEAR_REMEMBERED) this.#known.set(question, found)
    }
    return found
  }
}
