import { type ServiceStore, SharedLimiter } from '@utpid/service'
import { describe, expect, it, onTestFinished } from 'vitest'

/** How a suite opens the store under test, also while another opening of it is there. */
export interface ServiceLimitsOptions {
  readonly name: string
  readonly open: () => Promise<ServiceStore>
  readonly openAgain: (store: ServiceStore) => Promise<ServiceStore>
}

const BEAT_MS = 2_000
const GONE_MS = 12_000
const SECOND = 1_000

/** A process of its own, as far as limits go; what it repeats runs when it is told to. */
interface Process {
  readonly limiter: SharedLimiter
  beat(): Promise<void>
}

/** Registers the tests of limits that processes share by a store which several of them have open. */
export function testServiceLimits({ name, open, openAgain }: ServiceLimitsOptions): void {
  describe(`${name}: limits that processes share`, () => {
    it.each([
      [2, 12],
      [3, 2],
    ])(
      'are never exceeded by %i processes with %i requests a second, also when one ends and one dies',
      async (count, burst) => {
        let now = Date.UTC(2026, 10, 26)
        const store = await open()
        onTestFinished(() => store.close())
        expect(store.isShared).toBe(true)
        const processes: Process[] = []
        const beat = async (): Promise<void> => {
          // Twice: what one gives away another takes.
          for (let round = 0; round < 2; round++) for (const process of processes) await process.beat()
        }
        let begun = 0
        const begin = async (): Promise<void> => {
          const opened = new WaitedStore(await openAgain(store))
          const repeated: (() => void)[] = []
          const limiter = new SharedLimiter({
            store: opened,
            environment: { now: () => now },
            instance: `p${begun++}`,
            every: (milliseconds, run) => {
              if (milliseconds === BEAT_MS) repeated.push(run)
              else queueMicrotask(run)
              return () => undefined
            },
            onError: (error) => {
              throw error
            },
          })
          onTestFinished(async () => {
            await limiter.close()
            await opened.close()
          })
          await limiter.open()
          processes.push({
            limiter,
            beat: async () => {
              for (const run of repeated) run()
              await opened.isQuiet()
            },
          })
          await beat()
        }
        const subject = { accountId: 'a', accountBurst: burst }
        const ask = async (requests: number): Promise<number> => {
          let answered = 0
          for (let at = 0; at < requests; at++) {
            for (const { limiter } of processes) {
              const decision = await limiter.take(subject).catch(() => undefined)
              if (decision?.isAllowed === true) answered++
            }
          }
          return answered
        }
        for (let at = 0; at < count; at++) await begin()
        now += SECOND
        expect(await ask(burst)).toBe(burst)
        now += SECOND / 2
        expect(await ask(burst)).toBeLessThanOrEqual(burst / 2)
        const [first, ...others] = processes as [Process, ...Process[]]
        await first.limiter.close()
        processes.splice(0, 1)
        await beat()
        expect(await ask(burst)).toBe(0)
        for (let waited = 0; waited < 2 * SECOND; waited += SECOND) {
          now += SECOND
          await beat()
        }
        expect(await ask(burst)).toBe(burst)
        if (others.length > 1) processes.splice(0, 1)
        await begin()
        for (let waited = 0; waited <= GONE_MS; waited += BEAT_MS) {
          now += BEAT_MS
          await beat()
          expect(await ask(burst)).toBeLessThanOrEqual(burst)
        }
        now += SECOND
        expect(await ask(burst)).toBe(burst)
      },
    )
  })
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
