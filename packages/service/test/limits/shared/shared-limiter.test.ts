import { describe, expect, it } from 'vitest'
import type { LimitSubject } from '../../../src/limits/limiter.ts'
import { DEAD_MS, SHARE_MS } from '../../../src/limits/shared/limit-group.ts'
import { checkChanges, checkHistories } from './histories.ts'
import { settled, TestProcess, TestProcesses } from './processes.ts'

const SECOND = 1_000

/** Sends each process more requests than its share, for this many seconds. @returns the number of allowed requests. */
async function hammer(
  world: TestProcesses,
  subject: LimitSubject,
  seconds: number,
  processes: readonly TestProcess[] = world.processes,
): Promise<number> {
  let answered = 0
  for (let at = 0; at < seconds * 10; at++) {
    for (const process of processes) answered += await process.ask(subject, 12)
    await world.pass(100)
  }
  return answered
}

async function begun(count: number): Promise<TestProcesses> {
  const world = new TestProcesses()
  for (let at = 0; at < count; at++) await world.begin()
  // An idle share is full after a second.
  await world.pass(SECOND)
  return world
}

describe('limits shared through a store', () => {
  it.each([
    [1, 72],
    [2, 72],
    [5, 72],
    [5, 7],
    [5, 5],
    [5, 4],
    [5, 2],
    [5, 1],
    [3, 2],
  ])('are used fully and never exceeded by %i processes at %i requests a second', async (count, burst) => {
    const world = await begun(count)
    const seconds = 10
    const answered = await hammer(world, { accountId: 'a', accountBurst: burst }, seconds)
    expect(answered).toBeLessThanOrEqual(burst * (1 + seconds))
    expect(answered).toBeGreaterThanOrEqual(burst * seconds * 0.9)
    expect(world.excess('a burst', burst, 1)).toBeLessThanOrEqual(0)
    expect(world.processes.flatMap(({ errors }) => errors)).toEqual([])
  })

  it('do not read the store for a limit per second', async () => {
    const world = await begun(1)
    const [process] = world.processes as [TestProcess]
    const before = world.calls
    const subject = { accountId: 'a', accountBurst: 1_000, keyId: 'k', keyBurst: 500 }
    expect(await process.ask(subject, 2_000)).toBe(500)
    expect(world.calls).toBe(before)
  })

  it('are full for the first process at its start', async () => {
    const world = new TestProcesses()
    const process = await world.begin()
    expect(await process.ask({ accountId: 'a', accountBurst: 10 }, 20)).toBe(10)
  })

  it('report the whole limit and the remaining requests of this process', async () => {
    const world = await begun(2)
    const [process] = world.processes as [TestProcess]
    const decision = await process.limiter.take({ accountId: 'a', accountBurst: 10 })
    expect(decision.states).toEqual([{ policy: 'burst', requests: 10, perSeconds: 1, remaining: 4, resetSeconds: 1 }])
    await process.ask({ accountId: 'a', accountBurst: 10 }, 4)
    expect(await process.limiter.take({ accountId: 'a', accountBurst: 10 })).toMatchObject({
      isAllowed: false,
      violated: ['burst'],
      retryAfterSeconds: 1,
    })
  })

  it('count a request against no limit if one of several limits is exhausted', async () => {
    const world = await begun(3)
    const [process] = world.processes as [TestProcess]
    const keySustained = { requests: 100, perSeconds: 3_600 }
    const subject = { accountId: 'a', keyId: 'k', accountBurst: 30, keyBurst: 2, keySustained }
    // The limit of two requests a second is less than the number of processes, so the processes lease its requests.
    expect(await process.ask(subject, 5)).toBe(2)
    // The process returns the lease of a refused request in the background.
    await settled()
    const left = (states: readonly { policy: string; remaining: number }[]): unknown =>
      states.map(({ policy, remaining }) => [policy, remaining])
    expect(left(await process.limiter.states(subject))).toEqual([
      ['burst', 8],
      ['key-burst', 0],
      ['key-sustained', 98],
    ])
    await process.limiter.refund(subject)
    expect(left(await process.limiter.states(subject))).toEqual([
      ['burst', 9],
      ['key-burst', 1],
      ['key-sustained', 99],
    ])
  })

  it('hold for all processes together over a longer period, and outlast single processes', async () => {
    const world = await begun(2)
    const keySustained = { requests: 100, perSeconds: 3_600 }
    const subject = { accountId: 'a', keyId: 'k', keySustained }
    const [one, other] = world.processes as [TestProcess, TestProcess]
    expect(await one.ask(subject, 40)).toBe(40)
    await world.end(one)
    expect(await other.ask(subject, 30)).toBe(30)
    await world.end(other)
    const next = await world.begin()
    expect(await next.ask(subject, 50)).toBe(30)
    expect(await next.limiter.take(subject)).toMatchObject({ violated: ['key-sustained'], retryAfterSeconds: 36 })
    await world.pass(72 * SECOND)
    expect(await next.ask(subject, 50)).toBe(2)
  })

  it('return leased requests to other processes if a process is idle', async () => {
    const world = await begun(2)
    const subject = { accountId: 'a', keyId: 'k', keySustained: { requests: 1_000, perSeconds: 86_400 } }
    const [one, other] = world.processes as [TestProcess, TestProcess]
    expect(await one.ask(subject, 1)).toBe(1)
    await world.pass(5 * SECOND)
    expect(await other.ask(subject, 2_000)).toBe(999)
  })

  it('are available again some seconds after the process that leased them died', async () => {
    const world = await begun(2)
    const [one, other] = world.processes as [TestProcess, TestProcess]
    world.kill(one)
    const subject = { accountId: 'a', accountBurst: 20 }
    await world.pass(DEAD_MS + 2 * SECOND)
    await hammer(world, subject, 1)
    expect(await hammer(world, subject, 5, [other])).toBeGreaterThanOrEqual(95)
  })

  it('are granted by no process that counts as dead, and lost by no hanging process', async () => {
    const world = await begun(2)
    const [one, other] = world.processes as [TestProcess, TestProcess]
    const subject = { accountId: 'a', accountBurst: 20 }
    one.isHanging = true
    await world.pass(DEAD_MS + 2 * SECOND)
    // The row of the hanging process was deleted. The process joins again at its next request, and gets its share
    // later.
    await hammer(world, subject, 2)
    one.isHanging = false
    await hammer(world, subject, 5)
    expect(await hammer(world, subject, 5, [one])).toBeGreaterThanOrEqual(45)
    expect(await hammer(world, subject, 5, [other])).toBeGreaterThanOrEqual(45)
    expect(world.excess('a burst', 20, 1)).toBeLessThanOrEqual(0)
  })

  it('are not leased while another process uses its share, and not shared while another may lease', async () => {
    const subject = { accountId: 'a', accountBurst: 2 }
    const two = await begun(2)
    const [, hanging] = two.processes as [TestProcess, TestProcess]
    // This process does not get notice of the third process.
    hanging.isHanging = true
    await two.begin()
    await hammer(two, subject, 7)
    expect(two.excess('a burst', 2, 1)).toBeLessThanOrEqual(0)

    const three = await begun(3)
    const [deaf, , ended] = three.processes as [TestProcess, TestProcess, TestProcess]
    // This process does not get notice that only two processes are left.
    deaf.isHanging = true
    await three.end(ended)
    await hammer(three, subject, 7)
    expect(three.excess('a burst', 2, 1)).toBeLessThanOrEqual(0)
  })

  it('are unavailable in a process without a responding store, which reports the error once', async () => {
    const world = await begun(2)
    const [one] = world.processes as [TestProcess]
    const subject = { accountId: 'a', accountBurst: 20 }
    one.isCutOff = true
    await world.pass(SHARE_MS - 3 * SECOND)
    expect(await one.ask(subject, 1)).toBe(1)
    await world.pass(4 * SECOND)
    await expect(one.limiter.take(subject)).rejects.toThrow('The store does not answer.')
    expect(await one.limiter.take({ accountId: 'without limits' })).toMatchObject({ isAllowed: true })
    expect(one.errors.length).toBe(1)
    one.isCutOff = false
    await world.pass(4 * SECOND)
    expect(await one.ask(subject, 20)).toBe(10)
  })

  it.each([1, 2, 5])('hold exactly in %i processes while the store rejects writes, and afterwards', async (count) => {
    const world = await begun(count)
    const subject = { accountId: 'a', accountBurst: 72 }
    world.isReadOnly = true
    const seconds = 40
    const answered = await hammer(world, subject, seconds)
    expect(answered).toBeLessThanOrEqual(72 * (1 + seconds))
    expect(answered).toBeGreaterThanOrEqual(72 * seconds * 0.9)
    // One process dies here. The others must not take its share while the store rejects writes.
    const [gone, ...others] = world.processes as [TestProcess, ...TestProcess[]]
    world.kill(gone)
    if (others.length > 0) await hammer(world, subject, 20)
    world.isReadOnly = false
    await hammer(world, subject, 15)
    if (others.length > 0) expect(await hammer(world, subject, 10)).toBeGreaterThanOrEqual(72 * 9)
    expect(world.excess('a burst', 72, 1)).toBeLessThanOrEqual(0)
    for (const { errors } of others) expect(errors.length).toBe(1)
  })

  it('are granted by other processes if a single process cannot write; that process reports the cause', async () => {
    const world = await begun(2)
    const [one, other] = world.processes as [TestProcess, TestProcess]
    const subject = { accountId: 'a', accountBurst: 20 }
    one.isReadOnly = true
    await hammer(world, subject, 20)
    await expect(one.limiter.take(subject)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The store takes no writes.'),
      details: { retryAfter: 1 },
    })
    expect(await hammer(world, subject, 5, [other])).toBeGreaterThanOrEqual(95)
    one.isReadOnly = false
    await hammer(world, subject, 3)
    expect(await hammer(world, subject, 5, [one])).toBeGreaterThanOrEqual(45)
    expect(world.excess('a burst', 20, 1)).toBeLessThanOrEqual(0)
  })

  it('are not granted because of stale reads', async () => {
    const world = await begun(2)
    const [one] = world.processes as [TestProcess]
    one.readsLate = true
    one.isReadOnly = true
    await world.pass(SHARE_MS)
    await expect(one.limiter.take({ accountId: 'a', accountBurst: 20 })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('report the cause for a leased limit while the store rejects writes', async () => {
    const world = await begun(1)
    world.isReadOnly = true
    const keySustained = { requests: 100, perSeconds: 3_600 }
    const [one] = world.processes as [TestProcess]
    await expect(one.limiter.take({ accountId: 'a', keyId: 'k', keySustained })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The store takes no writes.'),
    })
  })

  it('make a process wait for its share while a dead process still has the share', async () => {
    const world = await begun(1)
    const [one] = world.processes as [TestProcess]
    world.kill(one)
    const next = await world.begin()
    const subject = { accountId: 'a', accountBurst: 20 }
    await expect(next.limiter.take(subject).catch(({ code, details }) => ({ code, details }))).resolves.toEqual({
      code: 'unavailable',
      details: { retryAfter: 1 },
    })
    await world.pass(DEAD_MS + 3 * SECOND)
    expect(await next.ask(subject, 30)).toBe(20)
  })

  it('report a share exactly while a process allows requests', async () => {
    const world = await begun(1)
    const [killed] = world.processes as [TestProcess]
    const subject = { accountId: 'a', accountBurst: 20 }
    const isAllowed = async (process: TestProcess): Promise<boolean[]> => {
      const { hasShare } = process.limiter
      const isRequired = await process.limiter.requireShare().then(
        () => true,
        ({ code }) => code !== 'unavailable',
      )
      return [hasShare, isRequired, (await process.ask(subject, 1)) === 1]
    }
    expect(await isAllowed(killed)).toEqual([true, true, true])
    world.kill(killed)
    const next = await world.begin()
    let waited = 0
    for (; waited < 20 && !next.limiter.hasShare; waited++) {
      expect(await isAllowed(next)).toEqual([false, false, false])
      await world.pass(SECOND)
    }
    expect(waited).toBeGreaterThanOrEqual(DEAD_MS / SECOND)
    expect(waited).toBeLessThanOrEqual(16)
    // The bucket of a new share fills during a second.
    await world.pass(SECOND)
    expect(await isAllowed(next)).toEqual([true, true, true])
    // A process without heartbeats has no share, until it asks for one.
    next.isHanging = true
    await world.pass(SHARE_MS)
    expect(await isAllowed(next)).toEqual([false, true, true])
    next.isHanging = false
    await world.end(next)
    expect(await isAllowed(next)).toEqual([false, false, false])
  })

  it('join the other processes when a share is required', async () => {
    const world = new TestProcesses()
    const process = new TestProcess(world, 'p')
    expect(process.limiter.hasShare).toBe(false)
    await process.limiter.requireShare()
    expect(process.limiter.hasShare).toBe(true)
  })

  it('are never exceeded while processes start and stop', async () => {
    await checkChanges(8)
  })

  it('are never exceeded in random histories of processes', async () => {
    await checkHistories(8)
  })
})
