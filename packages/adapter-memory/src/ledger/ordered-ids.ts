import { upperBound } from '../index/bits/upper-bound.ts'

/**
 * The ids of a table in ascending order, for scans. Scans sort the ids, not writes: scans are rare, and typed arrays
 * sort a million numbers in 0.1 s.
 */
export class OrderedIds {
  readonly #ids: () => Iterable<number>
  #sorted: Float64Array | undefined

  constructor(ids: () => Iterable<number>) {
    this.#ids = ids
  }

  /** Marks the order as outdated. Call this method after an id was added or removed. */
  changed(): void {
    this.#sorted = undefined
  }

  /** Returns at most `limit` ids above `after`, ascending. */
  after(after: number, limit: number): number[] {
    this.#sorted ??= Float64Array.from(this.#ids()).sort()
    const sorted = this.#sorted
    const from = upperBound(sorted.length, (at) => (sorted[at] as number) > after)
    return [...sorted.subarray(from, from + limit)]
  }
}
