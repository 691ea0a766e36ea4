import { fold } from '@utpid/core'
import type { TextColumn } from './text-column.ts'

/** Every so many texts one is kept folded: a search folds few others. */
const SAMPLE_DISTANCE = 32

/**
 * Finds texts by their folded form in a column that is sorted by it. There is no table of
 * all names: the order is the index, so it costs nothing to load.
 */
export class NameIndex {
  readonly #texts: TextColumn
  #samples: readonly string[] | undefined

  constructor(texts: TextColumn) {
    this.#texts = texts
  }

  /** The indices `[from, to)` of the texts that fold to this. */
  range(folded: string): readonly [from: number, to: number] {
    const samples = this.#foldedSamples()
    const block = lowerBound(0, samples.length, (index) => (samples[index] ?? '') < folded)
    const from = lowerBound(
      Math.max(0, (block - 1) * SAMPLE_DISTANCE),
      Math.min(this.#texts.length, block * SAMPLE_DISTANCE),
      (index) => fold(this.#texts.at(index)) < folded,
    )
    let to = from
    while (to < this.#texts.length && fold(this.#texts.at(to)) === folded) to++
    return [from, to]
  }

  #foldedSamples(): readonly string[] {
    if (this.#samples === undefined) {
      const samples: string[] = []
      for (let index = 0; index < this.#texts.length; index += SAMPLE_DISTANCE)
        samples.push(fold(this.#texts.at(index)))
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
