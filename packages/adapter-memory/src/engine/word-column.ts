import { LRUCache } from 'lru-cache'
import { NearWords } from './near-words.ts'
import { SortedWords } from './sorted-words.ts'
import type { TermColumns } from './term-columns.ts'
import type { TermPosition } from './term-segment.ts'
import { unitsOf } from './word-distance.ts'

/** Told how to read a word: most are passed over for how few products hold them. */
type Visit = (term: TermPosition, word: () => string) => void

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

  /** @param tag - Its position among the tags. */
  constructor(columns: TermColumns, tag: number) {
    const { wordEnds, wordStarts, wordUnits, wordTerms } = columns
    const from = tag === 0 ? 0 : (wordEnds[tag - 1] as number)
    const to = wordEnds[tag] as number
    this.#words = new SortedWords(wordStarts, wordUnits, [from, to])
    this.#terms = wordTerms
    this.#near = new NearWords(this.#words, columns)
    this.#known = new LRUCache({ max: Math.max(1, Math.min(WORDS_REMEMBERED, to - from)) })
  }

  static byTag(columns: TermColumns): ReadonlyMap<string, WordColumn> {
    const tags = JSON.parse(new TextDecoder().decode(columns.wordTags.slice())) as string[]
    return new Map(tags.map((tag, at) => [tag, new WordColumn(columns, at)]))
  }

  /** In the order of their UTF-16 units. */
  *all(): Generator<string> {
    const [from, to] = this.#words.all
    for (let at = from; at < to; at++) yield this.#words.text(at)
  }

  startingWith(prefix: string, visit: Visit): void {
    const [from, to] = this.#words.goingOn(this.#words.all, 0, unitsOf(prefix), 0, prefix.length)
    for (let at = from; at < to; at++) visit(this.#terms[at] as number, () => this.#words.text(at))
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
