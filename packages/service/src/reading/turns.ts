import { performance } from 'node:perf_hooks'
import type { Yield } from '@utpid/core'

/** Beyond this, other requests wait noticeably. */
const TURN_MILLISECONDS = 4

/** Cuts long work into turns of the event loop. */
export class Turns {
  readonly #yield: Yield
  readonly #now: () => number
  #since: number

  /**
   * @param giveWay - Lets other work run; the same function that the registry was made with.
   * @param now - Milliseconds of any beginning, with fractions.
   */
  constructor(giveWay: Yield, now: () => number = () => performance.now()) {
    this.#yield = giveWay
    this.#now = now
    this.#since = now()
  }

  /** To be called at least every millisecond of computing. Others run only when a turn is over. */
  async pass(): Promise<void> {
    if (this.#now() - this.#since < TURN_MILLISECONDS) return
    await this.#yield()
    this.#since = this.#now()
  }
}
