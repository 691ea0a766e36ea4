import { fold } from '@utpid/core/scoring'
import { hashText } from '@utpid/core/storage'
import type { TextColumn } from './text-column.ts'

/** Number of texts in a block. The folded form of each block's first text is stored. */
const BLOCK_TEXTS = 32

/**
 * Finds texts by their folded form in a column that is sorted by folded form. The sort order replaces an index, so no
 * table of all names is loaded. The first lookup in a block hashes the folded texts of the block.
 */
export class NameIndex {
  readonly #texts: TextColumn
  #samples: readonly string[] | undefined
  /** Hash of each folded text. Only hashed blocks have valid values. */
  #hashes: Uint32Array | undefined
  readonly #isHashed: Uint8Array

  constructor(texts: TextColumn) {
    this.#texts = texts
    this.#isHashed = new Uint8Array(Math.ceil(texts.length / BLOCK_TEXTS))
  }

  /** Returns the indices `[from, to)` of the texts with this folded form. If there is none, `from` equals `to`. */
  range(folded: string): readonly [from: number, to: number] {
    const samples = this.#foldedSamples()
    const beyond = lowerBound(0, samples.length, (index) => (samples[index] ?? '') < folded)
    const inBlock = this.#inBlock(beyond - 1, folded)
    if (inBlock === undefined && samples[beyond] !== folded) return [0, 0]
    const from = inBlock ?? beyond * BLOCK_TEXTS
    let to = from + 1
    while (to < this.#texts.length && fold(this.#texts.at(to)) === folded) to++
    return [from, to]
  }

  /**
   * Returns the index of the first text of a block with this folded form. Returns undefined if there is no such text or
   * no such block.
   */
  #inBlock(block: number, folded: string): number | undefined {
    if (block < 0) return undefined
    const hashes = this.#hashesWith(block)
    const hash = hashText(folded)
    const end = Math.min(this.#texts.length, (block + 1) * BLOCK_TEXTS)
    for (let index = block * BLOCK_TEXTS; index < end; index++) {
      if (hashes[index] === hash && fold(this.#texts.at(index)) === folded) return index
    }
    return undefined
  }

  #hashesWith(block: number): Uint32Array {
    this.#hashes ??= new Uint32Array(this.#texts.length)
    if (this.#isHashed[block] === 1) return this.#hashes
    const end = Math.min(this.#texts.length, (block + 1) * BLOCK_TEXTS)
    for (let index = block * BLOCK_TEXTS; index < end; index++) {
      this.#hashes[index] = hashText(fold(this.#texts.at(index)))
    }
    this.#isHashed[block] = 1
    return this.#hashes
  }

  #foldedSamples(): readonly string[] {
    if (this.#samples === undefined) {
      const samples: string[] = []
      for (let index = 0; index < this.#texts.length; index += BLOCK_TEXTS) samples.push(fold(this.#texts.at(index)))
      this.#samples = samples
    }
    return this.#samples
  }
}

/** Returns the first index in `[from, to)` that is not before the wanted value, or `to` if there is none. */
function lowerBound(from: number, to: number, isBefore: (index: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
