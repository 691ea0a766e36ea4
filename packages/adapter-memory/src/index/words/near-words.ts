import type { SortedWords, Stretch } from './sorted-words.ts'
import { unitsOf, WordDistance } from './word-distance.ts'
import { ENDING_UNITS, endingBucket, type WordEndings } from './word-endings.ts'

/** Shorter words are compared with all: pieces of them would hardly tell. By the typos that are allowed. */
const SPLIT_FROM = { 1: ENDING_UNITS + 1, 2: 2 * ENDING_UNITS } as const
/** So few words are compared one by one rather than told apart further. */
const FEW = 16

/**
 * Words at most so many typos from another, as `withinTypos` of core counts them, without a look at most others.
 *
 * A word is cut in two. Of one typo, one piece is as it was; of two, the beginning has one at most, or the end none: words
 * that begin so stand together in their order, those that end so in a bucket for each length. Only a swap of the two units
 * at the cut touches both, so what it makes is looked for as well. It is the search in two directions of Boytsov, "Indexing
 * methods for approximate dictionary searching" (2011), section 5, on sorted words instead of tries.
 */
export class NearWords {
  readonly #words: SortedWords
  readonly #endings: WordEndings

  constructor(words: SortedWords, endings: WordEndings) {
    this.#words = words
    this.#endings = endings
  }

  /** In no order, each once. */
  of(word: string, typos: 1 | 2): number[] {
    const found = new Set<number>()
    const sought = new Sought(unitsOf(word), typos, this.#words, found)
    if (word.length < SPLIT_FROM[typos]) sought.compareAll(this.#words.all)
    else if (typos === 1) this.#withOne(sought, unitsOf(word))
    else this.#withTwo(sought, unitsOf(word))
    return [...found]
  }

  /** @param units - Within one typo of what is found here; what is sought may allow for more. */
  #withOne(sought: Sought, units: Uint16Array): void {
    const cut = Math.min(units.length >>> 1, units.length - ENDING_UNITS)
    this.#endingAs(sought, units, cut, 1)
    const begun = this.#words.goingOn(this.#words.all, 0, units, 0, cut)
    this.#goingOnLike(sought, units, begun, cut, units.length)
    const swapped = withSwap(units, cut)
    sought.compareAll(this.#words.goingOn(this.#words.all, 0, swapped, 0, swapped.length))
  }

  #withTwo(sought: Sought, units: Uint16Array): void {
    const cut = units.length >>> 1
    this.#endingAs(sought, units, cut, 2)
    this.#goingOnLike(sought, units, this.#words.all, 0, cut)
    this.#withOne(sought, withSwap(units, cut))
  }

  /** Compares words with the same units from `cut` on, of any length that so many typos leave. */
  #endingAs(sought: Sought, units: Uint16Array, cut: number, typos: number): void {
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
   * Compares the words of a stretch whose units from `from` to `to` are at most one typo from those sought, and some more.
   *
   * @param stretch - Words that begin with the units before `from`.
   */
  #goingOnLike(sought: Sought, units: Uint16Array, stretch: Stretch, from: number, to: number): void {
    const words = this.#words
    let left = stretch
    for (let at = from; left[1] - left[0] > FEW && at < to - 1; at++) {
      let same: Stretch = [left[0], left[0]]
      for (let [next, end] = left; next < end; ) {
        const branch = words.firstBranch([next, end], at)
        const those: Stretch = [next, branch.to]
        next = branch.to
        if (branch.unit === units[at]) same = those
        else if (branch.unit === undefined || those[1] - those[0] <= FEW) sought.compareAll(those)
        else {
          // Another unit stands here, or one more.
          sought.compareAll(words.goingOn(those, at + 1, units, at + 1, to))
          sought.compareAll(words.goingOn(those, at + 1, units, at, to))
        }
      }
      // One is left out, or two are swapped.
      sought.compareAll(words.goingOn(left, at, units, at + 1, to))
      const swapped = withSwap(units, at + 1)
      sought.compareAll(words.goingOn(left, at, swapped, at, to))
      left = same
    }
    sought.compareAll(left)
  }
}

/** What is compared with candidates, and those of them that are near. */
class Sought {
  readonly #distance: WordDistance
  readonly #typos: 1 | 2
  readonly #words: SortedWords
  readonly #found: Set<number>

  constructor(units: Uint16Array, typos: 1 | 2, words: SortedWords, found: Set<number>) {
    this.#distance = new WordDistance(units)
    this.#typos = typos
    this.#words = words
    this.#found = found
  }

  compareAll([from, to]: Stretch): void {
    for (let word = from; word < to; word++) this.compare(word)
  }

  compare(word: number): void {
    if (this.#words.isWithin(this.#distance, this.#typos, word)) this.#found.add(word)
  }
}

/** A copy in which a unit and the one before it have changed places. */
function withSwap(units: Uint16Array, at: number): Uint16Array {
  const swapped = units.slice()
  swapped[at - 1] = units[at] as number
  swapped[at] = units[at - 1] as number
  return swapped
}
