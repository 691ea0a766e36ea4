import type { Sleep } from '@utpid/core'

/** Does not hold up the end of the process. */
const systemSleep: Sleep = (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())

/** How often something is looked after. */
export interface PollLoopOptions {
  /** Milliseconds after which it looks without having been woken. Default 1,000. */
  readonly pollMs?: number
  readonly sleep?: Sleep
  /** Hears of what a round threw; the next one comes all the same. */
  readonly onError?: (error: unknown) => void
}

/** Does something again and again: when it is woken, and now and then in case that nobody woke it. */
export class PollLoop {
  readonly #round: () => Promise<boolean>
  readonly #options: Required<PollLoopOptions>
  #isAwake = true
  #isStopped = false
  #wake: () => void = () => undefined
  #end: Promise<void> | undefined

  /** @param round - Gives whether there is more to do at once. Never runs beside itself. */
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

  /** Ends after the round that is running. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake()
    await this.#end
  }

  async #run(): Promise<void> {
    const { pollMs, sleep, onError } = this.#options
    while (!this.#isStopped) {
      this.#isAwake = false
      const isMore = await this.#round().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (isMore || this.#isAwake || this.#isStopped) continue
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([woken, sleep(pollMs)])
    }
  }
}
