/** Turns after one that was overtaken: at first, and at most. */
const TURNS = { least: 10, most: 160 }

/**
 * Lets the writes of one process wait for each other, so that they do not overtake one
 * another only to be refused and repeated. Other processes are kept out by expectations.
 */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()
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

  run<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#last.then(write, write)
    this.#last = result.catch(() => undefined)
    return result
  }
}
