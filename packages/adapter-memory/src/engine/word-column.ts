import { withinTypos } from '@utpid/core/adapter'
import type { TermColumns } from './term-columns.ts'
import type { TermPosition } from './term-segment.ts'

type Visit = (term: TermPosition, word: string) => void

/** The words of one tag in the order of their UTF-16 units: those that begin alike stand together. */
export class WordColumn {
  readonly #columns: TermColumns
  readonly #from: number
  readonly #to: number

  constructor(columns: TermColumns, from: number, to: number) {
    this.#columns = columns
    this.#from = from
    this.#to = to
  }

  static byTag(columns: TermColumns): ReadonlyMap<string, WordColumn> {
    const tags = JSON.parse(new TextDecoder().decode(columns.wordTags.slice())) as string[]
    return new Map(
      tags.map((tag, at) => [
        tag,
        new WordColumn(columns, at === 0 ? 0 : (columns.wordEnds[at - 1] as number), columns.wordEnds[at] as number),
      ]),
    )
  }

  /** In order. */
  *all(): Generator<string> {
    for (let at = this.#from; at < this.#to; at++) yield this.#text(at)
  }

  startingWith(prefix: string, visit: Visit): void {
    const from = this.#firstFrom(prefix)
    const to = this.#firstBeyond(prefix, prefix.length, from)
    for (let at = from; at < to; at++) visit(this.#columns.wordTerms[at] as number, this.#text(at))
  }

  /**
   * Words at most so many typos away. Words that begin alike share the work for their beginning, and once a beginning is
   * too far from every beginning of the word, all that begin with it are passed over.
   */
  within(typos: number, word: string, visit: Visit): void {
    const search = new NearbyWords(word, typos)
    const { wordStarts, wordUnits, wordTerms } = this.#columns
    for (let at = this.#from; at < this.#to; ) {
      const start = wordStarts[at] as number
      const length = (wordStarts[at + 1] as number) - start
      const tooFar = search.enter(wordUnits, start, length)
      if (tooFar > 0) {
        at = this.#firstBeyond(this.#text(at), tooFar, at + 1)
        continue
      }
      if (Math.abs(length - word.length) <= typos) {
        const text = this.#text(at)
        if (withinTypos(word, text, typos)) visit(wordTerms[at] as number, text)
      }
      at++
    }
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

/** Rows of edit distances to a word, one for each unit of the word that was entered last. */
class NearbyWords {
  readonly #word: string
  readonly #typos: number
  readonly #width: number
  readonly #lowest: Uint8Array
  readonly #units: Uint16Array
  readonly #rows: Uint8Array
  readonly #depthMost: number
  #depth = 0

  constructor(word: string, typos: number) {
    this.#word = word
    this.#typos = typos
    this.#width = word.length + 1
    // Of so many units every beginning of the word is too far.
    this.#depthMost = word.length + typos + 1
    this.#rows = new Uint8Array((this.#depthMost + 1) * this.#width)
    this.#lowest = new Uint8Array(this.#depthMost + 1)
    this.#units = new Uint16Array(this.#depthMost + 1)
    const beyond = typos + 1
    for (let column = 0; column < this.#width; column++) this.#rows[column] = Math.min(column, beyond)
  }

  /** @returns How many units of its beginning are too many already, or 0. */
  enter(units: Uint16Array, start: number, length: number): number {
    const most = Math.min(length, this.#depthMost)
    let depth = 0
    while (depth < this.#depth && depth < most && this.#units[depth] === units[start + depth]) {
      depth++
      if ((this.#lowest[depth] as number) > this.#typos) {
        this.#depth = depth
        return depth
      }
    }
    for (; depth < most; depth++) {
      this.#units[depth] = units[start + depth] as number
      this.#addRow(depth + 1)
      if ((this.#lowest[depth + 1] as number) > this.#typos) {
        this.#depth = depth + 1
        return depth + 1
      }
    }
    this.#depth = depth
    return 0
  }

  #addRow(depth: number): void {
    const beyond = this.#typos + 1
    const row = depth * this.#width
    const above = row - this.#width
    const unit = this.#units[depth - 1] as number
    let lowest = Math.min(depth, beyond)
    this.#rows[row] = lowest
    for (let column = 1; column < this.#width; column++) {
      const wanted = this.#word.charCodeAt(column - 1)
      let distance = Math.min(
        (this.#rows[above + column - 1] as number) + (wanted === unit ? 0 : 1),
        (this.#rows[above + column] as number) + 1,
        (this.#rows[row + column - 1] as number) + 1,
        beyond,
      )
      if (depth > 1 && column > 1 && wanted === this.#units[depth - 2] && this.#word.charCodeAt(column - 2) === unit) {
        distance = Math.min(distance, (this.#rows[above - this.#width + column - 2] as number) + 1)
      }
      this.#rows[row + column] = distance
      if (distance < lowest) lowest = distance
    }
    // Two units swapped reach two rows back, but cost one more than the cell there: this row says enough.
    this.#lowest[depth] = lowest
  }
}
