import { describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import { ensureFirstAccount } from '../../src/accounts/first-account.ts'
import { listAudit, OPERATOR_AUDIT_LOG } from '../../src/audit/list-audit.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import type { ServiceStore } from '../../src/store/service-store.ts'
import { AccountFixture } from '../support/account-fixture.ts'
import { secondOpening } from '../support/second-opening.ts'
import { virtualEnvironment } from '../support/virtual-environment.ts'

describe('the audit log', () => {
  it('lists changes with authors, newest first, without secrets', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const admin = await service.signedIn(id, 'admin')
    const { key, text } = await service.keys.create(admin, id, { name: 'k', scopes: ['team:*', 'registry:*'] })
    const byKey = await service.authenticator.authenticate(text)
    await service.services.create(byKey, id, 'crawler')
    const { entries } = await listAudit(service.store, admin, id, { limit: 2 })
    expect(entries).toMatchObject([
      { action: 'service.created', keyId: key.id, details: { name: 'crawler' } },
      { action: 'key.created', memberId: admin.member?.id, target: key.id },
    ])
    const all = await listAudit(service.store, OPERATOR, id)
    expect(all.entries.map(({ action }) => action).reverse()).toEqual([
      'account.created',
      'member.invited',
      'member.joined',
      'session.opened',
      'key.created',
      'service.created',
    ])
    expect(JSON.stringify(all)).not.toContain(text)
  })

  it('is read by page and by time, within one account', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const other = await service.account()
    const start = service.environment.time
    for (let at = 0; at < 5; at++) {
      service.environment.time = start + (at + 1) * 1_000
      await service.services.create(OPERATOR, id, String(at))
      await service.services.create(OPERATOR, other, String(at))
    }
    const time = (seconds: number): string => new Date(start + seconds * 1_000).toISOString()
    const names = async (range: Parameters<typeof listAudit>[3]): Promise<unknown[]> => {
      const found: unknown[] = []
      let cursor: string | undefined
      do {
        const page = await listAudit(service.store, OPERATOR, id, {
          ...range,
          ...(cursor === undefined ? {} : { cursor }),
        })
        found.push(...page.entries.map(({ details }) => details?.name))
        cursor = page.next
      } while (cursor !== undefined)
      return found
    }
    expect(await names({ limit: 2, from: time(1) })).toEqual(['4', '3', '2', '1', '0'])
    expect(await names({ from: time(2), to: time(4) })).toEqual(['2', '1'])
    expect(await names({ from: time(2), to: time(4), limit: 1 })).toEqual(['2', '1'])
    await expect(listAudit(service.store, OPERATOR, id, { limit: 0 })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  it('is visible only with the required scope', async () => {
    const service = new AccountFixture()
    const id = await service.account()
    const viewer = await service.signedIn(id, 'viewer')
    await expect(listAudit(service.store, viewer, id)).rejects.toMatchObject({ code: 'insufficient_scope' })
    for (const other of [await service.account(), OPERATOR_AUDIT_LOG]) {
      await expect(listAudit(service.store, viewer, other)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('hides the operator in the log of another account, but not in the log of the operator', async () => {
    const service = new AccountFixture()
    const { text } = (await ensureFirstAccount(service.book, 'Us')) as { text: string }
    const us = await service.authenticator.authenticate(text)
    const { id } = await service.accounts.create(us, { name: 'Them', plan: 'free' })
    await service.accounts.update(us, id, { status: 'suspended' })
    const theirs = await listAudit(service.store, OPERATOR, id)
    expect(theirs.entries.map(({ action }) => action)).toEqual(['account.updated', 'account.created'])
    expect(JSON.stringify(theirs)).not.toContain(us.key?.id)
    const ours = await listAudit(service.store, us, us.account.id, { limit: 2 })
    expect(ours.entries).toMatchObject([
      { action: 'account.updated', target: id, keyId: us.key?.id },
      { action: 'account.created', target: id, keyId: us.key?.id },
    ])
  })

  it('contains an entry if and only if the change was stored', async () => {
    const store = new MemoryServiceStore()
    const id = await new AccountFixture(store).account()
    for (let failing = 0; failing < 6; failing++) {
      let left = failing
      const broken: ServiceStore = {
        ...secondOpening(store),
        write: async (writes) => {
          if (left-- === 0) throw new Error('The power went.')
          return store.write(writes)
        },
      }
      const service = new AccountFixture(broken, virtualEnvironment(Date.now(), String(failing)))
      for (let at = 0; at < 4; at++)
        await service.services.create(OPERATOR, id, `${failing} ${at}`).catch(() => undefined)
    }
    const made = (await new AccountFixture(store).services.list(OPERATOR, id)).map(({ name }) => name)
    const told = (await listAudit(store, OPERATOR, id)).entries
      .filter(({ action }) => action === 'service.created')
      .map(({ details }) => details?.name)
    expect(told.sort()).toEqual(made.sort())
    expect(made.length).toBeGreaterThan(10)
  })
})
