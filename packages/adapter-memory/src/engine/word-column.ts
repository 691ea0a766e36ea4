import { LRUCache } from 'lru-cache'
import { marksOf } from '../word-marks.ts'
import { LENGTHS, type TermColumns } from './term-columns.ts'
import type { TermPosition } from './term-segment.ts'
import { unitsOf, unitsWithinTypos } from './units-within-typos.ts'

/** Told how to read a word: most are passed over for how few products hold them. */
type Visit = (term: TermPosition, word: () => string) => void

/** Words whose neighbours are remembered, of each tag; and how many they may be: a megabyte in all. */
const WORDS_REMEMBERED = 4_096
const NEAR_REMEMBERED = 64

/** The words of one tag in the order of their UTF-16 units: those that begin alike stand together. */
export class WordColumn {
  readonly #columns: TermColumns
  readonly #tag: number
  readonly #from: number
  readonly #to: number
  /** By word and typos, the words near it. */
  readonly #known: LRUCache<string, readonly number[]>

  /** @param tag - Its position among the tags. */
  constructor(columns: TermColumns, tag: number) {
    const { wordEnds } = columns
    this.#columns = columns
    this.#tag = tag
    this.#from = tag === 0 ? 0 : (wordEnds[tag - 1] as number)
    this.#to = wordEnds[tag] as number
    this.#known = new LRUCache({ max: Math.max(1, Math.min(WORDS_REMEMBERED, this.#to - this.#from)) })
  }

  static byTag(columns: TermColumns): ReadonlyMap<string, WordColumn> {
    const tags = JSON.parse(new TextDecoder().decode(columns.wordTags.slice())) as string[]
    return new Map(tags.map((tag, at) => [tag, new WordColumn(columns, at)]))
  }

  /** In order. */
  *all(): Generator<string> {
    for (let at = this.#from; at < this.#to; at++) yield this.#text(at)
  }

  startingWith(prefix: string, visit: Visit): void {
    const from = this.#firstFrom(prefix)
    const to = this.#firstBeyond(prefix, prefix.length, from)
    for (let at = from; at < to; at++) visit(this.#columns.wordTerms[at] as number, () => this.#text(at))
  }

  /** Words at most so many typos away. */
  within(typos: 1 | 2, word: string, visit: Visit): void {
    const { wordTerms } = this.#columns
    for (const found of this.#near(typos, word)) visit(wordTerms[found] as number, () => this.#text(found))
  }

  /** People ask for the same words again and again, and those near a word are the same as long as the column is. */
  #near(typos: 1 | 2, word: string): readonly number[] {
    const question = `${typos}${word}`
    let found = this.#known.get(question)
    if (found === undefined) {
      found = this.#search(typos, word)
      if (found.length <= NEAR_REMEMBERED) this.#known.set(question, found)
    }
    return found
  }

  #search(typos: 1 | 2, word: string): readonly number[] {
    const { wordsByLength, wordMarks, wordStarts, wordUnits } = this.#columns
    const marks = marksOf(word)
    const shortest = Math.max(0, Math.min(LENGTHS - 1, word.length - typos))
    const longest = Math.min(LENGTHS - 1, word.length + typos)
    const from = shortest === 0 ? this.#from : this.#lengthEnd(shortest - 1)
    const to = this.#lengthEnd(longest)
    const sought = unitsOf(word)
    const near: number[] = []
    for (let at = from; at < to; at++) {
      // A typo adds one character to those in use and takes one away, at most: a bit is taken off for each.
      let unlike = (wordMarks[at] as number) ^ marks
      unlike &= unlike - 1
      unlike &= unlike - 1
      if (typos > 1) {
        unlike &= unlike - 1
        unlike &= unlike - 1
      }
      if (unlike !== 0) continue
      const found = wordsByLength[at] as number
      const [start, end] = [wordStarts[found] as number, wordStarts[found + 1] as number]
      if (unitsWithinTypos(sought, wordUnits, start, end, typos)) near.push(found)
    }
    return near
  }

  /** Where words of a length end among those by length. */
  #lengthEnd(length: number): number {
    return this.#columns.lengthEnds[this.#tag * LENGTHS + length] as number
  }

  #text(at: number): string {
    const { wordStarts, wordUnits } = this.#columns
    let text = ''
    for (let unit = wordStarts[at] as number; unit < (wordStarts[at + 1] as number); unit++) {
      text += String.fromCharCode(wordUnits[unit] as number)
    }
    return text
  }

  #firstFrom(word: string): number {
    let low = this.#from
    let high = this.#to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, word, word.length) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The first word from `from` on that does not begin with the first `length` units of `word`; those that do come first. */
  #firstBeyond(word: string, length: number, from: number): number {
    let low = from
    let stride = 1
    while (low + stride < this.#to && this.#compare(low + stride, word, length, true) <= 0) {
      low += stride
      stride *= 2
    }
    let high = Math.min(low + stride, this.#to)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, word, length, true) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** @param onlyBeginning - A word that begins with the units compared is equal. */
  #compare(at: number, word: string, length: number, onlyBeginning = false): number {
    const { wordStarts, wordUnits } = this.#columns
    const start = wordStarts[at] as number
    const own = (wordStarts[at + 1] as number) - start
    const shared = Math.min(own, length)
    for (let unit = 0; unit < shared; unit++) {
      const difference = (wordUnits[start + unit] as number) - word.charCodeAt(unit)
      if (difference !== 0) return difference
    }
    return onlyBeginning && own >= length ? 0 : own - length
  }
}
