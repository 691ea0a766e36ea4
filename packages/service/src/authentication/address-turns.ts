/** Maximum concurrent tasks. A hash occupies one of the process's four pool threads, which file reads also need. */
export const TURNS_AT_ONCE = 2

/** Maximum waiting tasks: of one client address, and in all. */
const WAITING_OF_ADDRESS_MOST = 20
const WAITING_MOST = 100

interface Waiting {
  readonly begin: () => void
  readonly drop: () => void
}

/**
 * Limits the concurrency of expensive work that anybody can request, with a fair queue by client address. Within an
 * address the newest task runs next and the oldest is dropped, since its client has timed out first. A user who shares
 * an address with an attacker therefore does not wait behind all attacks.
 */
export class AddressTurns {
  /** Waiting tasks by address. The first address is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #dropped: () => Error
  #running = 0
  #count = 0

  /** @param dropped - Creates the error of a dropped task. */
  constructor(dropped: () => Error) {
    this.#dropped = dropped
  }

  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < TURNS_AT_ONCE) this.#running++
    else await this.#turn(address)
    try {
      return await work()
    } finally {
      this.#running--
      this.#beginNext()
    }
  }

  #turn(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(address) ?? []
      this.#waiting.set(address, waiting)
      waiting.push({ begin: resolve, drop: () => reject(this.#dropped()) })
      this.#count++
      if (waiting.length > WAITING_OF_ADDRESS_MOST) this.#dropOldest(address)
      else if (this.#count > WAITING_MOST) this.#dropOldest(this.#busiest())
    })
  }

  #beginNext(): void {
    const [next] = this.#waiting
    if (next === undefined) return
    const [address, waiting] = next
    const newest = waiting.pop()
    this.#waiting.delete(address)
    if (waiting.length > 0) this.#waiting.set(address, waiting)
    this.#count--
    this.#running++
    newest?.begin()
  }

  #dropOldest(address: string): void {
    this.#waiting.get(address)?.shift()?.drop()
    this.#count--
  }

  /** The address with the most waiting tasks. */
  #busiest(): string {
    let [most, busiest] = [0, '']
    for (const [address, { length }] of this.#waiting) if (length > most) [most, busiest] = [length, address]
    return busiest
  }
}
