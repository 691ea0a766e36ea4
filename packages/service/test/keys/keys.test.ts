import { describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import { MAX_KEYS } from '../../src/keys/check-key-settings.ts'
import type { NewKey } from '../../src/keys/key-input.ts'
import { limitSubject } from '../../src/keys/limit-subject.ts'
import { KeyList } from '../../src/keys/list-keys.ts'
import { LocalLimiter } from '../../src/limits/local-limiter.ts'
import { SERVICE_TABLES } from '../../src/store/service-tables.ts'
import { AccountFixture } from '../support/account-fixture.ts'

const KEY: NewKey = { name: 'key', scopes: ['registry:read'] }
const DAY_MS = 86_400_000

async function works(service: AccountFixture, text: string): Promise<boolean> {
  return service.authenticator.authenticate(text).then(
    () => true,
    () => false,
  )
}

describe('keys of an account', () => {
  it('are never stored as secrets', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { text, key } = await service.keys.create(OPERATOR, id, KEY)
    const { text: rotated } = await service.keys.rotate(OPERATOR, id, key.id)
    const rows = await Promise.all(SERVICE_TABLES.names.map((table) => service.store.range(table, { limit: 1_000 })))
    const all = JSON.stringify(rows)
    for (const secret of [text, rotated]) {
      expect(all).not.toContain(secret)
      expect(all).not.toContain(secret.slice(14))
    }
    const shown = JSON.stringify(await service.keyList.list(OPERATOR, id))
    expect(shown).not.toContain('hash')
  })

  it('are rotated without an interval in which no secret works', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const first = await service.keys.create(OPERATOR, id, KEY)
    const second = await service.keys.rotate(OPERATOR, id, first.key.id)
    expect([await works(service, first.text), await works(service, second.text)]).toEqual([true, true])
    service.environment.time += DAY_MS - 1
    expect(await works(service, first.text)).toBe(true)
    service.environment.time += 1
    expect([await works(service, first.text), await works(service, second.text)]).toEqual([false, true])
  })

  it('are rotated again within an overlap, up to the maximum of old secrets, or at once without one', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { key, text } = await service.keys.create(OPERATOR, id, KEY)
    const texts = [text]
    for (let at = 0; at < 4; at++) texts.push((await service.keys.rotate(OPERATOR, id, key.id)).text)
    for (const one of texts) expect(await works(service, one)).toBe(true)
    await expect(service.keys.rotate(OPERATOR, id, key.id)).rejects.toMatchObject({ code: 'validation_failed' })
    const last = await service.keys.rotate(OPERATOR, id, key.id, { overlapSeconds: 0 })
    for (const one of texts) expect(await works(service, one)).toBe(false)
    expect(await works(service, last.text)).toBe(true)
    expect(await service.store.range('key_hashes', { limit: 10 })).toHaveLength(1)
  })

  it('never last longer because of an overlap', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const expiresAt = new Date(service.environment.time + 1_000).toISOString()
    const first = await service.keys.create(OPERATOR, id, { ...KEY, expiresAt })
    const second = await service.keys.rotate(OPERATOR, id, first.key.id, { overlapSeconds: 2_592_000 })
    expect((await service.keyList.get(OPERATOR, id, first.key.id)).overlapUntil).toBe(expiresAt)
    service.environment.time += 1_000
    expect([await works(service, first.text), await works(service, second.text)]).toEqual([false, false])
    // If the key expires after the overlap, the old secret still stops working at the end of the overlap.
    const third = await service.keys.create(OPERATOR, id, KEY)
    await service.keys.rotate(OPERATOR, id, third.key.id, { overlapSeconds: 10 })
    await service.keys.update(OPERATOR, id, third.key.id, {
      expiresAt: new Date(service.environment.time + DAY_MS).toISOString(),
    })
    await service.keys.rotate(OPERATOR, id, third.key.id, { overlapSeconds: 1_000 })
    service.environment.time += 10_000
    expect(await works(service, third.text)).toBe(false)
  })

  it('are revoked permanently', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { key } = await service.keys.create(OPERATOR, id, KEY)
    const revoked = await service.keys.revoke(OPERATOR, id, key.id)
    service.environment.time += 1_000
    expect(await service.keys.revoke(OPERATOR, id, key.id)).toEqual(revoked)
    await expect(service.keys.rotate(OPERATOR, id, key.id)).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(service.keys.update(OPERATOR, id, key.id, { name: 'x' })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await expect(service.keys.revoke(OPERATOR, id, 'none')).rejects.toMatchObject({ code: 'key_not_found' })
  })

  it(`are at most ${MAX_KEYS}, also for concurrent requests; revoked and expired keys do not count`, async () => {
    const service = new AccountFixture()
    const id = await service.account()
    for (let at = 0; at < MAX_KEYS - 2; at++) await service.keys.create(OPERATOR, id, KEY)
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => service.keys.create(OPERATOR, id, KEY)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const [first] = await service.keyList.list(OPERATOR, id)
    await service.keys.revoke(OPERATOR, id, first?.id ?? '')
    await service.keys.create(OPERATOR, id, KEY)
  })

  it('have their own limits only if the plan allows them', async () => {
    const service = new AccountFixture()
    const sustained = { requests: 100, perSeconds: 3_600 }
    const pro = await service.account('pro')
    for (const limit of [{ burstPerSecond: 1 }, { sustained }]) {
      const refused = { code: 'plan_feature_unavailable' }
      await expect(service.keys.create(OPERATOR, pro, { ...KEY, ...limit })).rejects.toMatchObject(refused)
      const { key } = await service.keys.create(OPERATOR, pro, KEY)
      await expect(service.keys.update(OPERATOR, pro, key.id, limit)).rejects.toMatchObject(refused)
    }
    const business = await service.account('business')
    const { text, key } = await service.keys.create(OPERATOR, business, { ...KEY, burstPerSecond: 5, sustained })
    const limiter = new LocalLimiter(service.environment)
    const subject = limitSubject(await service.authenticator.authenticate(text))
    expect(subject).toMatchObject({ accountBurst: 30, keyBurst: 5, keySustained: sustained })
    await limiter.take(subject)
    const list = new KeyList(service.book, limiter)
    expect((await list.get(OPERATOR, business, key.id)).limits).toMatchObject([
      { policy: 'key-burst', remaining: 4 },
      { policy: 'key-sustained', remaining: 99 },
    ])
    const free = await service.keys.update(OPERATOR, business, key.id, { burstPerSecond: null, sustained: null })
    expect([free.burstPerSecond, free.sustained]).toEqual([undefined, undefined])
    await expect(service.keys.update(OPERATOR, business, key.id, { burstPerSecond: 31 })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['registry:fly'] }, 'scopes.0'],
    ['a fractional limit', { burstPerSecond: 0.5 }, 'burstPerSecond'],
    ['an unknown field', { byOwner: true }, ''],
    ['an invalid expiry', { expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('are rejected with %s', async (_, change, path) => {
    const service = new AccountFixture()
    const id = await service.account()
    await expect(service.keys.create(OPERATOR, id, { ...KEY, ...change } as NewKey)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path }] },
    })
  })

  it('must not have an expiry in the past or an unknown assignee', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const other = await service.account()
    const { id: foreign } = await service.services.create(OPERATOR, other, 'theirs')
    for (const change of [
      { expiresAt: '2020-01-01T00:00:00Z' },
      { assignee: { kind: 'service', id: foreign } },
      { assignee: { kind: 'member', id: foreign } },
    ] as const) {
      await expect(service.keys.create(OPERATOR, id, { ...KEY, ...change })).rejects.toMatchObject({
        code: 'validation_failed',
      })
    }
  })
})
