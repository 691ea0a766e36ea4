import { describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import { INVITATION_MS } from '../../src/accounts/members.ts'
import { hashPassword, isPassword, PASSWORD_COSTS } from '../../src/authentication/password.ts'
import { SESSION_MS } from '../../src/authentication/sessions.ts'
import { SERVICE_TABLES } from '../../src/store/service-tables.ts'
import { AccountFixture, CHEAP, PASSWORD } from '../support/account-fixture.ts'

const ANNA = { name: 'Anna', email: 'anna@example.org', role: 'admin' } as const
const BAD = { code: 'invalid_credentials' }

describe('members', () => {
  it('set a password with a link, once, before it expires', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { text, member } = await service.members.invite(OPERATOR, id, { ...ANNA, email: ' Anna@Example.org ' })
    expect(member).toMatchObject({ email: 'anna@example.org', status: 'invited' })
    await expect(service.members.acceptInvitation(text, 'short')).rejects.toMatchObject({ code: 'validation_failed' })
    await expect(service.members.acceptInvitation(`${text}x`, PASSWORD)).rejects.toMatchObject(BAD)
    expect(await service.members.acceptInvitation(text, PASSWORD)).toMatchObject({ status: 'active' })
    await expect(service.members.acceptInvitation(text, PASSWORD)).rejects.toMatchObject(BAD)
    const late = await service.members.invite(OPERATOR, id, { ...ANNA, email: 'b@example.org' })
    service.environment.time += INVITATION_MS
    await expect(service.members.acceptInvitation(late.text, PASSWORD)).rejects.toMatchObject(BAD)
    const again = await service.members.newLink(OPERATOR, id, late.member.id)
    await service.members.acceptInvitation(again.text, PASSWORD)
  })

  it('have one valid link: the newest link, and none if they are disabled', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const first = await service.members.invite(OPERATOR, id, ANNA)
    const second = await service.members.newLink(OPERATOR, id, first.member.id)
    await expect(service.members.acceptInvitation(first.text, PASSWORD)).rejects.toMatchObject(BAD)
    await service.members.update(OPERATOR, id, first.member.id, { status: 'disabled' })
    await expect(service.members.acceptInvitation(second.text, PASSWORD)).rejects.toMatchObject(BAD)
    expect(await service.store.range('invitations', { limit: 10 })).toEqual([])
  })

  it('lose a link from before a promotion, and keep it in other changes', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const owner = await service.signedIn(id, 'owner')
    const [first, second, third] = [
      await service.member(id, 'viewer'),
      await service.member(id, 'viewer'),
      await service.member(id, 'admin'),
    ]
    const links = [first, second, third].map(async (member) => (await service.members.newLink(owner, id, member)).text)
    const [promoted, renamed, given] = (await Promise.all(links)) as [string, string, string]
    await service.members.update(owner, id, first, { role: 'owner' })
    await service.members.update(owner, id, second, { name: 'Ben' })
    await service.members.transferOwnership(owner, third)
    await expect(service.members.acceptInvitation(promoted, PASSWORD)).rejects.toMatchObject(BAD)
    await expect(service.members.acceptInvitation(given, PASSWORD)).rejects.toMatchObject(BAD)
    expect(await service.members.acceptInvitation(renamed, PASSWORD)).toMatchObject({ role: 'viewer' })
  })

  it('lose the owner permissions of their keys with the ownership', async () => {
    for (const how of ['transfer', 'update', 'remove'] as const) {
      const service = new AccountFixture()
      const id = await service.account()
      const owner = await service.signedIn(id, 'owner')
      const other = await service.member(id, 'owner')
      const memberId = owner.member?.id ?? ''
      const made = await service.keys.create(owner, id, { name: 'Key', scopes: ['*'] })
      await service.keys.update(owner, id, made.key.id, { assignee: null })
      const child = await service.keys.create(await service.authenticator.authenticate(made.text), id, {
        name: 'Child',
        scopes: ['*'],
      })
      if (how === 'transfer') await service.members.transferOwnership(owner, other)
      if (how === 'update') await service.members.update(OPERATOR, id, memberId, { role: 'admin' })
      if (how === 'remove') await service.members.remove(OPERATOR, id, memberId)
      for (const { text } of [made, child]) {
        const byKey = await service.authenticator.authenticate(text)
        await expect(service.members.update(byKey, id, other, { name: 'Eve' })).rejects.toMatchObject({
          code: 'insufficient_scope',
        })
      }
    }
  })

  it('are unique by e-mail address within an account, even for concurrent invitations', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const invited = await Promise.allSettled([1, 2, 3].map(() => service.members.invite(OPERATOR, id, ANNA)))
    expect(invited.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await service.members.invite(OPERATOR, await service.account(), ANNA)
  })

  it('always include an active owner, who is neither removed, demoted nor disabled, even concurrently', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const owner = await service.member(id, 'owner')
    await service.members.invite(OPERATOR, id, { ...ANNA, role: 'owner' })
    const last = { code: 'validation_failed', message: expect.stringContaining('last active owner') }
    await expect(service.members.remove(OPERATOR, id, owner)).rejects.toMatchObject(last)
    await expect(service.members.update(OPERATOR, id, owner, { role: 'admin' })).rejects.toMatchObject(last)
    await expect(service.members.update(OPERATOR, id, owner, { status: 'disabled' })).rejects.toMatchObject(last)
    await service.members.update(OPERATOR, id, owner, { name: 'Still here' })
    const other = await service.member(id, 'owner')
    const gone = await Promise.allSettled([
      service.members.remove(OPERATOR, id, owner),
      service.members.update(OPERATOR, id, other, { role: 'viewer' }),
    ])
    expect(gone.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('lose their assigned keys when they are removed, as services do', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    await service.member(id, 'owner')
    const member = await service.member(id, 'developer')
    const { id: program } = await service.services.create(OPERATOR, id, 'crawler')
    await expect(service.services.create(OPERATOR, id, 'crawler')).rejects.toMatchObject({ code: 'already_exists' })
    const keys = await Promise.all(
      [{ kind: 'member', id: member } as const, { kind: 'service', id: program } as const].map((assignee) =>
        service.keys.create(OPERATOR, id, { name: 'k', scopes: ['registry:read'], assignee }),
      ),
    )
    const free = await service.keys.create(OPERATOR, id, { name: 'k', scopes: ['registry:read'] })
    for (const { text } of keys) await service.authenticator.authenticate(text)
    await service.members.remove(OPERATOR, id, member)
    await service.services.remove(OPERATOR, id, program)
    for (const { text } of keys) {
      await expect(service.authenticator.authenticate(text)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
    await service.authenticator.authenticate(free.text)
    expect(await service.services.list(OPERATOR, id)).toEqual([])
  })

  it('are shown without password, link or hash, and none of these is stored as text', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { text } = await service.members.invite(OPERATOR, id, ANNA)
    expect(JSON.stringify(await service.members.list(OPERATOR, id))).not.toMatch(/password|invitation|sessions/)
    await service.members.acceptInvitation(text, PASSWORD)
    const session = await service.sessions.signIn(ANNA.email, PASSWORD)
    const rows = await Promise.all(SERVICE_TABLES.names.map((table) => service.store.range(table, { limit: 1_000 })))
    for (const secret of [text, PASSWORD, session.text]) expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('sessions', () => {
  it('start only with the right password, and end at their expiry or at sign-out', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { text } = await service.members.invite(OPERATOR, id, ANNA)
    await expect(service.sessions.signIn(ANNA.email, PASSWORD)).rejects.toMatchObject(BAD)
    await service.members.acceptInvitation(text, PASSWORD)
    for (const [email, password] of [
      [ANNA.email, 'wrong password'],
      ['nobody@example.org', PASSWORD],
      [ANNA.email, 'x'.repeat(100_000)],
    ] as const) {
      await expect(service.sessions.signIn(email, password)).rejects.toMatchObject(BAD)
    }
    const one = await service.sessions.signIn('ANNA@example.org', PASSWORD)
    const other = await service.sessions.signIn(ANNA.email, PASSWORD, id)
    expect(await service.sessions.authenticate(one.text)).toMatchObject({ account: { id }, member: { name: 'Anna' } })
    await service.sessions.signOut(one.text)
    await expect(service.sessions.authenticate(one.text)).rejects.toMatchObject(BAD)
    await service.sessions.authenticate(other.text)
    service.environment.time += SESSION_MS
    await expect(service.sessions.authenticate(other.text)).rejects.toMatchObject(BAD)
    expect(await service.sessions.deleteExpired()).toBe(1)
    expect(await service.store.range('sessions', { limit: 10 })).toEqual([])
  })

  it('end when their member is disabled, do not come back, and follow the current role', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    await service.member(id, 'owner')
    const { text, member } = await service.members.invite(OPERATOR, id, ANNA)
    await service.members.acceptInvitation(text, PASSWORD)
    const session = await service.sessions.signIn(ANNA.email, PASSWORD)
    await service.members.update(OPERATOR, id, member.id, { role: 'viewer' })
    expect((await service.sessions.authenticate(session.text)).scopes).toEqual(['registry:read', 'usage:read'])
    await service.members.update(OPERATOR, id, member.id, { status: 'disabled' })
    await expect(service.sessions.authenticate(session.text)).rejects.toMatchObject(BAD)
    await expect(service.sessions.signIn(ANNA.email, PASSWORD)).rejects.toMatchObject(BAD)
    await service.members.update(OPERATOR, id, member.id, { status: 'active' })
    await expect(service.sessions.authenticate(session.text)).rejects.toMatchObject(BAD)
    expect(await service.sessions.deleteExpired()).toBe(1)
    const next = await service.sessions.signIn(ANNA.email, PASSWORD)
    const { text: link } = await service.members.newLink(OPERATOR, id, member.id)
    await service.members.acceptInvitation(link, 'another password')
    await expect(service.sessions.authenticate(next.text)).rejects.toMatchObject(BAD)
    await expect(service.sessions.signIn(ANNA.email, PASSWORD)).rejects.toMatchObject(BAD)
  })

  it('opened with a key end with the key or its secret', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const { text, key } = await service.keys.create(OPERATOR, id, { name: 'k', scopes: ['usage:read'] })
    const session = await service.sessions.signInByKey(text)
    expect((await service.sessions.authenticate(session.text)).scopes).toEqual(['usage:read'])
    await service.keys.rotate(OPERATOR, id, key.id, { overlapSeconds: 60 })
    await service.sessions.authenticate(session.text)
    service.environment.time += 60_000
    await expect(service.sessions.authenticate(session.text)).rejects.toMatchObject(BAD)
  })

  it('open the account whose password matches if several accounts have the e-mail address', async () => {
    const service = new AccountFixture()
    const ids = [await service.account(), await service.account()]
    for (const [at, id] of ids.entries()) {
      const { text } = await service.members.invite(OPERATOR, id, ANNA)
      await service.members.acceptInvitation(text, `${PASSWORD} ${at}`)
    }
    for (const [at, id] of ids.entries()) {
      expect((await service.sessions.signIn(ANNA.email, `${PASSWORD} ${at}`)).caller.account.id).toBe(id)
    }
    await expect(service.sessions.signIn(ANNA.email, `${PASSWORD} 0`, ids[1])).rejects.toMatchObject(BAD)
  })
})

describe('passwords', () => {
  it('are hashed with stored costs, and salted', async () => {
    const one = await hashPassword(PASSWORD)
    expect(one).toMatch(/^scrypt\$15\$8\$3\$/)
    expect(await isPassword(PASSWORD, one)).toBe(true)
    const cheap = await hashPassword(PASSWORD, CHEAP.passwordCosts)
    expect(await isPassword(PASSWORD, cheap)).toBe(true)
    expect(await isPassword('another', cheap)).toBe(false)
    expect(await hashPassword(PASSWORD, CHEAP.passwordCosts)).not.toBe(cheap)
    expect(await isPassword(PASSWORD, 'md5$1')).toBe(false)
    expect(PASSWORD_COSTS.logCost).toBe(15)
  })

  it('are equal in every Unicode encoding', async () => {
    const stored = await hashPassword('Zu\u0308rich im Regen', CHEAP.passwordCosts)
    expect(await isPassword('Z\u00fcrich im Regen', stored)).toBe(true)
  })
})
