/**
 * Tracks in-flight requests, also after their client has disconnected. Callers must not close shared resources before
 * these requests end.
 */
export class InFlightRequests {
  readonly #running = new Set<Promise<unknown>>()

  /** Tracks a promise. @returns the same promise. */
  add<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    const end = (): void => void this.#running.delete(work)
    work.then(end, end)
    return work
  }

  /** Resolves when all tracked promises have settled, with or without errors. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}
