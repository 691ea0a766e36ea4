import { OPERATOR } from '@utpid/service'
import { describe, expect, it } from 'vitest'
import { LOOPBACK_RECEIVERS, makeAccountObjects } from '../support/account-objects.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { ADLON, jsonOf } from '../support/test-service.ts'

const URL_THERE = 'http://127.0.0.1:1024/'

/** Creates a key with the given scopes, in an account with a webhook limit. */
async function keyOf({ service }: HostedTestService, accountId: string, key: object): Promise<string> {
  return (await service.keys.create(OPERATOR, accountId, { name: 'Key', scopes: ['webhooks:*'], ...key })).text
}

describe('a webhook', () => {
  it('is changed in one transaction, or not at all', async () => {
    const { ask, newKey, service, advance } = await hostedTestService([ADLON], LOOPBACK_RECEIVERS)
    const { key, accountId } = await newKey(['*'], 'business')
    const make = async (): Promise<string> =>
      (
        await jsonOf(
          await ask('POST', '/account/webhooks', { key, body: { url: URL_THERE, events: ['account.quota.reached'] } }),
        )
      ).webhook.id
    const ids = [await make(), await make(), await make()]
    await ask('PATCH', `/account/webhooks/${ids[0]}`, { key, body: { status: 'disabled', description: 'Off.' } })
    await service.accounts.update(OPERATOR, accountId, { plan: 'pro' })
    const path = `/account/webhooks/${ids[0]}`
    const before = await jsonOf(await ask('GET', path, { key }))
    const refused = await ask('PATCH', path, { key, body: { description: 'CHANGED', status: 'active' } })
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([422, 'webhook_limit_reached'])
    expect(await jsonOf(await ask('GET', path, { key }))).toEqual(before)
    await ask('DELETE', `/account/webhooks/${ids[1]}`, { key })
    await ask('DELETE', `/account/webhooks/${ids[2]}`, { key })
    const changed = await ask('PATCH', path, { key, body: { description: 'CHANGED', status: 'active' } })
    expect(await jsonOf(changed)).toMatchObject({ description: 'CHANGED', status: 'active', disabledBy: null })
    advance(1_000)
    const { results } = await jsonOf(await ask('GET', '/account/audit', { key }))
    const actions = results.map(({ action }: { action: string }) => action)
    const times = (action: string): number => actions.filter((each: string) => each === action).length
    expect([times('webhook.updated'), times('webhook.disabled'), times('webhook.enabled')]).toEqual([2, 2, 1])
  })

  it('that is active stays active at a start, even if others are disabled', async () => {
    const { ask, newKey, service, advance } = await hostedTestService([ADLON], LOOPBACK_RECEIVERS)
    const { key, accountId } = await newKey(['*'], 'business')
    const ids: string[] = []
    for (let at = 0; at < 3; at++) {
      advance(1_000)
      const body = { url: URL_THERE, events: ['account.quota.reached'] }
      ids.push((await jsonOf(await ask('POST', '/account/webhooks', { key, body }))).webhook.id)
    }
    const states = async (): Promise<string[]> =>
      (await jsonOf(await ask('GET', '/account/webhooks', { key }))).results.map(
        ({ status, disabledBy }: { status: string; disabledBy: string | null }) => disabledBy ?? status,
      )
    await service.accounts.update(OPERATOR, accountId, { plan: 'pro' })
    expect(await states()).toEqual(['active', 'plan', 'plan'])
    await ask('PATCH', `/account/webhooks/${ids[0]}`, { key, body: { status: 'disabled' } })
    expect((await ask('PATCH', `/account/webhooks/${ids[2]}`, { key, body: { status: 'active' } })).status).toBe(200)
    const [account] = await service.store.read('accounts', [accountId])
    await service.plans.applyPlans()
    expect(await states()).toEqual(['owner', 'plan', 'active'])
    // The service does not write unchanged rows, so that no process must read them again.
    expect((await service.store.read('accounts', [accountId]))[0]?.revision).toBe(account?.revision)
  })

  it('sends no events that its author may not see, and does not outlast the key of its author', async () => {
    const hosted = await hostedTestService([ADLON], LOOPBACK_RECEIVERS)
    const { ask, newKey } = hosted
    const { key, accountId } = await newKey(['*'], 'enterprise')
    const objects = await makeAccountObjects(hosted, key)
    const expiresAt = '2026-11-22T13:00:00Z'
    const body = (events: string[]) => ({ url: URL_THERE, events })
    const cases = [
      [{}, ['registry.product.*'], 403],
      [{}, ['supplier.code.drifted'], 403],
      [{}, ['duplicate.alert.opened'], 403],
      [{}, ['batch.job.completed'], 403],
      [{}, ['import.job.failed'], 403],
      [{}, ['account.quota.reached'], 403],
      [{ scopes: ['webhooks:write', 'registry:write'], suppliers: ['a'] }, ['import.job.failed'], 403],
      [{ scopes: ['*'], expiresAt }, ['registry.product.*'], 403],
      [{ scopes: ['webhooks:write', 'registry:read'] }, ['registry.product.*', 'duplicate.alert.opened'], 201],
    ] as const
    for (const [given, events, status] of cases) {
      const narrow = await keyOf(hosted, accountId, given)
      const response = await ask('POST', '/account/webhooks', { key: narrow, body: body([...events]) })
      expect([events, response.status]).toEqual([events, status])
    }
    const blind = await keyOf(hosted, accountId, {})
    const path = `/account/webhooks/${objects.webhook}`
    for (const change of [{ url: `${URL_THERE}x` }, { events: ['registry.product.*'] }, { status: 'active' }]) {
      expect((await ask('PATCH', path, { key: blind, body: change })).status).toBe(403)
    }
    expect((await ask('PATCH', path, { key: blind, body: { status: 'disabled' } })).status).toBe(200)
    await ask('PATCH', path, { key, body: { status: 'active', events: ['batch.job.completed'] } })
    await hosted.service.store.write([
      {
        table: 'deliveries',
        key: `${objects.webhook}/019ff000-0000-7000-8000-000000000000`,
        row: {
          ...{
            id: '019ff000-0000-7000-8000-000000000000',
            webhookId: objects.webhook,
            accountId,
            tries: 0,
            attempts: [],
          },
          ...{ type: 'batch.job.completed', body: '{"data":"counts"}', status: 'delivered', createdAt: expiresAt },
        },
      },
    ])
    const shown = async (asker: string): Promise<string> =>
      await (await ask('GET', `${path}/deliveries`, { key: asker })).text()
    expect(await shown(key)).toContain('counts')
    expect(await shown(blind)).not.toContain('counts')
  })
})
