import { withinTypos } from './edit-distance.ts'
import { compareText } from './text-order.ts'

interface Length {
  readonly words: string[]
  /** One bit for each character (modulo 32) of the word at the same position. */
  readonly marks: number[]
}

/**
 * The words of one tag, found by their beginning or by their likeness.
 *
 * A word is never taken out one by one: who asks finds that no product holds it and passes
 * over it. The list is made anew when most of it is such words.
 */
export class WordList {
  readonly #words = new Set<string>()
  readonly #byLength = new Map<number, Length>()
  #sorted: string[] = []
  /** Words that came since the list was sorted. */
  #unsorted: string[] = []

  add(word: string): void {
    if (this.#words.has(word)) return
    this.#words.add(word)
    this.#unsorted.push(word)
    const length = this.#byLength.get(word.length)
    if (length === undefined) this.#byLength.set(word.length, { words: [word], marks: [marksOf(word)] })
    else {
      length.words.push(word)
      length.marks.push(marksOf(word))
    }
  }

  get size(): number {
    return this.#words.size
  }

  /** By code point order. */
  startingWith(prefix: string): string[] {
    const sorted = this.#inOrder()
    const from = firstAtOrAfter(sorted, prefix)
    let to = from
    while (sorted[to]?.startsWith(prefix)) to++
    return sorted.slice(from, to)
  }

  /** In no order. */
  within(typos: number, word: string): string[] {
    const marks = marksOf(word)
    const found: string[] = []
    for (let length = word.length - typos; length <= word.length + typos; length++) {
      const candidates = this.#byLength.get(length)
      if (candidates === undefined) continue
      for (let at = 0; at < candidates.words.length; at++) {
        // A typo adds one character to those in use and takes one away, at most.
        if (bitCount((candidates.marks[at] as number) ^ marks) > 2 * typos) continue
        const candidate = candidates.words[at] as string
        if (withinTypos(word, candidate, typos)) found.push(candidate)
      }
    }
    return found
  }

  #inOrder(): readonly string[] {
    if (this.#unsorted.length === 0) return this.#sorted
    const added = this.#unsorted.sort(compareText)
    this.#unsorted = []
    const merged: string[] = []
    let at = 0
    for (const word of this.#sorted) {
      while (at < added.length && compareText(added[at] as string, word) < 0) merged.push(added[at++] as string)
      merged.push(word)
    }
    while (at < added.length) merged.push(added[at++] as string)
    this.#sorted = merged
    return merged
  }
}

function firstAtOrAfter(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareText(sorted[middle] as string, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function marksOf(word: string): number {
  let marks = 0
  for (let at = 0; at < word.length; at++) marks |= 1 << (word.charCodeAt(at) & 31)
  return marks
}

function bitCount(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
