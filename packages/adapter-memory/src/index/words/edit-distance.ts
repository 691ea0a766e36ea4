import { withinTypos } from '@utpid/core/storage'

/** The maximum number of UTF-16 units of a word for bit-parallel comparison. Longer words are compared as text. */
const MAX_UNITS = 31
const ASCII = 128

export function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length)
  for (let at = 0; at < word.length; at++) units[at] = word.charCodeAt(at)
  return units
}

/**
 * The edit distance to one prepared word, counted in typos like in `withinTypos` of core. It computes a whole column of
 * differences at a time.
 *
 * Source: H. Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances", Nordic Journal of
 * Computing 10 (2003), figure 8: optimal string alignment.
 */
export class EditDistance {
  readonly #word: Uint16Array
  /** For each unit: its positions in the word, as bits. */
  readonly #ascii = new Int32Array(ASCII)
  readonly #others = new Map<number, number>()

  constructor(word: Uint16Array) {
    this.#word = word
    for (let at = 0; at < Math.min(word.length, MAX_UNITS); at++) {
      const unit = word[at] as number
      if (unit < ASCII) this.#ascii[unit] = (this.#ascii[unit] as number) | (1 << at)
      else this.#others.set(unit, (this.#others.get(unit) ?? 0) | (1 << at))
    }
  }

  /** Returns whether the units `from` to `to - 1` of a column are within `typos` of the word. */
  isWithin(typos: number, column: Uint16Array, from: number, to: number): boolean {
    const length = this.#word.length
    if (Math.abs(to - from - length) > typos) return false
    if (length === 0) return true
    if (length > MAX_UNITS) return withinTypos(textOf(this.#word, 0, length), textOf(column, from, to), typos)
    const last = 1 << (length - 1)
    let more = -1
    let less = 0
    let diagonal = 0
    let maskBefore = 0
    let distance = length
    for (let at = from; at < to; at++) {
      const unit = column[at] as number
      const mask = unit < ASCII ? (this.#ascii[unit] as number) : (this.#others.get(unit) ?? 0)
      const swapped = ((~diagonal & mask) << 1) & maskBefore
      diagonal = ((((mask & more) + more) | 0) ^ more) | mask | less | swapped
      const rises = less | ~(diagonal | more)
      const falls = diagonal & more
      if ((rises & last) !== 0) distance++
      else if ((falls & last) !== 0) distance--
      // Each remaining unit reduces the distance by at most one.
      if (distance - (to - at - 1) > typos) return false
      const risesNext = (rises << 1) | 1
      more = (falls << 1) | ~(diagonal | risesNext)
      less = risesNext & diagonal
      maskBefore = mask
    }
    return distance <= typos
  }
}

function textOf(units: Uint16Array, from: number, to: number): string {
  return String.fromCharCode(...units.subarray(from, to))
}
