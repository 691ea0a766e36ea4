/**
 * Lets the writes of one process wait for each other, so that they do not overtake one
 * another only to be refused and repeated. Other processes are kept out by expectations.
 */
export class WriteQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(write: () => Promise<T>): Promise<T> {
    const result = this.#last.then(write, write)
    this.#last = result.catch(() => undefined)
    return result
  }
}
