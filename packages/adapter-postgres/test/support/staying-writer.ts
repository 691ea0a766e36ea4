import type { Registry } from '@utpid/core'
import { writeHotels } from './write-hotels.ts'
import type { WrittenHotels } from './written-hotels.ts'

const VERSIONS_PER_ROUND = 100_000
/**
 * The distance between the first hotels of two writers. The hotels of a writer overlap with the hotels of earlier
 * writers.
 */
const HOTELS_BETWEEN = 4

/**
 * A writer in this process, which runs until it is stopped. After a rejected write, it waits until the test allows a
 * retry.
 */
export class StayingWriter {
  /** The codes and reasons of errors, in order of arrival. */
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
    // Ignores the error here: the methods that wait report it.
    this.#writing.catch(() => undefined)
  }

  /** Resolves after `count` more acknowledged writes. */
  async acknowledged(count: number): Promise<void> {
    const end = this.#written.count + count
    await this.#until(() => this.#written.count >= end)
  }

  /** Resolves when a rejected write waits for a retry. */
  async refused(): Promise<void> {
    await this.#until(() => this.#waiting.length > 0)
  }

  /** Allows retries: from now on, rejected writes do not wait. */
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
