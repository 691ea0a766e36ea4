import { performance } from 'node:perf_hooks'
import type { Yield } from '@utpid/core/operations'

/** Above this duration, other requests wait noticeably. */
const SLICE_MS = 4

/** Splits long work into turns of the event loop. */
export class TimeSlices {
  readonly #yield: Yield
  readonly #now: () => number
  #since: number

  /**
   * @param yieldNow - Yields to other work; the same function that the registry uses.
   * @param now - Fractional milliseconds since any fixed time.
   */
  constructor(yieldNow: Yield, now: () => number = () => performance.now()) {
    this.#yield = yieldNow
    this.#now = now
    this.#since = now()
  }

  /** Call it at least every millisecond of computation. It yields only when a turn is over. */
  async yieldIfDue(): Promise<void> {
    if (this.#now() - this.#since < SLICE_MS) return
    await this.#yield()
    this.#since = this.#now()
  }
}
