/** The number of attempts with the write lease after a conflict: initial and maximum number. */
const LEASED_ATTEMPTS = { min: 10, max: 160 }
/** The maximum number of concurrent writes. One flush makes this many writes durable. */
const MAX_CONCURRENT = 64

/**
 * A queue for the writes of one process that would otherwise conflict and be repeated. Preconditions protect against
 * other processes, and against dependencies that this queue cannot detect.
 */
export class WriteQueue {
  /** The promise of the last exclusive write. */
  #lastExclusive: Promise<unknown> = Promise.resolve()
  /** The concurrent writes since the last exclusive write. The array contains the last write of each lane. */
  #lanes: Promise<unknown>[] = []
  #nextLane = 0
  /** The last write for each name, see `runConcurrent`. */
  readonly #lastAbout = new Map<string, Promise<unknown>>()
  /** The number of remaining attempts that take the write lease after a conflict. */
  #leasedAttempts = 0
  #nextLeasedAttempts: number = LEASED_ATTEMPTS.min
  /**
   * True if the last attempt ran without the write lease. The attempt had no conflict unless the caller calls {@link
   * conflicted}.
   */
  #ranWithoutLease = false

  /**
   * Reports a conflict to the queue. If an attempt without the lease fails, other writers are still active, so the
   * method doubles the number of attempts with the lease.
   */
  conflicted(): void {
    this.#leasedAttempts = this.#nextLeasedAttempts
    this.#nextLeasedAttempts = Math.min(this.#nextLeasedAttempts * 2, LEASED_ATTEMPTS.max)
    this.#ranWithoutLease = false
  }

  /** Reports whether the next attempt takes the write lease, so that it cannot conflict. */
  takesWriteLease(): boolean {
    if (this.#leasedAttempts > 0) {
      this.#leasedAttempts--
      return true
    }
    if (this.#ranWithoutLease) this.#nextLeasedAttempts = LEASED_ATTEMPTS.min
    this.#ranWithoutLease = true
    return false
  }

  /** True if a write conflicted recently, so that the next write should run exclusively. */
  get isContended(): boolean {
    return this.#leasedAttempts > 0
  }

  /** Runs a write exclusively: after all earlier writes and before all later writes. */
  runExclusive<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#after(this.#lanes, write)
    this.#lastExclusive = whenSettled(result)
    this.#lanes = []
    this.#nextLane = 0
    this.#lastAbout.clear()
    return result
  }

  /**
   * Runs a write concurrently with other writes of this method, but after earlier writes with one of the same names.
   *
   * @param about - Names of the items that the write affects.
   */
  runConcurrent<T>(about: readonly string[], write: () => Promise<T>): Promise<T> {
    const lane = this.#nextLane
    this.#nextLane = (lane + 1) % MAX_CONCURRENT
    const before = [this.#lanes[lane], ...about.map((name) => this.#lastAbout.get(name))]
    const result = this.#after(before, write)
    const done = whenSettled(result)
    this.#lanes[lane] = done
    for (const name of about) this.#lastAbout.set(name, done)
    void done.then(() => {
      for (const name of about) if (this.#lastAbout.get(name) === done) this.#lastAbout.delete(name)
    })
    return result
  }

  async #after<T>(before: readonly (Promise<unknown> | undefined)[], write: () => Promise<T>): Promise<T> {
    await Promise.all([this.#lastExclusive, ...before])
    return await write()
  }
}

function whenSettled(result: Promise<unknown>): Promise<unknown> {
  return result.catch(() => undefined)
}
