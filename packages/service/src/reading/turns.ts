import { performance } from 'node:perf_hooks'
import type { Yield } from '@utpid/core/operations'

/** Above this duration, other requests wait noticeably. */
const TURN_MILLISECONDS = 4

/** Splits long work into turns of the event loop. */
export class Turns {
  readonly #yield: Yield
  readonly #now: () => number
  #since: number

  /**
   * @param giveWay - Yields to other work; the same function that the registry uses.
   * @param now - Fractional milliseconds since any fixed time.
   */
  constructor(giveWay: Yield, now: () => number = () => performance.now()) {
    this.#yield = giveWay
    this.#now = now
    this.#since = now()
  }

  /** Call it at least every millisecond of computation. It yields only when a turn is over. */
  async pass(): Promise<void> {
    if (this.#now() - this.#since < TURN_MILLISECONDS) return
    await this.#yield()
    this.#since = this.#now()
  }
}
