import { describe, expect, it } from 'vitest'
import { rateLimitError } from '../../src/limits/limiter.ts'
import { LocalLimiter } from '../../src/limits/local-limiter.ts'
import { virtualEnvironment } from '../support/virtual-environment.ts'

describe('limits of a process', () => {
  it('are shared by the keys of one account only', async () => {
    const limiter = new LocalLimiter(virtualEnvironment())
    const one = { accountId: 'a', keyId: '1', accountBurst: 2 }
    const other = { accountId: 'a', keyId: '2', accountBurst: 2 }
    expect((await limiter.take(one)).isAllowed).toBe(true)
    expect((await limiter.take(other)).isAllowed).toBe(true)
    expect((await limiter.take(one)).violated).toEqual(['burst'])
    expect((await limiter.take({ ...one, accountId: 'b' })).isAllowed).toBe(true)
  })

  it('count nothing for a request that one limit refuses', async () => {
    const limiter = new LocalLimiter(virtualEnvironment())
    const key = {
      accountId: 'a',
      keyId: '1',
      accountBurst: 10,
      keyBurst: 5,
      keySustained: { requests: 1, perSeconds: 60 },
    }
    await limiter.take(key)
    for (let at = 0; at < 20; at++) expect((await limiter.take(key)).violated).toEqual(['key-sustained'])
    expect((await limiter.states(key)).map(({ remaining }) => remaining)).toEqual([9, 4, 0])
  })

  it('report when to retry, and allow a request at that time', async () => {
    const environment = virtualEnvironment()
    const limiter = new LocalLimiter(environment)
    const key = { accountId: 'a', keyId: '1', accountBurst: 1, keySustained: { requests: 2, perSeconds: 60 } }
    await limiter.take(key)
    environment.time += 1_000
    await limiter.take(key)
    const refused = await limiter.take(key)
    expect(refused).toMatchObject({ violated: ['burst', 'key-sustained'], retryAfterSeconds: 29 })
    expect(rateLimitError(refused)).toMatchObject({ code: 'rate_limited', details: { retryAfter: 29 } })
    environment.time += 29_000
    expect((await limiter.take(key)).isAllowed).toBe(true)
  })

  it('refund a request that was refused for another reason', async () => {
    const limiter = new LocalLimiter(virtualEnvironment())
    const key = { accountId: 'a', keyId: '1', accountBurst: 1, keyBurst: 1 }
    await limiter.take(key)
    await limiter.refund(key)
    expect((await limiter.take(key)).isAllowed).toBe(true)
    expect((await limiter.take(key)).isAllowed).toBe(false)
  })

  it('evict the least recently used bucket above the maximum', async () => {
    const limiter = new LocalLimiter(virtualEnvironment(), { maxBuckets: 100 })
    const subject = (id: number): { accountId: string; accountBurst: number } => ({
      accountId: String(id),
      accountBurst: 1,
    })
    for (let id = 0; id < 1_000; id++) await limiter.take(subject(id))
    expect((await limiter.take(subject(999))).isAllowed).toBe(false)
    expect((await limiter.take(subject(0))).isAllowed).toBe(true)
  })

  it('allow everything if a caller has no limits', async () => {
    const limiter = new LocalLimiter(virtualEnvironment())
    expect(await limiter.take({ accountId: 'a' })).toEqual({
      isAllowed: true,
      states: [],
      violated: [],
      retryAfterSeconds: 0,
    })
  })
})
