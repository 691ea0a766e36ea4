import { describe, expect, it } from 'vitest'
import { type Caller, OPERATOR } from '../../src/access/actor.ts'
import type { NewKey } from '../../src/keys/key-input.ts'
import { limitSubject } from '../../src/keys/limit-subject.ts'
import { LocalLimiter } from '../../src/limits/local-limiter.ts'
import { AccountFixture } from '../support/account-fixture.ts'

const REFUSED = { code: 'insufficient_scope' }
const HOUR_MS = 3_600_000
const PERSON = { name: 'x', email: 'x@example.com', role: 'viewer' } as const

async function actorOf(key: Partial<NewKey>): Promise<{ service: AccountFixture; id: string; actor: Caller }> {
  const service = new AccountFixture()
  const id = await service.account()
  const { text } = await service.keys.create(OPERATOR, id, { name: 'bound', scopes: ['registry:read'], ...key })
  return { service, id, actor: await service.authenticator.authenticate(text) }
}

describe('a key with its own limits', () => {
  it('shares its limits with all keys that it creates, directly or indirectly', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { id: program } = await service.services.create(OPERATOR, id, 'Shop')
    const { text } = await service.keys.create(OPERATOR, id, {
      name: 'first',
      scopes: ['registry:read', 'keys:own'],
      burstPerSecond: 1,
      sustained: { requests: 3, perSeconds: 60 },
      assignee: { kind: 'service', id: program },
    })
    const limiter = new LocalLimiter(service.environment)
    let actor = await service.authenticator.authenticate(text)
    expect((await limiter.take(limitSubject(actor))).isAllowed).toBe(true)
    for (const name of ['second', 'third']) {
      const wanted = {
        name,
        scopes: ['registry:read', 'keys:own'],
        assignee: { kind: 'service', id: program },
      } as const
      const made = await service.keys.create(actor, id, wanted)
      expect(made.key).toMatchObject({ burstPerSecond: 1, sustained: { requests: 3, perSeconds: 60 } })
      actor = await service.authenticator.authenticate(made.text)
      expect((await limiter.take(limitSubject(actor))).isAllowed).toBe(false)
    }
  })

  it('raises no limits, gives an unlimited key neither a secret nor scopes, and invites no members', async () => {
    const limits = { burstPerSecond: 1, scopes: ['registry:read', 'keys:write', 'team:write'] } as const
    const { service, id, actor } = await actorOf(limits)
    const { keys, members } = service
    const free = await keys.create(OPERATOR, id, { name: 'free', scopes: ['keys:read'] })
    const other = await keys.create(OPERATOR, id, { name: 'other', ...limits })
    const ann = await members.invite(OPERATOR, id, { ...PERSON, email: 'ann@example.com' })
    for (const attempt of [
      keys.create(actor, id, { name: 'k', scopes: ['registry:read'], burstPerSecond: 30 }),
      keys.update(actor, id, actor.key?.id ?? '', { burstPerSecond: null }),
      keys.update(actor, id, other.key.id, { burstPerSecond: 30 }),
      keys.update(actor, id, free.key.id, { scopes: ['registry:read'] }),
      keys.rotate(actor, id, free.key.id),
      keys.rotate(actor, id, other.key.id),
      members.invite(actor, id, PERSON),
      members.newLink(actor, id, ann.member.id),
      members.update(actor, id, ann.member.id, { role: 'analyst' }),
    ]) {
      await expect(attempt).rejects.toMatchObject(REFUSED)
    }
    await keys.rotate(actor, id, actor.key?.id ?? '')
    await keys.update(actor, id, free.key.id, { name: 'renamed' })
  })

  it('gets changed limits from other actors, for all keys that share them', async () => {
    const { service, id, actor } = await actorOf({ burstPerSecond: 1, scopes: ['registry:read', 'keys:write'] })
    const made = await service.keys.create(actor, id, { name: 'k', scopes: ['registry:read'] })
    await service.keys.update(OPERATOR, id, actor.key?.id ?? '', { burstPerSecond: 5 })
    const child = await service.authenticator.authenticate(made.text)
    expect(limitSubject(child)).toMatchObject({ keyId: actor.key?.id, keyBurst: 5 })
    await service.keys.update(OPERATOR, id, made.key.id, { burstPerSecond: 9 })
    expect(limitSubject(await service.authenticator.authenticate(made.text))).toMatchObject({
      keyId: made.key.id,
      keyBurst: 9,
    })
  })
})

describe('a key that expires', () => {
  it('grants nothing that lasts longer: no secrets, no scopes, no members', async () => {
    const expiresAt = new Date(Date.UTC(2026, 10, 22, 12) + HOUR_MS).toISOString()
    const { service, id, actor } = await actorOf({ expiresAt, scopes: ['registry:*', 'keys:write', 'team:write'] })
    const { keys, members } = service
    const lasting = await keys.create(OPERATOR, id, { name: 'lasting', scopes: ['registry:read'] })
    const ann = await members.invite(OPERATOR, id, { ...PERSON, email: 'ann@example.com' })
    for (const attempt of [
      keys.rotate(actor, id, lasting.key.id, { overlapSeconds: 0 }),
      keys.update(actor, id, lasting.key.id, { scopes: ['registry:*'] }),
      keys.create(actor, id, { name: 'k', scopes: ['registry:read'] }),
      members.invite(actor, id, PERSON),
      members.newLink(actor, id, ann.member.id),
      members.update(actor, id, ann.member.id, { role: 'reviewer' }),
    ]) {
      await expect(attempt).rejects.toMatchObject(REFUSED)
    }
    // The key may still make changes that grant no permissions or that remove permissions.
    await keys.rotate(actor, id, actor.key?.id ?? '')
    await keys.update(actor, id, lasting.key.id, { name: 'renamed' })
    await members.update(actor, id, ann.member.id, { status: 'disabled' })
    await keys.revoke(actor, id, lasting.key.id)
  })
})
