/** A queue of events from several sources. */
export class EventQueue<Event> {
  readonly #waiting: Event[] = []
  #hear: ((event: Event) => void) | undefined

  push(event: Event): void {
    const hear = this.#hear
    this.#hear = undefined
    if (hear === undefined) this.#waiting.push(event)
    else hear(event)
  }

  /** Resolves to the next event. Only one caller may wait at a time. */
  next(): Promise<Event> {
    const event = this.#waiting.shift()
    if (event !== undefined) return Promise.resolve(event)
    return new Promise((resolve) => {
      this.#hear = resolve
    })
  }
}
