import { EditDistance, unitsOf } from './edit-distance.ts'
import type { SortedWords, WordRange } from './sorted-words.ts'
import { ENDING_UNITS, endingBucket, type WordEndings } from './word-endings.ts'

/**
 * The minimum length of a word for splitting, by number of allowed typos. Shorter words are compared with all words:
 * their pieces match too many words.
 */
const MIN_SPLIT_LENGTH = { 1: ENDING_UNITS + 1, 2: 2 * ENDING_UNITS } as const
/** The maximum number of words of a range that are compared individually instead of being divided further. */
const MAX_ONE_BY_ONE = 16

/**
 * Finds the words within one or two typos of a word, counted like in `withinTypos` of core. It reads few other words. A
 * word is cut in two. With one typo, one piece is unchanged. With two typos, the first piece has at most one, or the
 * second has none. Words with the same start are adjacent in sort order; words with the same ending and length are in
 * one bucket. Only a swap of the two units at the cut affects both pieces, so the word with this swap is searched for
 * too. Source: the search in two directions of Boytsov, "Indexing methods for approximate dictionary searching" (2011),
 * section 5, on sorted words instead of tries.
 */
export class FuzzyWords {
  readonly #words: SortedWords
  readonly #endings: WordEndings

  constructor(words: SortedWords, endings: WordEndings) {
    this.#words = words
    this.#endings = endings
  }

  /** Returns the distinct words, unordered. */
  of(word: string, typos: 1 | 2): number[] {
    const found = new Set<number>()
    const sought = new FuzzyQuery(unitsOf(word), typos, this.#words, found)
    if (word.length < MIN_SPLIT_LENGTH[typos]) sought.compareAll(this.#words.all)
    else if (typos === 1) this.#withOne(sought, unitsOf(word))
    else this.#withTwo(sought, unitsOf(word))
    return [...found]
  }

  /** @param units - A word. The method finds the words within one typo of this word; `sought` may allow more typos. */
  #withOne(sought: FuzzyQuery, units: Uint16Array): void {
    const cut = Math.min(units.length >>> 1, units.length - ENDING_UNITS)
    this.#compareEndings(sought, units, cut, 1)
    const begun = this.#words.continuing(this.#words.all, 0, units, 0, cut)
    this.#compareContinuations(sought, units, begun, cut, units.length)
    const swapped = withSwap(units, cut)
    sought.compareAll(this.#words.continuing(this.#words.all, 0, swapped, 0, swapped.length))
  }

  #withTwo(sought: FuzzyQuery, units: Uint16Array): void {
    const cut = units.length >>> 1
    this.#compareEndings(sought, units, cut, 2)
    this.#compareContinuations(sought, units, this.#words.all, 0, cut)
    this.#withOne(sought, withSwap(units, cut))
  }

  /** Compares words that have the same units from `cut` on, and a length within `typos` of the word's length. */
  #compareEndings(sought: FuzzyQuery, units: Uint16Array, cut: number, typos: number): void {
    const { wordsByEnding, endingStarts } = this.#endings
    const [first, beyond] = this.#words.all
    const shortest = Math.max(units.length - cut, units.length - typos)
    for (let length = shortest; length <= units.length + typos; length++) {
      const bucket = endingBucket(units, units.length, length, endingStarts.length - 1)
      for (let at = endingStarts[bucket] as number; at < (endingStarts[bucket + 1] as number); at++) {
        const word = wordsByEnding[at] as number
        if (word >= first && word < beyond && this.#words.endsWith(word, units, cut)) sought.compare(word)
      }
    }
  }

  /**
   * Compares words of a range. These include all words whose units from `from` to `to` are within one typo of the
   * sought units.
   *
   * @param stretch - Words that start with the units before `from`.
   */
  #compareContinuations(sought: FuzzyQuery, units: Uint16Array, stretch: WordRange, from: number, to: number): void {
    const words = this.#words
    let left = stretch
    for (let at = from; left[1] - left[0] > MAX_ONE_BY_ONE && at < to - 1; at++) {
      let same: WordRange = [left[0], left[0]]
      for (let [next, end] = left; next < end; ) {
        const branch = words.firstBranch([next, end], at)
        const those: WordRange = [next, branch.to]
        next = branch.to
        if (branch.unit === units[at]) same = those
        else if (branch.unit === undefined || those[1] - those[0] <= MAX_ONE_BY_ONE) sought.compareAll(those)
        else {
          // Handles a unit that is replaced or inserted here.
          sought.compareAll(words.continuing(those, at + 1, units, at + 1, to))
          sought.compareAll(words.continuing(those, at + 1, units, at, to))
        }
      }
      // Handles a missing unit, or two swapped units.
      sought.compareAll(words.continuing(left, at, units, at + 1, to))
      const swapped = withSwap(units, at + 1)
      sought.compareAll(words.continuing(left, at, swapped, at, to))
      left = same
    }
    sought.compareAll(left)
  }
}

/** The sought word, and the candidates within its typos. */
class FuzzyQuery {
  readonly #distance: EditDistance
  readonly #typos: 1 | 2
  readonly #words: SortedWords
  readonly #found: Set<number>

  constructor(units: Uint16Array, typos: 1 | 2, words: SortedWords, found: Set<number>) {
    this.#distance = new EditDistance(units)
    this.#typos = typos
    this.#words = words
    this.#found = found
  }

  compareAll([from, to]: WordRange): void {
    for (let word = from; word < to; word++) this.compare(word)
  }

  compare(word: number): void {
    if (this.#words.isWithin(this.#distance, this.#typos, word)) this.#found.add(word)
  }
}

/** Returns a copy with the units at `at - 1` and `at` swapped. */
function withSwap(units: Uint16Array, at: number): Uint16Array {
  const swapped = units.slice()
  swapped[at - 1] = units[at] as number
  swapped[at] = units[at - 1] as number
  return swapped
}
