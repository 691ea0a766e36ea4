import { compareText, withinTypos } from '@utpid/core/storage'
import { bitCount } from '../bits/bitset.ts'
import { characterMask } from '../bits/character-mask.ts'
import type { TermNumber } from './term-table.ts'

/** The maximum number of words after the sorted part. These words are compared individually. */
const MAX_UNSORTED = 1_000

interface Entry {
  readonly word: string
  readonly term: TermNumber
}

interface Length {
  readonly entries: Entry[]
  /** The character mask of the word at the same position: one bit for each character, modulo 32. */
  masks: Uint32Array<ArrayBuffer>
}

type Visit = (term: TermNumber, word: string) => void

/** The words of one tag with their terms, found by prefix or by edit distance. Results have no order. */
export class WordList {
  readonly #byLength = new Map<number, Length>()
  #sorted: Entry[] = []
  #unsorted: Entry[] = []

  /** @param word - A word that is not in the list yet. */
  add(term: TermNumber, word: string): void {
    const entry = { word, term }
    this.#unsorted.push(entry)
    let length = this.#byLength.get(word.length)
    if (length === undefined) {
      length = { entries: [], masks: new Uint32Array(16) }
      this.#byLength.set(word.length, length)
    }
    const at = length.entries.push(entry) - 1
    if (at === length.masks.length) {
      const marks = new Uint32Array(at * 2)
      marks.set(length.masks)
      length.masks = marks
    }
    length.masks[at] = characterMask(word)
  }

  startingWith(prefix: string, visit: Visit): void {
    if (this.#unsorted.length > MAX_UNSORTED) this.#sort()
    for (const { word, term } of this.#unsorted) if (word.startsWith(prefix)) visit(term, word)
    for (let at = firstAtOrAfter(this.#sorted, prefix); at < this.#sorted.length; at++) {
      const { word, term } = this.#sorted[at] as Entry
      if (!word.startsWith(prefix)) break
      visit(term, word)
    }
  }

  within(typos: number, word: string, visit: Visit): void {
    const marks = characterMask(word)
    for (let length = word.length - typos; length <= word.length + typos; length++) {
      const candidates = this.#byLength.get(length)
      if (candidates === undefined) continue
      for (let at = 0; at < candidates.entries.length; at++) {
        // Skips words with too many different bits: a typo sets at most one bit of the character mask and clears at
        // most one bit.
        if (bitCount((candidates.masks[at] as number) ^ marks) > 2 * typos) continue
        const candidate = candidates.entries[at] as Entry
        if (withinTypos(word, candidate.word, typos)) visit(candidate.term, candidate.word)
      }
    }
  }

  #sort(): void {
    const added = this.#unsorted.sort((a, b) => compareText(a.word, b.word))
    this.#unsorted = []
    const merged: Entry[] = []
    let at = 0
    for (const entry of this.#sorted) {
      while (at < added.length && compareText((added[at] as Entry).word, entry.word) < 0)
        merged.push(added[at++] as Entry)
      merged.push(entry)
    }
    while (at < added.length) merged.push(added[at++] as Entry)
    this.#sorted = merged
  }
}

function firstAtOrAfter(sorted: readonly Entry[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareText((sorted[middle] as Entry).word, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}
