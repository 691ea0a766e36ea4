import { type LimitSubject, type ServiceStore, SharedLimiter } from '@utpid/service'
import { onTestFinished } from 'vitest'

/** How often a process says that it is there. */
const BEAT_MS = 2_000

/** A process of its own, as far as limits go; what it repeats runs when it is told to. */
interface LimitProcess {
  readonly limiter: SharedLimiter
  /** What no caller was told of. */
  readonly errors: unknown[]
  beat(): Promise<void>
}

/** Processes that share limits by a store, on a clock that stands until it is moved. */
export class LimitProcesses {
  readonly processes: LimitProcess[] = []
  readonly #openStore: () => Promise<ServiceStore>
  #begun = 0
  now: number = Date.UTC(2026, 10, 26)

  /** @param openStore - Opens the store once more. */
  constructor(openStore: () => Promise<ServiceStore>) {
    this.#openStore = openStore
  }

  async begin(): Promise<void> {
    const opened = new WaitedStore(await this.#openStore())
    const repeated: (() => void)[] = []
    const errors: unknown[] = []
    const limiter = new SharedLimiter({
      store: opened,
      environment: { now: () => this.now },
      instance: `p${this.#begun++}`,
      every: (milliseconds, run) => {
        if (milliseconds === BEAT_MS) repeated.push(run)
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

  /** Twice: what one gives away another takes. */
  async beat(): Promise<void> {
    for (let round = 0; round < 2; round++) for (const process of this.processes) await process.beat()
  }

  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= BEAT_MS) {
      this.now += Math.min(left, BEAT_MS)
      await this.beat()
    }
  }

  /** Each process is asked so many times. @returns how many requests were allowed; `unavailable` counts as refused. */
  async ask(subject: LimitSubject, requests: number): Promise<number> {
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

/** A store that tells of nothing, and that one can wait for. */
class WaitedStore implements ServiceStore {
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

  /** Until no call is under way, and none follows on one that was. */
  async isQuiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (this.#calls > 0)
  }

  async #counted<Result>(call: Promise<Result>): Promise<Result> {
    this.#calls++
    try {
      return await call
    } finally {
      // Whoever waits for it begins the next one first.
      setImmediate(() => this.#calls--)
    }
  }
}
