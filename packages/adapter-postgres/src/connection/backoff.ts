import { setTimeout } from 'node:timers/promises'

/** Limits for retries after a temporary failure. */
export interface BackoffLimits {
  /** The pause after the first attempt. Each pause is twice as long as the previous pause. */
  readonly firstMilliseconds: number
  readonly maxMilliseconds: number
  /** The time from the first attempt to the last. */
  readonly totalMilliseconds: number
}

/** A monotonic clock in milliseconds, with a function that pauses. */
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

  /** Whether no time is left for a pause. */
  get isOver(): boolean {
    return this.#clock.now() >= this.#end
  }

  /** Waits. The last pause ends exactly at the total time, so that the last attempt is at that time. */
  async pause(): Promise<void> {
    await this.#clock.pause(Math.max(0, Math.min(this.#next, this.#end - this.#clock.now())))
    this.#next = Math.min(this.#next * 2, this.#limits.maxMilliseconds)
  }
}
