import type { CpuClock } from './cpu-clock.ts'

/**
 * The CPU time of the record that is being read. A record may lie in two pieces of a document; the time between them
 * belongs to the code that uses the records, such as an import.
 */
export class RecordTime {
  readonly #clock: CpuClock
  /** The time before the last pause. */
  #spent = 0
  #since = 0
  #isPaused = false

  constructor(clock: CpuClock) {
    this.#clock = clock
  }

  /** Starts with a new record. */
  begin(): void {
    this.#spent = 0
    this.#isPaused = false
    this.#since = this.#clock()
  }

  /** Call this function before other code may run. */
  pause(): void {
    if (this.#isPaused) return
    this.#spent += this.#clock() - this.#since
    this.#isPaused = true
  }

  /** Call this function when the reading goes on. Without a pause, it does nothing. */
  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#since = this.#clock()
  }

  /** The time since {@link begin} without pauses, in milliseconds. */
  get milliseconds(): number {
    return this.#spent + this.#clock() - this.#since
  }
}
