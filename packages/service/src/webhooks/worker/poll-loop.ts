import type { Sleep } from '@utpid/core/operations'

/** Waits without keeping the process alive. */
const systemSleep: Sleep = (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())

/** Options of a poll loop. */
export interface PollLoopOptions {
  /** Milliseconds between rounds without a wake-up. Default: 1,000. */
  readonly pollMs?: number
  readonly sleep?: Sleep
  /** Receives the error of a round; the loop continues. */
  readonly onError?: (error: unknown) => void
}

/** Runs a function repeatedly: at each wake-up, and at an interval in case a wake-up is missed. */
export class PollLoop {
  readonly #round: () => Promise<boolean>
  readonly #options: Required<PollLoopOptions>
  #isAwake = true
  #isStopped = false
  #wake: () => void = () => undefined
  #end: Promise<void> | undefined

  /** @param round - Returns whether there is more to do at once. Rounds never overlap. */
  constructor(
    round: () => Promise<boolean>,
    { pollMs = 1_000, sleep = systemSleep, onError = () => undefined }: PollLoopOptions = {},
  ) {
    this.#round = round
    this.#options = { pollMs, sleep, onError }
  }

  start(): void {
    this.#end ??= this.#run()
  }

  wake(): void {
    this.#isAwake = true
    this.#wake()
  }

  /** Stops after the running round. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake()
    await this.#end
  }

  async #run(): Promise<void> {
    const { pollMs, sleep, onError } = this.#options
    while (!this.#isStopped) {
      this.#isAwake = false
      const hasMore = await this.#round().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (hasMore || this.#isAwake || this.#isStopped) continue
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([woken, sleep(pollMs)])
    }
  }
}
