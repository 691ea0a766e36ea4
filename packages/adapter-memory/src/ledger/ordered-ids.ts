import { firstAbove } from '../index/bits/first-above.ts'

/**
 * The ids of a table in ascending order, for scans. Sorted when a scan asks and not when a
 * row comes: scans are rare, and typed arrays sort a million numbers in a tenth of a second.
 */
export class OrderedIds {
  readonly #ids: () => Iterable<number>
  #sorted: Float64Array | undefined

  constructor(ids: () => Iterable<number>) {
    this.#ids = ids
  }

  /** To be called when an id came or went. */
  changed(): void {
    this.#sorted = undefined
  }

  /** At most `limit` ids above `after`. */
  after(after: number, limit: number): number[] {
    this.#sorted ??= Float64Array.from(this.#ids()).sort()
    const sorted = this.#sorted
    const from = firstAbove(sorted.length, (at) => (sorted[at] as number) > after)
    return [...sorted.subarray(from, from + limit)]
  }
}
