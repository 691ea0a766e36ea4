import { keyPrefix, rowKey } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/access/actor.ts'
import { ensureFirstAccount } from '../../src/accounts/first-account.ts'
import { ensurePlans } from '../../src/accounts/plans.ts'
import { SHIPPED_PLANS } from '../../src/model/plan.ts'
import { SCOPE_NAMES } from '../../src/model/scope.ts'
import type { Webhook } from '../../src/model/webhook.ts'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'
import { AccountFixture } from '../support/account-fixture.ts'
import { secondOpening } from '../support/second-opening.ts'

const SMALL = { id: 'small', name: 'Small', batchSize: 10, keys: 2, webhooks: 1, keyLimits: false }

async function putWebhook(
  service: AccountFixture,
  accountId: string,
  id: string,
  more: Partial<Webhook> = {},
): Promise<void> {
  const row: Webhook = {
    id,
    accountId,
    url: 'https://example.org',
    events: [],
    status: 'active',
    secrets: [],
    createdAt: `2026-11-22T00:00:0${id}.000Z`,
    ...more,
  }
  await service.store.write([{ table: 'webhooks', key: rowKey(accountId, id), row }])
}

const webhooks = async (service: AccountFixture, accountId: string): Promise<unknown[]> =>
  (await service.store.range('webhooks', { prefix: keyPrefix(accountId), limit: 10 })).map(
    ({ row }) => row.disabledBy ?? row.status,
  )

const states = async (service: AccountFixture, id: string): Promise<string[]> =>
  (await service.keyList.list(OPERATOR, id)).reverse().map(({ state }) => state)

describe('plans', () => {
  it('are written to an empty store, and unchanged in a store with plans', async () => {
    const service = new AccountFixture()
    await Promise.all([ensurePlans(service.store), ensurePlans(secondOpening(service.store))])
    expect((await service.plans.list()).map(({ id }) => id).sort()).toEqual(SHIPPED_PLANS.map(({ id }) => id).sort())
    await service.plans.put(OPERATOR, { ...(await service.plans.get('free')), callsPerMonth: 5 })
    await ensurePlans(service.store)
    expect((await service.plans.get('free')).callsPerMonth).toBe(5)
    await expect(service.plans.get('none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('disable the newest keys and webhooks if they are smaller, and enable them again if they are larger', async () => {
    const service = new AccountFixture()
    const id = await service.account('business')
    await service.plans.put(OPERATOR, SMALL)
    const made = []
    for (let at = 0; at < 4; at++) {
      made.push(await service.keys.create(OPERATOR, id, { name: 'k', scopes: ['registry:read'] }))
      service.environment.time++
    }
    await service.keys.revoke(OPERATOR, id, made[0]?.key.id ?? '')
    await putWebhook(service, id, '1', { status: 'disabled', disabledBy: 'failures' })
    for (const at of ['2', '3']) await putWebhook(service, id, at)
    await service.accounts.update(OPERATOR, id, { plan: 'small' })
    expect(await states(service, id)).toEqual(['revoked', 'active', 'active', 'disabled'])
    // A webhook that is disabled for a reason other than the plan does not count.
    expect(await webhooks(service, id)).toEqual(['failures', 'active', 'plan'])
    await expect(service.authenticator.authenticate(made[3]?.text ?? '')).rejects.toMatchObject({
      code: 'invalid_api_key',
    })
    await expect(service.keys.create(OPERATOR, id, { name: 'k', scopes: ['registry:read'] })).rejects.toMatchObject({
      code: 'plan_feature_unavailable',
    })
    await service.accounts.update(OPERATOR, id, { plan: 'business' })
    expect(await states(service, id)).toEqual(['revoked', 'active', 'active', 'active'])
    expect(await webhooks(service, id)).toEqual(['failures', 'active', 'active'])
    await service.authenticator.authenticate(made[3]?.text ?? '')
  })

  it('change for all their accounts, also after a crash in between', async () => {
    const service = new AccountFixture()
    await ensurePlans(service.store)
    await service.plans.put(OPERATOR, SMALL)
    const ids = [await service.account('small'), await service.account('small'), await service.account('pro')]
    for (const id of ids) {
      for (let at = 0; at < 2; at++) await service.keys.create(OPERATOR, id, { name: 'k', scopes: ['registry:read'] })
    }
    await service.plans.put(OPERATOR, { ...SMALL, keys: 1 })
    const all = async (): Promise<string[][]> => Promise.all(ids.map((id) => states(service, id)))
    expect(await all()).toEqual([
      ['active', 'disabled'],
      ['active', 'disabled'],
      ['active', 'active'],
    ])
    // Create the state after a crash between the two writes of a plan change.
    await service.store.write([{ table: 'plans', key: rowKey('small'), row: SMALL }])
    await service.plans.applyPlans()
    expect(await all()).toEqual([
      ['active', 'active'],
      ['active', 'active'],
      ['active', 'active'],
    ])
  })

  it('apply at once in this process, and within a second in other processes', async () => {
    const store = new MemoryServiceStore()
    const here = new AccountFixture(store)
    const there = new AccountFixture(secondOpening(store), here.environment)
    const id = await here.account('pro')
    const { text } = await here.keys.create(OPERATOR, id, { name: 'k', scopes: ['registry:read'] })
    const bursts = async (): Promise<unknown[]> =>
      Promise.all([here, there].map(async (one) => (await one.authenticator.authenticate(text)).plan.burstPerSecond))
    expect(await bursts()).toEqual([10, 10])
    await here.plans.put(OPERATOR, { ...(await here.plans.get('pro')), burstPerSecond: 3 })
    expect((await bursts())[0]).toBe(3)
    here.environment.time += 1_000
    expect(await bursts()).toEqual([3, 3])
    await here.accounts.update(OPERATOR, id, { plan: 'business' })
    here.environment.time += 1_000
    expect(await bursts()).toEqual([30, 30])
  })

  it('are rejected in an invalid form', async () => {
    const service = new AccountFixture()
    await service.account()
    for (const plan of [
      { ...SMALL, id: 'No Slug' },
      { ...SMALL, burstPerSecond: 0 },
      { ...SMALL, colour: 'red' },
    ]) {
      await expect(service.plans.put(OPERATOR, plan)).rejects.toMatchObject({ code: 'validation_failed' })
    }
    await expect(service.accounts.create(OPERATOR, { name: 'x', plan: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the first account', () => {
  it('is created once, without limits, with one key that has all permissions', async () => {
    const store = new MemoryServiceStore()
    const service = new AccountFixture(store)
    const other = new AccountFixture(secondOpening(store), service.environment)
    const made = await Promise.all([service, other].map(({ book }) => ensureFirstAccount(book, 'Us')))
    const [first] = made.filter((one) => one !== undefined)
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
    const caller = await service.authenticator.authenticate(first?.text ?? '')
    expect(caller.scopes).toEqual(SCOPE_NAMES)
    expect(caller.plan).toMatchObject({ id: 'enterprise', keyLimits: true })
    expect(await ensureFirstAccount(service.book, 'Us')).toBeUndefined()
    expect(await service.accounts.list(caller)).toHaveLength(1)
    // The key of the new account invites its first owner.
    const id = caller.account.id
    await service.members.invite(caller, id, { name: 'Olga', email: 'olga@example.org', role: 'owner' })
  })

  it('gets its key even if the process that created the account died', async () => {
    const service = new AccountFixture()
    await ensurePlans(service.store)
    const input = { name: 'Us', plan: 'enterprise', operator: true }
    await service.accounts.create(OPERATOR, input, '00000000-0000-7000-8000-000000000000')
    expect(await ensureFirstAccount(service.book, 'Us')).toMatchObject({ account: { name: 'Us' } })
    expect(await ensureFirstAccount(service.book, 'Us')).toBeUndefined()
  })
})
