import { CodedError } from '@utpid/core/codes'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Actor, type Caller, OPERATOR } from '../../src/access/actor.ts'
import {
  includesPermissions,
  keyPermissions,
  memberPermissions,
  NO_PERMISSIONS,
  type Permissions,
  rolePermissions,
} from '../../src/access/permissions.ts'
import { ROLE_NAMES, ROLES, type Role } from '../../src/model/role.ts'
import { SCOPE_NAMES, type ScopePattern } from '../../src/model/scope.ts'
import { AccountFixture } from '../support/account-fixture.ts'

const REFUSED = { code: 'insufficient_scope' }

/** Creates an account with a member of each role and a second owner, who are all signed in. */
async function team(): Promise<{ service: AccountFixture; id: string; people: Record<Role, Caller> }> {
  const service = new AccountFixture()
  const id = await service.account()
  const people = {} as Record<Role, Caller>
  for (const role of ROLE_NAMES) people[role] = await service.signedIn(id, role)
  await service.member(id, 'owner')
  return { service, id, people }
}

describe('permissions never grow', () => {
  it.each(ROLE_NAMES)('a %s grants only roles whose scopes it has', async (role) => {
    const { service, id, people } = await team()
    const actor = people[role]
    for (const given of ROLE_NAMES) {
      const isAllowed = ['owner', 'admin'].includes(role) && (given !== 'owner' || role === 'owner')
      const email = `${given}@example.com`
      const invited = service.members.invite(actor, id, { name: given, email, role: given })
      const changed = (): Promise<unknown> => {
        const target = people[given === 'viewer' ? 'analyst' : 'viewer'].member?.id ?? ''
        return service.members.update(actor, id, target, { role: given })
      }
      if (isAllowed) await invited
      else await expect(invited).rejects.toMatchObject(REFUSED)
      if (isAllowed) await changed()
      else await expect(changed()).rejects.toMatchObject(REFUSED)
    }
  })

  it('only owners change, disable, remove or become owners', async () => {
    const { service, id, people } = await team()
    const owner = people.owner.member?.id ?? ''
    const attempts = (actor: Actor): Promise<unknown>[] => [
      service.members.update(actor, id, owner, { role: 'viewer' }),
      service.members.update(actor, id, owner, { status: 'disabled' }),
      service.members.update(actor, id, owner, { name: 'x' }),
      service.members.remove(actor, id, owner),
      service.members.newLink(actor, id, owner),
      service.members.update(actor, id, people.admin.member?.id ?? '', { role: 'owner' }),
      service.keys.create(actor, id, {
        name: 'k',
        scopes: ['registry:read', 'admin:accounts'],
        assignee: { kind: 'member', id: owner },
      }),
    ]
    for (const attempt of attempts(people.admin)) await expect(attempt).rejects.toMatchObject(REFUSED)
    // Operator scopes grant nothing in other accounts.
    const made = await service.keys.create(people.admin, id, { name: 'k', scopes: ['*'] })
    expect((await service.authenticator.authenticate(made.text)).scopes).not.toContain('admin:accounts')
    await service.members.update(people.owner, id, people.admin.member?.id ?? '', { role: 'owner' })
  })

  it('a key created by an admin never has owner permissions, with any assignee', async () => {
    const { service, id, people } = await team()
    const assignee = { kind: 'member', id: people.owner.member?.id ?? '' } as const
    const { text } = await service.keys.create(people.admin, id, { name: 'k', scopes: ['*'], assignee })
    const key = await service.authenticator.authenticate(text)
    await expect(
      service.members.invite(key, id, { name: 'x', email: 'x@example.com', role: 'owner' }),
    ).rejects.toMatchObject(REFUSED)
    // An admin may also not rotate a key that an owner created.
    const owners = await service.keys.create(people.owner, id, {
      name: 'k',
      scopes: ['*'],
      assignee,
    })
    await expect(service.keys.rotate(people.admin, id, owners.key.id)).rejects.toMatchObject(REFUSED)
    await expect(service.keys.update(people.admin, id, owners.key.id, { assignee: null })).rejects.toMatchObject(
      REFUSED,
    )
    const own = await service.authenticator.authenticate(owners.text)
    await service.members.invite(own, id, { name: 'y', email: 'y@example.com', role: 'owner' })
  })

  it('a key does not create, change or rotate a key with more permissions than its own', async () => {
    const { service, id } = await team()
    const wide = await service.keys.create(OPERATOR, id, { name: 'wide', scopes: ['registry:*', 'keys:*'] })
    const narrow = await service.keys.create(OPERATOR, id, { name: 'narrow', scopes: ['registry:read', 'keys:write'] })
    const actor = await service.authenticator.authenticate(narrow.text)
    const { keys } = service
    for (const attempt of [
      keys.create(actor, id, { name: 'k', scopes: ['registry:*'] }),
      keys.create(actor, id, { name: 'k', scopes: ['*'] }),
      keys.create(actor, id, { name: 'k', scopes: ['registry:match'] }),
      keys.update(actor, id, narrow.key.id, { scopes: ['registry:*'] }),
      keys.update(actor, id, wide.key.id, { expiresAt: null }),
      keys.rotate(actor, id, wide.key.id, { overlapSeconds: 0 }),
    ]) {
      await expect(attempt).rejects.toMatchObject(REFUSED)
    }
    await keys.create(actor, id, { name: 'k', scopes: ['registry:read'] })
    await keys.rotate(actor, id, narrow.key.id)
    // The actor may revoke a key, since this grants no permission.
    await keys.revoke(actor, id, wide.key.id)
  })

  it('a key with keys:write alone creates no key with another scope, not even an operator scope', async () => {
    for (const operator of [true, false]) {
      const service = new AccountFixture()
      const id = await service.account('business', { operator })
      const { text } = await service.keys.create(OPERATOR, id, { name: 'narrow', scopes: ['keys:write'] })
      const actor = await service.authenticator.authenticate(text)
      const { key } = await service.keys.create(actor, id, { name: 'k', scopes: ['keys:write'] })
      const patterns: ScopePattern[] = ['*', ...SCOPE_NAMES.map((scope) => `${scope.split(':')[0]}:*` as ScopePattern)]
      for (const scope of [...SCOPE_NAMES.filter((each) => each !== 'keys:write'), ...new Set(patterns)]) {
        const scopes: ScopePattern[] = ['keys:write', scope]
        await expect(service.keys.create(actor, id, { name: 'k', scopes }), scope).rejects.toMatchObject(REFUSED)
        await expect(service.keys.update(actor, id, key.id, { scopes }), scope).rejects.toMatchObject(REFUSED)
      }
    }
  })

  it('a key with suppliers or an expiry creates no key with more, and grants no role that writes', async () => {
    const { service, id } = await team()
    const expiresAt = new Date(service.environment.time + 1_000_000).toISOString()
    const scopes: ScopePattern[] = ['registry:*', 'keys:*', 'team:*', 'usage:*', 'logs:*', 'webhooks:*']
    const { text } = await service.keys.create(OPERATOR, id, { name: 'k', scopes, suppliers: ['a', 'b'], expiresAt })
    const actor = await service.authenticator.authenticate(text)
    const key = { name: 'k', scopes: ['registry:write'], suppliers: ['a'], expiresAt } as const
    const { suppliers: _, ...ofAll } = key
    const { expiresAt: __, ...forEver } = key
    await service.keys.create(actor, id, key)
    for (const wider of [
      ofAll,
      { ...key, suppliers: ['a', 'c'] },
      forEver,
      { ...key, expiresAt: '2099-01-01T00:00:00Z' },
    ]) {
      await expect(service.keys.create(actor, id, wider)).rejects.toMatchObject(REFUSED)
    }
    const person = { name: 'x', email: 'x@example.com' }
    await expect(service.members.invite(actor, id, { ...person, role: 'reviewer' })).rejects.toMatchObject(REFUSED)
    // The new member would not expire with the actor's key.
    await expect(service.members.invite(actor, id, { ...person, role: 'analyst' })).rejects.toMatchObject(REFUSED)
    await service.keys.update(OPERATOR, id, actor.key?.id ?? '', { expiresAt: null })
    await service.members.invite(actor, id, { ...person, role: 'analyst' })
  })

  it('an actor with only keys:own sees and changes no other keys', async () => {
    const { service, id, people } = await team()
    const { developer } = people
    const own = await service.keys.create(developer, id, { name: 'mine', scopes: ['registry:read'] })
    expect(own.key.assignee).toEqual({ kind: 'member', id: developer.member?.id })
    const other = await service.keys.create(people.admin, id, { name: 'theirs', scopes: ['registry:read'] })
    expect((await service.keyList.list(developer, id)).map(({ name }) => name)).toEqual(['mine'])
    for (const attempt of [
      service.keyList.get(developer, id, other.key.id),
      service.keys.revoke(developer, id, other.key.id),
      service.keys.rotate(developer, id, other.key.id),
      service.keys.update(developer, id, other.key.id, { name: 'x' }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'key_not_found' })
    }
    const assignee = { kind: 'member', id: people.admin.member?.id ?? '' } as const
    for (const attempt of [
      service.keys.create(developer, id, { name: 'x', scopes: ['registry:read'], assignee }),
      service.keys.update(developer, id, own.key.id, { assignee }),
      service.keys.update(developer, id, own.key.id, { assignee: null }),
      service.keys.update(developer, id, own.key.id, { burstPerSecond: null }),
      service.keys.create(developer, id, { name: 'x', scopes: ['registry:merge'] }),
      service.keyList.list(people.viewer, id),
    ]) {
      await expect(attempt).rejects.toMatchObject(REFUSED)
    }
    await service.keys.rotate(developer, id, own.key.id)
    await service.keys.revoke(developer, id, own.key.id)
  })

  it('permissions that were removed during a request no longer count', async () => {
    const { service, id, people } = await team()
    const { admin } = people
    const { text } = await service.keys.create(admin, id, { name: 'k', scopes: ['*'] })
    const key = await service.authenticator.authenticate(text)
    await service.members.update(people.owner, id, admin.member?.id ?? '', { role: 'viewer' })
    await service.keys.revoke(people.owner, id, key.key?.id ?? '')
    for (const stale of [admin, key]) {
      await expect(service.keys.create(stale, id, { name: 'x', scopes: ['registry:read'] })).rejects.toMatchObject(
        REFUSED,
      )
    }
  })

  it('another account looks like a missing account', async () => {
    const { service, people } = await team()
    const other = await service.account()
    const { key } = await service.keys.create(OPERATOR, other, { name: 'k', scopes: ['*'] })
    const { owner } = people
    for (const attempt of [
      service.keyList.list(owner, other),
      service.keys.revoke(owner, other, key.id),
      service.members.list(owner, other),
      service.services.create(owner, other, 'x'),
      service.accounts.get(owner, other),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    }
    for (const attempt of [
      service.accounts.update(owner, other, { name: 'x' }),
      service.accounts.update(owner, owner.account.id, { plan: 'enterprise' }),
      service.accounts.create(owner, { name: 'x', plan: 'free' }),
      service.accounts.list(owner),
      service.plans.put(owner, { id: 'own', name: 'Own', batchSize: 1, keyLimits: true }),
    ]) {
      await expect(attempt).rejects.toMatchObject(REFUSED)
    }
  })

  it('no sequence of attempts gives an outsider more permissions than the accounts taken over', async () => {
    const roles = fc.constantFrom(...ROLE_NAMES)
    const scopes = fc.oneof(
      fc.uniqueArray(fc.constantFrom<ScopePattern>(...SCOPE_NAMES, '*', 'registry:*', 'keys:*', 'team:*'), {
        minLength: 1,
        maxLength: 6,
      }),
      roles.map((role) => ROLES[role]),
    )
    const attempt = fc.record({
      act: fc.constantFrom('invite', 'role', 'link', 'create', 'assign', 'scopes', 'rotate', 'rotate'),
      by: fc.nat(),
      at: fc.nat(),
      role: roles,
      scopes,
      suppliers: fc.option(fc.uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 }), { nil: undefined }),
      isAssigned: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(roles, scopes, fc.array(attempt, { maxLength: 25 }), async (role, keyScopes, attempts) => {
        const { service, id, people } = await team()
        const known = await service.keys.create(OPERATOR, id, { name: 'known', scopes: keyScopes })
        await service.keys.create(people.owner, id, {
          name: 'owner',
          scopes: ['*'],
          assignee: { kind: 'member', id: people.owner.member?.id ?? '' },
        })
        // The attacker controls one member and one API key. Each is a separate actor.
        const actors: Actor[] = [people[role], await service.authenticator.authenticate(known.text)]
        const account = people.owner.account
        const seeds = [rolePermissions(account, role), keyPermissions(account, known.key, undefined)]
        const isWithin = (power: Permissions): boolean =>
          seeds.some((seed) => includesPermissions(seed, power)) || includesPermissions(joined(seeds), power)
        for (const { act, by, at, role: given, scopes: wanted, suppliers, isAssigned } of attempts) {
          const actor = actors[by % actors.length] as Actor
          const members = await service.members.list(OPERATOR, id)
          const keys = await service.keyList.list(OPERATOR, id)
          const member = members[at % members.length]?.id ?? ''
          const key = keys[at % keys.length]?.id ?? ''
          const assignee = { kind: 'member', id: member } as const
          const narrowed = suppliers === undefined ? {} : { suppliers }
          try {
            if (act === 'invite') {
              const { text } = await service.members.invite(actor, id, {
                name: 'x',
                email: `${at}@example.com`,
                role: given,
              })
              const joinedMember = await service.members.acceptInvitation(text, 'a password of theirs')
              expect(isWithin(rolePermissions(account, joinedMember.role))).toBe(true)
            }
            if (act === 'link') {
              const { member: linked } = await service.members.newLink(actor, id, member)
              expect(isWithin(rolePermissions(account, linked.role))).toBe(true)
            }
            if (act === 'role') await service.members.update(actor, id, member, { role: given })
            if (act === 'assign') await service.keys.update(actor, id, key, { assignee: isAssigned ? assignee : null })
            if (act === 'scopes')
              await service.keys.update(actor, id, key, { scopes: wanted, suppliers: suppliers ?? null })
            if (act === 'create' || act === 'rotate') {
              const whose = isAssigned ? { assignee } : {}
              const made =
                act === 'create'
                  ? await service.keys.create(actor, id, { name: 'x', scopes: wanted, ...narrowed, ...whose })
                  : await service.keys.rotate(actor, id, key)
              actors.push(await service.authenticator.authenticate(made.text))
            }
          } catch (error) {
            if (!(error instanceof CodedError)) throw error
          }
          // After any sequence of actions, no actor has more permissions than at the start.
          const now = await Promise.all(actors.map((one) => heldNow(service, id, one)))
          for (const power of now) expect(isWithin(power)).toBe(true)
        }
      }),
      runs(40),
    )
  })
})

function joined(powers: readonly Permissions[]): Permissions {
  return {
    scopes: SCOPE_NAMES.filter((scope) => powers.some(({ scopes }) => scopes.includes(scope))),
    isOwner: powers.some(({ isOwner }) => isOwner),
  }
}

async function heldNow(service: AccountFixture, id: string, actor: Actor): Promise<Permissions> {
  if (actor === OPERATOR) throw new Error('Nobody becomes the operator.')
  return service.book.change(id, OPERATOR, async (step) => {
    const key = actor.key === undefined ? undefined : await step.key(actor.key.id)
    const memberId = key === undefined ? actor.member?.id : key.assignee?.id
    const member = memberId === undefined ? undefined : await step.member(memberId)
    if (actor.key !== undefined) return key === undefined ? NO_PERMISSIONS : keyPermissions(step.account, key, member)
    return member === undefined ? NO_PERMISSIONS : memberPermissions(step.account, member)
  })
}
