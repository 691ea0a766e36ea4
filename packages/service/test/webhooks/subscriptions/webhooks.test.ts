import { rowKey } from '@utpid/core/storage'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signedHeaders } from '../../../src/webhooks/webhook-secret.ts'
import { created } from '../support/fake-feed.ts'
import { ACTOR, HOUR, urlOf, World } from '../support/world.ts'

async function opened(plan = 'enterprise', webhooks?: number): Promise<World> {
  const world = new World()
  await world.addAccount('acme', plan, webhooks)
  return world
}
const code = (code: string) => expect.objectContaining({ code })
const given = { url: urlOf('a'), events: ['registry.product.*', 'batch.job.completed', 'batch.job.completed'] }

/** Returns for each secret whether it verifies a signature made now. */
async function accepted(world: World, id: string, secrets: readonly string[]): Promise<boolean[]> {
  const [stored] = await world.store.read('webhooks', [rowKey('acme', id)])
  const webhook = stored?.row as NonNullable<typeof stored>['row']
  // The verifying library compares timestamps with the system clock.
  const late = Date.now() - world.time.now
  const held = {
    ...webhook,
    secrets: webhook.secrets.map(({ sealed, until }) => ({
      sealed,
      ...(until === undefined ? {} : { until: new Date(Date.parse(until) + late).toISOString() }),
    })),
  }
  const headers = signedHeaders(world.context.secrets, held, 'msg', Date.now(), '{}')
  return secrets.map((secret) => {
    try {
      new StandardWebhook(secret).verify('{}', headers)
      return true
    } catch {
      return false
    }
  })
}

describe('a webhook', () => {
  it('shows its secret once, and stores it encrypted', async () => {
    const world = await opened()
    const { webhook, secret } = await world.webhooks.create('acme', given, ACTOR)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      ...{ id: webhook.id, url: given.url, events: ['registry.product.*', 'batch.job.completed'], description: '' },
      ...{ status: 'active', disabledBy: null, createdAt: world.nowText(), failingSince: null, oldSecretUntil: null },
    })
    expect(await world.webhooks.list('acme')).toEqual([webhook])
    expect(await world.webhooks.get('acme', webhook.id)).toEqual(webhook)
    const [stored] = await world.store.read('webhooks', [rowKey('acme', webhook.id)])
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
    expect(await accepted(world, webhook.id, [secret])).toEqual([true])
  })

  it('is rejected for blocked URLs and unknown events', async () => {
    const world = await opened()
    const make = (change: object) => world.webhooks.create('acme', { ...given, ...change }, ACTOR)
    await expect(make({ url: 'http://receiver.example/' })).rejects.toEqual(code('webhook_url_blocked'))
    await expect(make({ url: 'https://10.0.0.1/' })).rejects.toEqual(code('webhook_url_blocked'))
    for (const events of [[], ['webhook.test'], ['registry.*'], ['*'], ['toString']]) {
      await expect(make({ events })).rejects.toEqual(code('validation_failed'))
    }
    await expect(make({ description: 'x'.repeat(501) })).rejects.toEqual(code('validation_failed'))
    expect(await world.webhooks.list('acme')).toEqual([])
  })

  it('is changed, disabled, enabled and deleted, with an audit entry for each action', async () => {
    const world = await opened()
    const { id } = await world.addWebhook('a')
    const updated = await world.webhooks.update('acme', id, { url: urlOf('b'), description: 'Ours' }, ACTOR)
    expect(updated).toMatchObject({ url: urlOf('b'), description: 'Ours', events: ['registry.product.*'] })
    await expect(world.webhooks.update('acme', id, { url: 'https://127.1/' }, ACTOR)).rejects.toEqual(
      code('webhook_url_blocked'),
    )
    expect(await world.webhooks.disable('acme', id, ACTOR)).toMatchObject({ status: 'disabled', disabledBy: 'owner' })
    await expect(world.webhooks.test('acme', id)).rejects.toEqual(code('validation_failed'))
    expect(await world.webhooks.enable('acme', id, {}, ACTOR)).toMatchObject({ status: 'active', disabledBy: null })
    await world.webhooks.test('acme', id)
    await world.webhooks.delete('acme', id, ACTOR)
    await expect(world.webhooks.get('acme', id)).rejects.toEqual(code('webhook_not_found'))
    for (const table of ['webhooks', 'webhook_cursors', 'deliveries', 'deliveries_due'] as const) {
      expect(await world.store.range(table, { limit: 10 })).toEqual([])
    }
    const audit = (await world.store.range('audit', { prefix: 'acme/', limit: 10 })).map(({ row }) => row)
    const actions = ['created', 'updated', 'disabled', 'enabled', 'deleted']
    expect(audit.map(({ action }) => action).sort()).toEqual(actions.map((action) => `webhook.${action}`).sort())
    expect(audit.every(({ keyId, target }) => keyId === 'key-1' && target === id)).toBe(true)
  })

  it('of another account gives the same error as a missing webhook', async () => {
    const world = await opened()
    await world.addAccount('other')
    const { id } = await world.addWebhook('a')
    const error = code('webhook_not_found')
    const { webhooks, deliveries } = world
    for (const name of [id, 'never']) {
      await expect(webhooks.get('other', name)).rejects.toEqual(error)
      await expect(webhooks.update('other', name, {}, ACTOR)).rejects.toEqual(error)
      await expect(webhooks.disable('other', name, ACTOR)).rejects.toEqual(error)
      await expect(webhooks.enable('other', name, {}, ACTOR)).rejects.toEqual(error)
      await expect(webhooks.delete('other', name, ACTOR)).rejects.toEqual(error)
      await expect(webhooks.rotateSecret('other', name, {}, ACTOR)).rejects.toEqual(error)
      await expect(webhooks.test('other', name)).rejects.toEqual(error)
      await expect(deliveries.list('other', name)).rejects.toEqual(error)
      await expect(deliveries.retry('other', name, 'x', ACTOR)).rejects.toEqual(error)
      await expect(deliveries.recover('other', name, { since: world.nowText() }, ACTOR)).rejects.toEqual(error)
    }
  })
})

describe('the limit of a plan', () => {
  it('holds for concurrent requests', async () => {
    const world = await opened('business', 3)
    const made = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => world.addWebhook(`${at}`)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const reasons = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(reasons).toEqual(reasons.map(() => code('webhook_limit_reached')))
    expect(await world.webhooks.list('acme')).toHaveLength(3)
  })

  it('allows no webhook if the plan has none, or is unknown', async () => {
    await expect((await opened('free', 0)).addWebhook('a')).rejects.toEqual(code('webhook_limit_reached'))
    const world = await opened()
    await world.store.deleteRange('plans', { limit: 10 })
    await expect(world.addWebhook('a')).rejects.toEqual(code('not_found'))
  })

  it('also holds when a webhook is enabled again', async () => {
    const world = await opened('business', 2)
    const { id } = await world.addWebhook('a')
    await world.addWebhook('b')
    await world.webhooks.disable('acme', id, ACTOR)
    await world.addAccount('acme', 'pro', 1)
    await expect(world.webhooks.enable('acme', id, {}, ACTOR)).rejects.toEqual(code('webhook_limit_reached'))
  })
})

it('signs with two secrets during a rotation, and with one secret afterwards', async () => {
  const world = await opened()
  const { id, secret: first } = await world.addWebhook('a')
  const { secret: second, webhook } = await world.webhooks.rotateSecret('acme', id, { overlapSeconds: 3_600 }, ACTOR)
  expect(webhook.oldSecretUntil).toBe(new Date(world.time.now + HOUR).toISOString())
  expect(await accepted(world, id, [first, second])).toEqual([true, true])
  world.time.now += HOUR
  expect(await accepted(world, id, [first, second])).toEqual([false, true])
  const { secret: third } = await world.webhooks.rotateSecret('acme', id, { overlapSeconds: 0 }, ACTOR)
  expect(await accepted(world, id, [first, second, third])).toEqual([false, false, true])
  for (const overlapSeconds of [-1, 1.5, 30 * 86_400 + 1, Number.NaN]) {
    await expect(world.webhooks.rotateSecret('acme', id, { overlapSeconds }, ACTOR)).rejects.toEqual(
      code('validation_failed'),
    )
  }
})

describe('a webhook that is enabled again', () => {
  it('receives missed registry events, and missed account events after a recovery', async () => {
    const world = await opened()
    const { id } = await world.addWebhook('a', ['registry.product.*', 'batch.job.completed'])
    await world.webhooks.disable('acme', id, ACTOR)
    const since = world.nowText()
    world.feed.commit(created('meanwhile'))
    await world.tellAccount()
    await world.settle()
    expect(world.arrived).toEqual([])
    await world.webhooks.enable('acme', id, {}, ACTOR)
    await world.settle()
    expect(world.arrivedAt('a').map(({ data }) => data.utpid)).toEqual(['meanwhile'])
    expect(await world.deliveries.recover('acme', id, { since }, ACTOR)).toBe(1)
    await world.settle()
    expect(world.arrivedAt('a').map(({ type }) => type)).toEqual(['registry.product.created', 'batch.job.completed'])
  })

  it('starts at the head if requested', async () => {
    const world = await opened()
    const { id } = await world.addWebhook('a')
    await world.webhooks.disable('acme', id, ACTOR)
    world.feed.commit(created('meanwhile'))
    await world.webhooks.enable('acme', id, { skipMissed: true }, ACTOR)
    world.feed.commit(created('now'))
    await world.settle()
    expect(world.arrivedAt('a').map(({ data }) => data.utpid)).toEqual(['now'])
  })
})
