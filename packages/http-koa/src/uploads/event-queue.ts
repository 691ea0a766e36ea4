/** A queue of events from several sources. */
export class EventQueue<Event> {
  readonly #waiting: Event[] = []
  #resolveNext: ((event: Event) => void) | undefined

  push(event: Event): void {
    const resolve = this.#resolveNext
    this.#resolveNext = undefined
    if (resolve === undefined) this.#waiting.push(event)
    else resolve(event)
  }

  /** Resolves to the next event. Only one caller may wait at a time. */
  next(): Promise<Event> {
    const event = this.#waiting.shift()
    if (event !== undefined) return Promise.resolve(event)
    return new Promise((resolve) => {
      this.#resolveNext = resolve
    })
  }
}
