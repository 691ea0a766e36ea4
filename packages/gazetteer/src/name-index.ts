import { fold } from '@utpid/core'
import { hashText } from '@utpid/core/adapter'
import type { TextColumn } from './text-column.ts'

/** Of every so many texts the first is kept folded; they are a block. */
const BLOCK_TEXTS = 32

/**
 * Finds texts by their folded form in a column that is sorted by it. There is no table of
 * all names: the order is the index, so it costs nothing to load. What the texts of a block
 * fold to is known by its hashes from the first time on that something is looked for there.
 */
export class NameIndex {
  readonly #texts: TextColumn
  #samples: readonly string[] | undefined
  /** Of what each text folds to; of the blocks that are hashed. */
  #hashes: Uint32Array | undefined
  readonly #isHashed: Uint8Array

  constructor(texts: TextColumn) {
    this.#texts = texts
    this.#isHashed = new Uint8Array(Math.ceil(texts.length / BLOCK_TEXTS))
  }

  /** The indices `[from, to)` of the texts that fold to this; `to` is `from` when none does. */
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

  /** The first text of a block that folds to this; undefined when none does, or there is no such block. */
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

/** The first index in `[from, to)` that is not before what is sought; `to` when all are. */
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
