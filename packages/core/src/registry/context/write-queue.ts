/** Turns after one that was overtaken: at first, and at most. */
const TURNS = { least: 10, most: 160 }
/** Writes that go on beside each other, at most: as many are made durable by one flush. */
const BESIDE = 64

/**
 * Lets the writes of one process wait for each other where they would only overtake one another, to be refused and
 * repeated. Other processes, and what was thought to be about something else, are kept out by expectations.
 */
export class WriteQueue {
  /** The last write that was alone. */
  #alone: Promise<unknown> = Promise.resolve()
  /** Since then: those that may be under way, each the last of its lane. */
  #lanes: Promise<unknown>[] = []
  #nextLane = 0
  /** The last one about each thing. */
  readonly #lastAbout = new Map<string, Promise<unknown>>()
  /** Writes that go on in turn, after one that others overtook. */
  #turns = 0
  #nextTurns: number = TURNS.least
  /** Whether the last try was at the risk of being overtaken; nobody overtook it unless {@link wasOvertaken} is told. */
  #risked = false

  /** Each time that trying without a turn fails again there are more of them: the others are still at it. */
  wasOvertaken(): void {
    this.#turns = this.#nextTurns
    this.#nextTurns = Math.min(this.#nextTurns * 2, TURNS.most)
    this.#risked = false
  }

  /** Whether the next try is in turn, and not at the risk of being overtaken. */
  takesTurn(): boolean {
    if (this.#turns > 0) {
      this.#turns--
      return true
    }
    if (this.#risked) this.#nextTurns = TURNS.least
    this.#risked = true
    return false
  }

  /** Whether somebody was overtaken lately, so that the next write is better made alone. */
  get isContended(): boolean {
    return this.#turns > 0
  }

  /** Alone: after everything that was asked for before, and before everything that is asked for after it. */
  run<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#after(this.#lanes, write)
    this.#alone = settled(result)
    this.#lanes = []
    this.#nextLane = 0
    this.#lastAbout.clear()
    return result
  }

  /**
   * Beside others that came this way, in order with those that are about the same.
   *
   * @param about - Names of what it is about.
   */
  runBeside<T>(about: readonly string[], write: () => Promise<T>): Promise<T> {
    const lane = this.#nextLane
    this.#nextLane = (lane + 1) % BESIDE
    const before = [this.#lanes[lane], ...about.map((name) => this.#lastAbout.get(name))]
    const result = this.#after(before, write)
    const done = settled(result)
    this.#lanes[lane] = done
    for (const name of about) this.#lastAbout.set(name, done)
    void done.then(() => {
      for (const name of about) if (this.#lastAbout.get(name) === done) this.#lastAbout.delete(name)
    })
    return result
  }

  async #after<T>(before: readonly (Promise<unknown> | undefined)[], write: () => Promise<T>): Promise<T> {
    await Promise.all([this.#alone, ...before])
    return await write()
  }
}

function settled(result: Promise<unknown>): Promise<unknown> {
  return result.catch(() => undefined)
}
