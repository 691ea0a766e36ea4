import { rowKey } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import { KeyRefusal } from '../../src/authentication/authenticator.ts'
import { makeKeyText } from '../../src/authentication/key-text.ts'
import { USE_WRITE_INTERVAL_MS } from '../../src/authentication/key-uses.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../src/store/service-store.ts'
import { AccountFixture } from '../support/account-fixture.ts'
import { countedStore } from '../support/counted-store.ts'
import { secondOpening } from '../support/second-opening.ts'

const SCOPES = { name: 'key', scopes: ['registry:*'] } as const

async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string; reason?: string }> {
  try {
    await work
  } catch (error) {
    const { code, message, cause } = error as { code: string; message: string; cause?: unknown }
    return cause instanceof KeyRefusal ? { code, message, reason: cause.reason } : { code, message }
  }
  throw new Error('It was not refused.')
}

describe('the caller of a key', () => {
  it('has its account, its plan and its permissions', async () => {
    const service = new AccountFixture()
    const id = await service.account('pro')
    const { text, key } = await service.keys.create(OPERATOR, id, { name: 'reader', scopes: ['registry:read'] })
    const caller = await service.authenticator.authenticate(text)
    expect(caller).toMatchObject({
      account: { id },
      plan: { id: 'pro' },
      key: { id: key.id },
      scopes: ['registry:read'],
    })
  })

  it('gets the same error for every invalid key, while the log has the reason', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const made = (): ReturnType<typeof service.keys.create> => service.keys.create(OPERATOR, id, SCOPES)
    const revoked = await made()
    await service.keys.revoke(OPERATOR, id, revoked.key.id)
    const expiresAt = new Date(service.environment.time + 5_000).toISOString()
    const expired = await service.keys.create(OPERATOR, id, { ...SCOPES, expiresAt })
    const rotated = await made()
    await service.keys.rotate(OPERATOR, id, rotated.key.id, { overlapSeconds: 0 })
    service.environment.time += 5_000
    const unknown = makeKeyText('live', service.environment.random)
    const texts = ['junk', unknown, unknown, revoked.text, expired.text]
    const answers = await Promise.all(texts.map((text) => refusal(service.authenticator.authenticate(text))))
    expect(new Set(answers.map(({ code, message }) => `${code} ${message}`)).size).toBe(1)
    expect(answers.map(({ reason }) => reason)).toEqual(['malformed', 'unknown', 'unknown', 'revoked', 'expired'])
    // The hash of the old secret is no longer stored.
    expect(await refusal(service.authenticator.authenticate(rotated.text))).toMatchObject({ reason: 'unknown' })
  })

  it('of a suspended account gets that error only with a valid key', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { text } = await service.keys.create(OPERATOR, id, SCOPES)
    await service.authenticator.authenticate(text)
    await service.accounts.update(OPERATOR, id, { status: 'suspended' })
    expect((await refusal(service.authenticator.authenticate(text))).code).toBe('account_suspended')
    await service.accounts.update(OPERATOR, id, { status: 'active' })
    await service.authenticator.authenticate(text)
  })

  it('is rejected at once in the process that revoked the key, and elsewhere after a notification', async () => {
    const store = new MemoryServiceStore()
    const here = new AccountFixture(store)
    const there = new AccountFixture(secondOpening(store, { isDeaf: false }), here.environment)
    const id = await here.account()
    const { text, key } = await here.keys.create(OPERATOR, id, SCOPES)
    await Promise.all([here, there].map(({ authenticator }) => authenticator.authenticate(text)))
    await here.keys.revoke(OPERATOR, id, key.id)
    for (const { authenticator } of [here, there]) {
      expect((await refusal(authenticator.authenticate(text))).code).toBe('invalid_api_key')
    }
  })

  it('is rejected within a second without a notification', async () => {
    const store = new MemoryServiceStore()
    const here = new AccountFixture(store)
    const there = new AccountFixture(secondOpening(store), here.environment)
    const id = await here.account()
    const { text, key } = await here.keys.create(OPERATOR, id, SCOPES)
    await there.authenticator.authenticate(text)
    await here.keys.revoke(OPERATOR, id, key.id)
    here.environment.time += 999
    await there.authenticator.authenticate(text)
    here.environment.time += 1
    expect((await refusal(there.authenticator.authenticate(text))).code).toBe('invalid_api_key')
  })

  it.each([false, true])('is not cached from a read during the revocation (known before: %s)', async (isKnown) => {
    const store = new MemoryServiceStore()
    let wait: Promise<void> | undefined
    const slow: ServiceStore = {
      ...secondOpening(store, { isDeaf: false }),
      read: async (table, keys) => {
        const rows = await store.read(table, keys)
        if (table === 'api_keys' || table === 'accounts') await wait
        return rows
      },
    }
    const here = new AccountFixture(store)
    const there = new AccountFixture(slow, here.environment)
    const id = await here.account()
    const { text, key } = await here.keys.create(OPERATOR, id, SCOPES)
    if (isKnown) await there.authenticator.authenticate(text)
    here.environment.time += 2_000
    let go = (): void => undefined
    wait = new Promise((resolve) => {
      go = resolve
    })
    const early = there.authenticator.authenticate(text).catch(() => undefined)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    await here.keys.revoke(OPERATOR, id, key.id)
    wait = undefined
    const late = refusal(there.authenticator.authenticate(text))
    go()
    await early
    expect((await late).code).toBe('invalid_api_key')
    expect((await refusal(there.authenticator.authenticate(text))).code).toBe('invalid_api_key')
  })

  it('never has more permissions than the assigned member', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const memberId = await service.member(id, 'developer')
    await service.member(id, 'owner')
    const assignee = { kind: 'member', id: memberId } as const
    const { text } = await service.keys.create(OPERATOR, id, { name: 'all', scopes: ['*'], assignee })
    const scopes = async (): Promise<readonly string[]> => (await service.authenticator.authenticate(text)).scopes
    expect(await scopes()).toContain('registry:batch')
    expect(await scopes()).not.toContain('registry:merge')
    await service.members.update(OPERATOR, id, memberId, { role: 'viewer' })
    expect(await scopes()).toEqual(['registry:read', 'usage:read'])
    await service.members.update(OPERATOR, id, memberId, { status: 'disabled' })
    expect(await refusal(scopes())).toMatchObject({ code: 'invalid_api_key', reason: 'member' })
    await service.members.update(OPERATOR, id, memberId, { status: 'active', role: 'admin' })
    expect(await scopes()).toContain('registry:merge')
    await service.members.remove(OPERATOR, id, memberId)
    expect(await refusal(scopes())).toMatchObject({ code: 'invalid_api_key', reason: 'revoked' })
  })

  it('costs two reads of the store a second, for any number of requests', async () => {
    const counted = countedStore(new MemoryServiceStore())
    const service = new AccountFixture(counted)
    const id = await service.account()
    const { text } = await service.keys.create(OPERATOR, id, SCOPES)
    await service.authenticator.authenticate(text)
    await service.uses.flushed()
    counted.reads = 0
    for (let at = 0; at < 10_000; at++) {
      service.environment.time++
      await service.authenticator.authenticate(text)
    }
    expect(counted.reads).toBe(20)
    const unknown = makeKeyText('live', service.environment.random)
    counted.reads = 0
    for (let at = 0; at < 100; at++) await refusal(service.authenticator.authenticate(unknown))
    expect(counted.reads).toBe(1)
  })

  it('is recorded once a minute by all processes together', async () => {
    const store = new MemoryServiceStore()
    const here = new AccountFixture(store)
    const there = new AccountFixture(secondOpening(store), here.environment)
    const id = await here.account()
    const { text, key } = await here.keys.create(OPERATOR, id, SCOPES)
    const use = async (): Promise<string | undefined> => {
      for (const { authenticator, uses } of [here, there]) {
        await authenticator.authenticate(text)
        await uses.flushed()
      }
      return (await store.read('key_uses', [rowKey(id, key.id)]))[0]?.row.createdAt
    }
    const first = new Date(here.environment.time).toISOString()
    expect(await use()).toBe(first)
    here.environment.time += USE_WRITE_INTERVAL_MS - 1
    expect(await use()).toBe(first)
    here.environment.time += 1
    expect(await use()).toBe(new Date(here.environment.time).toISOString())
    expect((await here.keyList.get(OPERATOR, id, key.id)).lastUsedAt).toBe(await use())
  })
})
