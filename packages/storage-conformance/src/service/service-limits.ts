import type { ServiceStore } from '@utpid/service'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LimitProcesses } from './limit-processes.ts'

/** The functions with which the suite opens the store under test, also while the store is already open. */
export interface ServiceLimitsOptions {
  readonly name: string
  readonly open: () => Promise<ServiceStore>
  readonly openAgain: (store: ServiceStore) => Promise<ServiceStore>
}

const SECOND = 1_000
/** The time after the last heartbeat of a process until another process takes its share, in milliseconds. */
const GONE_MS = 14_000

/** Registers the tests of limits that several processes share in one store. */
export function testServiceLimits({ name, open, openAgain }: ServiceLimitsOptions): void {
  describe(`${name}: shared limits of processes`, () => {
    it.each([
      [2, 12],
      [3, 2],
    ])(
      'are never exceeded by %i processes with %i requests a second, also when one closes and one is killed',
      async (count, burst) => {
        const store = await open()
        onTestFinished(() => store.close())
        expect(store.isShared).toBe(true)
        expect(await store.readsLatest()).toBe(true)
        const world = new LimitProcesses(() => openAgain(store))
        const { processes } = world
        const ask = (requests: number): Promise<number> =>
          world.request({ accountId: 'a', accountBurst: burst }, requests)
        for (let at = 0; at < count; at++) await world.begin()
        world.now += SECOND
        expect(await ask(burst)).toBe(burst)
        world.now += SECOND / 2
        expect(await ask(burst)).toBeLessThanOrEqual(burst / 2)
        const [first, ...others] = processes
        await first?.limiter.close()
        processes.splice(0, 1)
        await world.beat()
        expect(await ask(burst)).toBe(0)
        await world.pass(2 * SECOND)
        expect(await ask(burst)).toBe(burst)
        if (others.length > 1) processes.splice(0, 1)
        await world.begin()
        for (let waited = 0; waited < GONE_MS; waited += SECOND) {
          await world.pass(SECOND)
          expect(await ask(burst)).toBeLessThanOrEqual(burst)
        }
        await world.pass(SECOND)
        expect(await ask(burst)).toBe(burst)
        for (const { errors } of processes) expect(errors).toEqual([])
      },
    )
  })
}
