const TURNS_AFTER_CONFLICT = 10

/**
 * Lets the writes of one process wait for each other, so that they do not overtake one
 * another only to be refused and repeated. Other processes are kept out by expectations.
 */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Writes that go on in turn, after one that others overtook. */
  #turns = 0

  wasOvertaken(): void {
    this.#turns = TURNS_AFTER_CONFLICT
  }

  /** Whether the next try is in turn, and not at the risk of being overtaken. */
  takesTurn(): boolean {
    if (this.#turns === 0) return false
    this.#turns--
    return true
  }

  run<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#last.then(write, write)
    this.#last = result.catch(() => undefined)
    return result
  }
}
