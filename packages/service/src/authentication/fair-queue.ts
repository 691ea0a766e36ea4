/** Maximum concurrent tasks. A hash occupies one of the process's four pool threads, which file reads also need. */
export const MAX_CONCURRENT_TASKS = 2

/** Maximum waiting tasks: of one client address, and of all addresses together. */
const MAX_WAITING_OF_ADDRESS = 20
const MAX_WAITING = 100

interface Waiting {
  readonly start: () => void
  readonly drop: () => void
}

/**
 * Limits the concurrency of expensive work that anybody can request, with a fair queue by client address. The newest
 * task of an address runs first. The oldest task is dropped, since its client times out first. A user who shares an
 * address with an attacker therefore does not wait behind all tasks of the attacker.
 */
export class FairQueue {
  /** Waiting tasks by address. The task of the first address runs next. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #dropped: () => Error
  #running = 0
  #count = 0

  /** @param dropped - Creates the error of a dropped task. */
  constructor(dropped: () => Error) {
    this.#dropped = dropped
  }

  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < MAX_CONCURRENT_TASKS) this.#running++
    else await this.#wait(address)
    try {
      return await work()
    } finally {
      this.#running--
      this.#startNext()
    }
  }

  #wait(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(address) ?? []
      this.#waiting.set(address, waiting)
      waiting.push({ start: resolve, drop: () => reject(this.#dropped()) })
      this.#count++
      if (waiting.length > MAX_WAITING_OF_ADDRESS) this.#dropOldest(address)
      else if (this.#count > MAX_WAITING) this.#dropOldest(this.#busiest())
    })
  }

  #startNext(): void {
    const [next] = this.#waiting
    if (next === undefined) return
    const [address, waiting] = next
    const newest = waiting.pop()
    this.#waiting.delete(address)
    if (waiting.length > 0) this.#waiting.set(address, waiting)
    this.#count--
    this.#running++
    newest?.start()
  }

  #dropOldest(address: string): void {
    this.#waiting.get(address)?.shift()?.drop()
    this.#count--
  }

  /** The address with the most waiting tasks. */
  #busiest(): string {
    let [maxWaiting, busiest] = [0, '']
    for (const [address, { length }] of this.#waiting)
      if (length > maxWaiting) [maxWaiting, busiest] = [length, address]
    return busiest
  }
}
