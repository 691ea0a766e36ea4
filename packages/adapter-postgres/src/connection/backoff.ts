import { setTimeout } from 'node:timers/promises'

/** Limits for retries after a temporary failure. */
export interface BackoffLimits {
  /** Pause after the first attempt. Each pause is twice as long as the previous one. */
  readonly firstMilliseconds: number
  readonly maxMilliseconds: number
  /** Time from the first attempt to the last. */
  readonly totalMilliseconds: number
}

/** A monotonic clock in milliseconds, with pauses. */
export interface PausingClock {
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<unknown>
}

const SYSTEM_CLOCK: PausingClock = { now: () => performance.now(), pause: (milliseconds) => setTimeout(milliseconds) }

/** Exponential backoff: increasing pauses between attempts until the total time is over. */
export class Backoff {
  readonly #limits: BackoffLimits
  readonly #clock: PausingClock
  readonly #end: number
  #next: number

  constructor(limits: BackoffLimits, clock: PausingClock = SYSTEM_CLOCK) {
    this.#limits = limits
    this.#clock = clock
    this.#end = clock.now() + limits.totalMilliseconds
    this.#next = limits.firstMilliseconds
  }

  /** Whether there is no time left for a pause. */
  get isOver(): boolean {
    return this.#clock.now() >= this.#end
  }

  /** Waits. The last pause ends exactly when the total time is over, so that there is an attempt at that time. */
  async pause(): Promise<void> {
    await this.#clock.pause(Math.max(0, Math.min(this.#next, this.#end - this.#clock.now())))
    this.#next = Math.min(this.#next * 2, this.#limits.maxMilliseconds)
  }
}
