import type { Registry } from '@utpid/core'
import { writeHotels } from './write-hotels.ts'
import type { WrittenHotels } from './written-hotels.ts'

const VERSIONS_PER_ROUND = 100_000
/** Writers go on among the hotels of those before them. */
const HOTELS_BETWEEN = 4

/** Writes in this process until it is stopped. What was refused waits until it is to be tried again. */
export class StayingWriter {
  /** Codes with their reasons, in the order in which they came. */
  readonly refusals: string[] = []
  readonly #written: WrittenHotels
  readonly #writing: Promise<void>
  #goesOn = true
  #waits = true
  #heard: () => void = () => undefined
  readonly #waiting: (() => void)[] = []

  constructor(registry: Registry, written: WrittenHotels, round: number) {
    this.#written = written
    this.#writing = writeHotels(registry, {
      from: round * HOTELS_BETWEEN,
      version: (round + 1) * VERSIONS_PER_ROUND,
      trying: (step) => written.try(step),
      acknowledged: (step) => {
        written.acknowledge(step)
        this.#heard()
      },
      refused: async ({ code, details }) => {
        this.refusals.push(`${code} ${details.reason}`)
        this.#heard()
        if (this.#waits) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
      },
      goesOn: () => this.#goesOn,
    })
    // Told to whoever waits for something of it.
    this.#writing.catch(() => undefined)
  }

  /** Resolves after so many steps more. */
  async acknowledged(count: number): Promise<void> {
    const end = this.#written.count + count
    await this.#until(() => this.#written.count >= end)
  }

  /** Resolves when something is refused that waits to be tried again. */
  async refused(): Promise<void> {
    await this.#until(() => this.#waiting.length > 0)
  }

  /** From now on nothing that is refused waits. */
  tryAgain(): void {
    this.#waits = false
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async stop(): Promise<void> {
    this.#goesOn = false
    this.tryAgain()
    await this.#writing
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      const heard = new Promise<void>((resolve) => {
        this.#heard = resolve
      })
      await Promise.race([heard, this.#writing])
    }
  }
}
