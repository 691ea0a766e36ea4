/** Number of attempts with the write lease after a conflict: initial and maximum. */
const LEASED_ATTEMPTS = { min: 10, max: 160 }
/** Maximum number of concurrent writes. One flush makes that many writes durable. */
const MAX_CONCURRENT = 64

/**
 * Serialises the writes of one process that would otherwise conflict and be retried. Preconditions guard against other
 * processes, and against dependencies that this queue does not see.
 */
export class WriteQueue {
  /** Promise of the last exclusive write. */
  #lastExclusive: Promise<unknown> = Promise.resolve()
  /** Concurrent writes since the last exclusive one: the last write of each lane. */
  #lanes: Promise<unknown>[] = []
  #nextLane = 0
  /** The last write for each name, see `runConcurrent`. */
  readonly #lastAbout = new Map<string, Promise<unknown>>()
  /** How many more attempts take the write lease after a conflict. */
  #leasedAttempts = 0
  #nextLeasedAttempts: number = LEASED_ATTEMPTS.min
  /**
   * Whether the last attempt ran without the write lease. Unless the caller calls {@link conflicted}, it had no
   * conflict.
   */
  #ranWithoutLease = false

  /**
   * Doubles the number of attempts with the lease each time an attempt without the lease fails: then the other writers
   * are still active.
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

  /** Whether a write conflicted recently, so that the next write should run exclusively. */
  get isContended(): boolean {
    return this.#leasedAttempts > 0
  }

  /** Runs a write exclusively: after all earlier writes and before all later ones. */
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
   * @param about - Names of the things that the write touches.
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
