import type { LimitSubject, ServiceStore } from '@utpid/service'
import { SharedLimiter } from '@utpid/service/internal'
import { onTestFinished } from 'vitest'

/** The interval between the heartbeats of a process, in milliseconds. */
const HEARTBEAT_MS = 2_000

/** A simulated process for limits. The test starts its repeated tasks. */
interface LimitProcess {
  readonly limiter: SharedLimiter
  /** The errors without a caller. */
  readonly errors: unknown[]
  beat(): Promise<void>
}

/** Processes that share limits in one store. The test advances their clock. */
export class LimitProcesses {
  readonly processes: LimitProcess[] = []
  readonly #openStore: () => Promise<ServiceStore>
  #started = 0
  now: number = Date.UTC(2026, 10, 26)

  /** @param openStore - Opens another connection to the store. */
  constructor(openStore: () => Promise<ServiceStore>) {
    this.#openStore = openStore
  }

  async begin(): Promise<void> {
    const opened = new AwaitableStore(await this.#openStore())
    const repeated: (() => void)[] = []
    const errors: unknown[] = []
    const limiter = new SharedLimiter({
      store: opened,
      environment: { now: () => this.now },
      instance: `p${this.#started++}`,
      every: (milliseconds, run) => {
        if (milliseconds === HEARTBEAT_MS) repeated.push(run)
        else queueMicrotask(run)
        return () => undefined
      },
      onError: (error) => void errors.push(error),
    })
    onTestFinished(async () => {
      await limiter.close()
      await opened.close()
    })
    await limiter.open()
    this.processes.push({
      limiter,
      errors,
      beat: async () => {
        for (const run of repeated) run()
        await opened.isQuiet()
      },
    })
    await this.beat()
  }

  /** Runs two heartbeats. In the second heartbeat, processes take what others released in the first. */
  async beat(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const process of this.processes) await process.beat()
  }

  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= HEARTBEAT_MS) {
      this.now += Math.min(left, HEARTBEAT_MS)
      await this.beat()
    }
  }

  /**
   * Sends a number of requests to each process.
   *
   * @returns the number of allowed requests. `unavailable` counts as rejected.
   */
  async request(subject: LimitSubject, requests: number): Promise<number> {
    let answered = 0
    for (let at = 0; at < requests; at++) {
      for (const { limiter } of this.processes) {
        const decision = await limiter.take(subject).catch(() => undefined)
        if (decision?.isAllowed === true) answered++
      }
    }
    return answered
  }
}

/** A store without notifications, which lets a test wait until all its calls are done. */
class AwaitableStore implements ServiceStore {
  readonly isShared = true
  readonly #store: ServiceStore
  #calls = 0

  constructor(store: ServiceStore) {
    this.#store = store
  }

  read: ServiceStore['read'] = (table, keys) => this.#counted(this.#store.read(table, keys))
  range: ServiceStore['range'] = (table, range) => this.#counted(this.#store.range(table, range))
  write: ServiceStore['write'] = (writes) => this.#counted(this.#store.write(writes))
  deleteRange: ServiceStore['deleteRange'] = (table, range) => this.#counted(this.#store.deleteRange(table, range))
  onWrite: ServiceStore['onWrite'] = () => () => undefined
  readsLatest: ServiceStore['readsLatest'] = () => this.#counted(this.#store.readsLatest())
  close: ServiceStore['close'] = () => this.#store.close()

  /** Resolves when no call is running and no further call follows a finished call. */
  async isQuiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (this.#calls > 0)
  }

  async #counted<Result>(call: Promise<Result>): Promise<Result> {
    this.#calls++
    try {
      return await call
    } finally {
      // Ends the count later, so that the code awaiting this call can start its next call first.
      setImmediate(() => this.#calls--)
    }
  }
}
