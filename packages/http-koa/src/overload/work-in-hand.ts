/** What is still worked on, whether or not somebody waits for its answer: nothing that it uses may be closed before. */
export class WorkInHand {
  readonly #running = new Set<Promise<unknown>>()

  /** @returns the same promise. */
  add<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    const end = (): void => void this.#running.delete(work)
    work.then(end, end)
    return work
  }

  /** When all of it has ended, however it did. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}
