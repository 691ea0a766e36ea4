import { setTimeout } from 'node:timers/promises'

/** How long, and how often, something is tried again that fails for a reason which passes. */
export interface PatienceLimits {
  /** The pause after the first try; each one is twice as long as the one before. */
  readonly firstMilliseconds: number
  /** Of one pause. */
  readonly mostMilliseconds: number
  /** From the first try until it is given up. */
  readonly totalMilliseconds: number
}

/** Milliseconds on a clock that is never put back, and the pauses between them. */
export interface PausingClock {
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<unknown>
}

const SYSTEM_CLOCK: PausingClock = { now: () => performance.now(), pause: (milliseconds) => setTimeout(milliseconds) }

/** Pauses between tries, ever longer ones, until their time is over. */
export class Patience {
  readonly #limits: PatienceLimits
  readonly #clock: PausingClock
  readonly #end: number
  #next: number

  constructor(limits: PatienceLimits, clock: PausingClock = SYSTEM_CLOCK) {
    this.#limits = limits
    this.#clock = clock
    this.#end = clock.now() + limits.totalMilliseconds
    this.#next = limits.firstMilliseconds
  }

  /** Whether there is no time for another pause. */
  get isOver(): boolean {
    return this.#clock.now() >= this.#end
  }

  /** The last pause ends with the time, so that there is a try at its very end. */
  async pause(): Promise<void> {
    await this.#clock.pause(Math.max(0, Math.min(this.#next, this.#end - this.#clock.now())))
    this.#next = Math.min(this.#next * 2, this.#limits.mostMilliseconds)
  }
}
