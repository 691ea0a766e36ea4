/** Work that is done at once; a hash keeps one of the four threads of the process busy, which reads of files need, too. */
export const TURNS_AT_ONCE = 2

/** Who waits at once, of one client address and in all. */
const WAITING_OF_ADDRESS_MOST = 20
const WAITING_MOST = 100

interface Waiting {
  readonly begin: () => void
  readonly drop: () => void
}

/**
 * Bounds costly work that anybody may ask for: little at once, client addresses in turn. Of one address the newest is next, and the
 * oldest is dropped when too many wait: its client has given up first, and whoever comes between the requests of a stranger
 * does not wait behind all of them.
 */
export class AddressTurns {
  /** By address; the first is next. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #dropped: () => Error
  #running = 0
  #count = 0

  /** @param dropped - The error of work that was never begun. */
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

  /** The address of which most wait. */
  #busiest(): string {
    let [most, busiest] = [0, '']
    for (const [address, { length }] of this.#waiting) if (length > most) [most, busiest] = [length, address]
    return busiest
  }
}
