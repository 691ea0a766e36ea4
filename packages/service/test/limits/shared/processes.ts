import { limitRules } from '../../../src/limits/limit-rules.ts'
import type { LimitSubject } from '../../../src/limits/limiter.ts'
import { SharedLimiter } from '../../../src/limits/shared/shared-limiter.ts'
import { MemoryServiceStore } from '../../../src/store/memory-service-store.ts'
import type { RowName, RowWrite, ServiceStore } from '../../../src/store/service-store.ts'
import { secondOpening } from '../../support/second-opening.ts'

const STEP_MS = 50

/** A process that uses limits on a manual clock. */
export class TestProcess {
  readonly limiter: SharedLimiter
  readonly #world: TestProcesses
  readonly #store: ServiceStore
  readonly #timers = new Set<{ readonly milliseconds: number; readonly run: () => void; due: number }>()
  /** While the process hangs, it handles requests, but receives no timer events and no notifications. */
  isHanging = false
  /** While the process is cut off, the store does not respond to it. */
  isCutOff = false
  /** While set, the store rejects writes of this process. */
  isReadOnly = false
  /** Whether reads of this process may be stale. */
  readsLate = false
  readonly errors: unknown[] = []

  constructor(world: TestProcesses, instance: string) {
    this.#world = world
    const store = secondOpening(world.store, { isDeaf: false })
    this.#store = store
    const cut = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
      return async (...args: Args): Promise<Result> => {
        world.calls++
        if (this.isCutOff) throw new Error('The store does not answer.')
        return call(...args)
      }
    }
    this.limiter = new SharedLimiter({
      store: {
        ...store,
        read: cut(store.read) as typeof store.read,
        range: cut(store.range) as typeof store.range,
        write: cut((writes) => this.#write(writes)),
        readsLatest: async () => !this.readsLate,
        onWrite: (listener) => store.onWrite((row) => void (this.isHanging || this.isCutOff || listener(row))),
      },
      environment: { now: () => world.now },
      instance,
      every: (milliseconds, run) => {
        const timer = { milliseconds, run, due: world.now + milliseconds }
        this.#timers.add(timer)
        return () => void this.#timers.delete(timer)
      },
      onError: (error) => void this.errors.push(error),
    })
  }

  async #write(writes: readonly RowWrite[]): Promise<RowName | undefined> {
    if (this.isReadOnly || this.#world.isReadOnly) throw new Error('The store takes no writes.')
    return await this.#store.write(writes)
  }

  /** Sends requests. @returns the number of allowed requests; `unavailable` counts as refused. */
  async ask(subject: LimitSubject, requests: number): Promise<number> {
    let allowed = 0
    for (let at = 0; at < requests; at++) {
      const decision = await this.limiter.take(subject).catch(() => undefined)
      if (decision?.isAllowed === true) {
        allowed++
        for (const { policy } of limitRules(subject)) this.#world.answered(`${subject.accountId} ${policy}`)
      }
    }
    return allowed
  }

  tick(): void {
    if (this.isHanging) return
    for (const timer of [...this.#timers]) {
      if (timer.due > this.#world.now) continue
      timer.due = this.#world.now + timer.milliseconds
      timer.run()
    }
  }
}

/** Processes that share a store, and the time of each allowed request. */
export class TestProcesses {
  readonly store = new MemoryServiceStore()
  readonly processes: TestProcess[] = []
  readonly #answers = new Map<string, number[]>()
  #begun = 0
  /** Number of calls to the store. */
  calls = 0
  /** While set, the store rejects all writes. */
  isReadOnly = false
  now = Date.UTC(2026, 10, 26)

  async begin(): Promise<TestProcess> {
    const process = this.startSoon()
    await settled()
    return process
  }

  /** Starts a process while other processes continue. */
  startSoon(): TestProcess {
    const process = new TestProcess(this, `p${this.#begun++}`)
    this.processes.push(process)
    void process.limiter.open()
    return process
  }

  /** Kills a process, which then writes nothing more. */
  kill(process: TestProcess): void {
    process.isHanging = true
    this.processes.splice(this.processes.indexOf(process), 1)
  }

  async end(process: TestProcess): Promise<void> {
    this.stopSoon(process)
    await settled()
  }

  /** Stops a process while other processes continue. */
  stopSoon(process: TestProcess): void {
    void process.limiter.close()
    this.processes.splice(this.processes.indexOf(process), 1)
  }

  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= STEP_MS) {
      this.now += Math.min(left, STEP_MS)
      for (const process of this.processes) process.tick()
      await settled()
    }
  }

  answered(limit: string): void {
    const answers = this.#answers.get(limit) ?? []
    answers.push(this.now)
    this.#answers.set(limit, answers)
  }

  /** Returns the maximum excess of allowed requests over a limit in any period; at most 0 if the limit holds. */
  excess(limit: string, requests: number, perSeconds: number): number {
    const answers = this.#answers.get(limit) ?? []
    // For each request, find the start of the period with the largest excess.
    const perMs = requests / (perSeconds * 1_000)
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const [at, moment] of answers.entries()) {
      const time = moment - (answers[0] as number)
      least = Math.min(least, at - time * perMs)
      most = Math.max(most, at + 1 - time * perMs - least)
    }
    return Math.ceil(most - requests - 1e-3)
  }
}

/** Waits until started work in memory is done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
