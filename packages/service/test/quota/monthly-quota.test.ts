import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_LEASE, MonthlyQuota, type Reservation } from '../../src/quota/monthly-quota.ts'
import { secondsOfMonth } from '../../src/quota/quota-month.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../src/store/service-store.ts'
import { countedStore } from '../support/counted-store.ts'
import { secondOpening } from '../support/second-opening.ts'
import { type VirtualEnvironment, virtualEnvironment } from '../support/virtual-environment.ts'

const refused = async (quota: MonthlyQuota, limit: number): Promise<boolean> => {
  try {
    await quota.reserve('a', limit)
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'quota_exceeded' })
    return true
  }
}

async function events(store: ServiceStore): Promise<unknown[]> {
  const rows = await store.range('account_events', { limit: 100 })
  return rows.map(({ row }) => [row.type, row.data.percent])
}

/** Reserves calls until one is refused. Returns the number of reserved calls. */
async function drained(quota: MonthlyQuota, limit: number): Promise<number> {
  for (let taken = 0; ; taken++) if (await refused(quota, limit)) return taken
}

describe('the monthly quota', () => {
  it('equals the limit exactly, and starts again in the next month', async () => {
    const environment = virtualEnvironment()
    const quota = new MonthlyQuota(new MemoryServiceStore(), environment)
    expect(await drained(quota, 1_234)).toBe(1_234)
    environment.time = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
    expect(await refused(quota, 1_234)).toBe(true)
    environment.time++
    expect(await drained(quota, 1_234)).toBe(1_234)
  })

  it.each([1, 7, 100, 1_000])('of %i calls is never exceeded by 10 writers in two processes', async (limit) => {
    const store = new MemoryServiceStore()
    const environment = virtualEnvironment()
    const writers = [store, secondOpening(store)].flatMap((opening) =>
      Array.from({ length: 5 }, () => new MonthlyQuota(opening, environment)),
    )
    const taken = await Promise.all(writers.map((writer) => drained(writer, limit)))
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(limit)
  })

  it('loses at most one lease if a process dies, and nothing if a process stops', async () => {
    const store = new MemoryServiceStore()
    const environment = virtualEnvironment()
    const dead = new MonthlyQuota(store, environment)
    for (let at = 0; at < 101; at++) await dead.reserve('a', 1_000)
    const ended = new MonthlyQuota(store, environment)
    for (let at = 0; at < 10; at++) await ended.reserve('a', 1_000)
    await ended.release()
    const rest = await drained(new MonthlyQuota(store, environment), 1_000)
    expect(101 + 10 + rest).toBeGreaterThanOrEqual(1_000 - MAX_LEASE)
    expect(101 + 10 + rest).toBeLessThanOrEqual(1_000)
  })

  it('never exceeds the limit in any history of processes, and loses at most one lease for each dead process', async () => {
    const step = fc.record({
      writer: fc.integer({ min: 0, max: 3 }),
      act: fc.constantFrom('take', 'take', 'take', 'back', 'die', 'end'),
      times: fc.integer({ min: 1, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), fc.array(step, { maxLength: 30 }), async (limit, steps) => {
        const store = new MemoryServiceStore()
        const environment = virtualEnvironment()
        const made = (): { quota: MonthlyQuota; held: (Reservation | undefined)[] } => ({
          quota: new MonthlyQuota(secondOpening(store), environment),
          held: [],
        })
        const writers = Array.from({ length: 4 }, made)
        let used = 0
        let dead = 0
        const take = async (writer: (typeof writers)[number]): Promise<void> => {
          const call = await writer.quota.reserve('a', limit).catch(() => undefined)
          if (call === undefined) return
          used++
          writer.held.push(call)
        }
        for (const { writer: at, act, times } of steps) {
          const writer = writers[at] as (typeof writers)[number]
          if (act === 'take') await Promise.all(Array.from({ length: times }, () => take(writer)))
          if (act === 'back' && writer.held.length > 0) {
            writer.quota.refund(writer.held.pop())
            used--
          }
          if (act === 'end') await writer.quota.release()
          if (act === 'die' || act === 'end') writers[at] = made()
          if (act === 'die') dead++
          expect(used).toBeLessThanOrEqual(limit)
        }
        environment.time += 2_000
        for (const { quota } of writers) await quota.release()
        used += await drained(new MonthlyQuota(store, environment), limit)
        expect(used).toBeLessThanOrEqual(limit)
        // If a process dies, calls refunded to its lease are lost too.
        expect(used).toBeGreaterThanOrEqual(limit - dead * (MAX_LEASE + 30))
      }),
      runs(100),
    )
  })

  it('refunds a call that was not used', async () => {
    const quota = new MonthlyQuota(new MemoryServiceStore(), virtualEnvironment())
    const call = await quota.reserve('a', 1)
    expect(await refused(quota, 1)).toBe(true)
    quota.refund(call)
    expect(await refused(quota, 1)).toBe(false)
  })

  it('reports the state of the month', async () => {
    const environment = virtualEnvironment()
    const quota = new MonthlyQuota(new MemoryServiceStore(), environment)
    expect(await quota.state('a', 1_000)).toEqual({
      limit: 1_000,
      used: 0,
      remaining: 1_000,
      resetsAt: '2026-12-01T00:00:00.000Z',
    })
    for (let at = 0; at < 60; at++) await quota.reserve('a', 1_000)
    expect(await quota.state('a', 1_000)).toMatchObject({ used: 60, remaining: 940 })
    expect(quota.lastState('a', 1_000)).toMatchObject({ used: 60, remaining: 940 })
    expect(await quota.state('a', undefined)).toBeUndefined()
    expect(secondsOfMonth(environment.time)).toBe(30 * 86_400)
  })

  it('creates one event each for 80 and 100 percent, in any process', async () => {
    const store = new MemoryServiceStore()
    const environment = virtualEnvironment()
    const [one, other] = [new MonthlyQuota(store, environment), new MonthlyQuota(store, environment)]
    for (let at = 0; at < 700; at++) await one.reserve('a', 1_000)
    expect(await events(store)).toEqual([])
    await drained(other, 1_000)
    await one.release()
    await other.release()
    await drained(one, 1_000)
    expect(await events(store)).toEqual([
      ['account.quota.reached', 80],
      ['account.quota.reached', 100],
    ])
  })

  it('creates the events when calls are used, not when calls are leased', async () => {
    const store = new MemoryServiceStore()
    const quota = new MonthlyQuota(store, virtualEnvironment())
    const told: number[][] = []
    for (let call = 1; call <= 1_000; call++) {
      await quota.reserve('a', 1_000)
      const rows = await store.range('account_events', { limit: 10 })
      if (rows.length > told.length)
        told.push([call, rows.at(-1)?.row.data.percent as number, rows.at(-1)?.row.data.used as number])
    }
    expect(told).toEqual([
      [800, 80, 800],
      [1_000, 100, 1_000],
    ])
  })

  it('follows a plan that changes within the month', async () => {
    const store = new MemoryServiceStore()
    const quota = new MonthlyQuota(store, virtualEnvironment())
    for (let at = 0; at < 60; at++) await quota.reserve('a', 1_000)
    expect(await drained(quota, 70)).toBe(10)
    expect(await refused(quota, 60)).toBe(true)
    expect(await drained(quota, 200)).toBe(130)
  })

  it('reads the store at most once a second when it is exhausted', async () => {
    const counted = countedStore(new MemoryServiceStore())
    const environment: VirtualEnvironment = virtualEnvironment()
    const quota = new MonthlyQuota(counted, environment)
    await drained(quota, 10)
    counted.reads = 0
    for (let at = 0; at < 1_000; at++) {
      environment.time++
      await refused(quota, 10)
    }
    expect(counted.reads).toBeLessThanOrEqual(2)
  })

  it('needs one write for many calls', async () => {
    const counted = countedStore(new MemoryServiceStore())
    const quota = new MonthlyQuota(counted, virtualEnvironment())
    await Promise.all(Array.from({ length: 1_000 }, () => quota.reserve('a', 50_000)))
    expect(counted.writes).toBe(1_000 / MAX_LEASE)
  })
})
