import { LocalLimiter } from '@utpid/service'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { RedisLimiter, type RedisLimiterOptions } from '../src/index.ts'
import { askingProcesses } from './support/asking-processes.ts'
import { ownRedis, serverTime, testRedis } from './support/redis-server.ts'

let prefixes = 0
/** Returns a prefix that is unique across tests and runs. */
function newPrefix(): string {
  prefixes++
  return `utpid-test-${process.pid}-${Date.now()}-${prefixes}:`
}

async function opened(options: Omit<RedisLimiterOptions, 'instance' | 'prefix'>): Promise<RedisLimiter> {
  const limiter = new RedisLimiter({ instance: 'test', prefix: newPrefix(), timeoutMs: 10_000, ...options })
  await limiter.open()
  onTestFinished(() => limiter.close())
  return limiter
}

it('decides and reports the remaining requests as the limiter of one process does', async () => {
  const url = await testRedis()
  const rule = fc.record({ requests: fc.integer({ min: 1, max: 50 }), perSeconds: fc.integer({ min: 1, max: 3_600 }) })
  const step = fc.record({
    gap: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: -100, max: 2_000 })),
    what: fc.constantFrom('take', 'take', 'take', 'take', 'refund', 'states', 'change'),
    key: fc.constantFrom(undefined, 'one', 'two'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), rule), {
        minLength: 2,
        maxLength: 2,
      }),
      fc.array(step, { minLength: 1, maxLength: 120 }),
      async (limits, steps) => {
        let now = 1_700_000_000_000
        const clock = { now: () => now }
        const local = new LocalLimiter(clock)
        await using shared = new RedisLimiter({
          url,
          instance: 'test',
          prefix: newPrefix(),
          timeoutMs: 10_000,
          ...clock,
        })
        await shared.open()
        let at = 0
        for (const { gap, what, key } of steps) {
          now += gap
          if (what === 'change') at = 1 - at
          const [accountBurst, keyBurst, keySustained] = limits[at] as (typeof limits)[number]
          const subject =
            key === undefined
              ? { accountId: 'a', accountBurst }
              : { accountId: 'a', accountBurst, keyId: key, keyBurst, keySustained }
          const call = what === 'change' ? 'take' : what
          expect(await shared[call](subject)).toEqual(await local[call](subject))
        }
      },
    ),
    runs(100),
  )
})

it('allows three processes together exactly what the rule allows, with an injected clock', async () => {
  const url = await testRedis()
  const processes = await askingProcesses(3, { url, prefix: newPrefix(), clock: 'told' })
  const subject = { accountId: 'a', accountBurst: 40, keyId: 'k', keySustained: { requests: 600, perSeconds: 60 } }
  const begun = 1_700_000_000_000
  let allowed = 0
  let elapsed = 0
  for (let step = 0; step < 200; step++) {
    elapsed = Math.floor((step * 60_000) / 199)
    allowed += await processes.ask({ subject, at: begun + elapsed, requests: 20, rounds: 1 })
  }
  // The key's sustained limit allows 600 requests at first, and then 10 a second for 60 seconds.
  expect(elapsed).toBe(60_000)
  expect(allowed).toBe(600 + 600)
})

it('allows three processes 95 to 105 % of the rule by the clock of the server', async () => {
  const url = await testRedis()
  const processes = await askingProcesses(3, { url, prefix: newPrefix(), clock: 'server' })
  const accountBurst = 200
  const begun = await serverTime(url)
  const allowed = await processes.ask({ subject: { accountId: 'a', accountBurst }, requests: 20, rounds: 600 })
  const rule = accountBurst * (1 + ((await serverTime(url)) - begun) / 1_000)
  expect(allowed / rule).toBeGreaterThan(0.95)
  expect(allowed / rule).toBeLessThan(1.05)
})

it('allows its own share while the server is lost, reports the loss once, and recovers automatically', async () => {
  const redis = await ownRedis()
  const changes: string[] = []
  const options = {
    url: redis.url,
    restMs: 0,
    onChange: (state: 'lost' | 'found') => void changes.push(state),
  }
  await using first = new RedisLimiter({ ...options, instance: 'first' })
  await using second = new RedisLimiter({ url: redis.url, retryAfterMs: 0, instance: 'second' })
  await second.open()
  await first.open()
  expect(first.instances).toBe(2)
  const subject = { accountId: 'a', accountBurst: 10, keyId: 'k', keySustained: { requests: 8, perSeconds: 3_600 } }
  for (let asked = 0; asked < 8; asked++) expect((await first.take(subject)).isAllowed).toBe(true)
  expect((await second.take(subject)).violated).toContain('key-sustained')

  await redis.kill()
  const alone = await Promise.all(Array.from({ length: 20 }, () => first.take(subject)))
  // The share is half of the sustained limit of 8, since two processes share it.
  expect(alone.filter(({ isAllowed }) => isAllowed)).toHaveLength(4)
  expect(alone.at(-1)?.states).toContainEqual(expect.objectContaining({ policy: 'key-sustained', requests: 4 }))
  expect(changes).toEqual(['lost'])

  await redis.start()
  while (changes.length < 2) {
    await first.states(subject)
    await new Promise((resolve) => void setImmediate(resolve))
  }
  // The server is empty after its restart, so the limit is full again.
  expect((await first.take(subject)).states).toContainEqual(expect.objectContaining({ requests: 8, remaining: 7 }))
  expect(changes).toEqual(['lost', 'found'])
})

it('starts without a server as if the server were lost', async () => {
  const changes: string[] = []
  const limiter = await opened({ url: '/nonexistent/redis.sock', onChange: (state) => void changes.push(state) })
  expect((await limiter.take({ accountId: 'a', accountBurst: 1 })).isAllowed).toBe(true)
  expect((await limiter.take({ accountId: 'a', accountBurst: 1 })).isAllowed).toBe(false)
  expect(changes).toEqual(['lost'])
})
