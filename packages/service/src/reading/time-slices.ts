import { performance } from 'node:perf_hooks'
import type { Yield } from '@utpid/core/operations'

/** Milliseconds of a turn. Longer turns delay other requests noticeably. */
const SLICE_MS = 4

/** Splits long work into turns of the event loop. */
export class TimeSlices {
  readonly #yield: Yield
  readonly #now: () => number
  #since: number

  /**
   * @param yieldNow - Yields to other tasks; the same function that the registry uses.
   * @param now - Fractional milliseconds since any fixed time.
   */
  constructor(yieldNow: Yield, now: () => number = () => performance.now()) {
    this.#yield = yieldNow
    this.#now = now
    this.#since = now()
  }

  /** Yields if the turn is over. Call it at least once in each millisecond of computation. */
  async yieldIfDue(): Promise<void> {
    if (this.#now() - this.#since < SLICE_MS) return
    await this.#yield()
    this.#since = this.#now()
  }
}
