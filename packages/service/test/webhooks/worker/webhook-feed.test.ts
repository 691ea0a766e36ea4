import type { RegistryEvent } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { registryWebhookEvent } from '../../../src/webhooks/events/events-of-registry.ts'
import { WEBHOOK_EVENT_TYPES } from '../../../src/webhooks/events/webhook-event.ts'
import { created } from '../support/fake-feed.ts'
import { ACTOR, urlOf, World } from '../support/world.ts'

async function opened(): Promise<World> {
  const world = new World()
  await world.addAccount()
  return world
}

const EVENTS: readonly [RegistryEvent, object | undefined][] = [
  [created('A'), { type: 'registry.product.created', data: { utpid: 'A' } }],
  [
    { type: 'product.revived', utpid: 'A' },
    { type: 'registry.product.created', data: { utpid: 'A', revived: true } },
  ],
  [
    { type: 'product.updated', utpid: 'A', fields: ['name'] },
    { type: 'registry.product.updated', data: { utpid: 'A', fields: ['name'] } },
  ],
  [
    { type: 'product.merged', utpid: 'A', into: 'B' },
    { type: 'registry.product.merged', data: { utpid: 'A', into: 'B' } },
  ],
  [
    { type: 'product.split', utpid: 'A', from: 'B' },
    { type: 'registry.product.split', data: { utpid: 'A', from: 'B' } },
  ],
  [
    { type: 'product.deleted', utpid: 'A' },
    { type: 'registry.product.deleted', data: { utpid: 'A', reason: 'deleted' } },
  ],
  [
    { type: 'product.retired', utpid: 'A' },
    { type: 'registry.product.deleted', data: { utpid: 'A', reason: 'retired' } },
  ],
  [
    { type: 'product.verified', utpid: 'A', method: 'manual' },
    { type: 'registry.product.verified', data: { utpid: 'A', method: 'manual' } },
  ],
  [
    { type: 'product.unverified', utpid: 'A', reason: 'moved' },
    { type: 'registry.product.unverified', data: { utpid: 'A', reason: 'moved' } },
  ],
  [
    { type: 'supplier.code.drifted', supplier: 's', code: '1', kind: 'move', utpid: 'A', from: 'A', confidence: 0.4 },
    { type: 'supplier.code.drifted', data: { supplier: 's', code: '1', kind: 'move', confidence: 0.4 } },
  ],
  [
    { type: 'duplicate.opened', alertId: 'x', utpids: ['A', 'B'], confidence: 0.8 },
    { type: 'duplicate.alert.opened', data: { alertId: 'x', utpids: ['A', 'B'], confidence: 0.8 } },
  ],
  [
    { type: 'duplicate.resolved', alertId: 'x', utpids: ['A', 'B'], status: 'merged' },
    { type: 'duplicate.alert.resolved', data: { alertId: 'x', status: 'merged' } },
  ],
  [{ type: 'supplier.code.moved', supplier: 's', code: '1', utpid: 'A', from: 'B' }, undefined],
  [{ type: 'registry.reindexed', indexVersion: '1' }, undefined],
  [{ type: 'registry.rescored', model: 'm', tfVersion: 1 }, undefined],
]

it.each(EVENTS)('converts %o to a webhook event', (event, told) => {
  const result = registryWebhookEvent(event, 7, '2026-11-22T08:00:00.000Z')
  if (told === undefined) return expect(result).toBeUndefined()
  expect(result).toMatchObject({ ...told, at: '2026-11-22T08:00:00.000Z' })
  expect(result?.data).toMatchObject({ change: 7 })
  expect(WEBHOOK_EVENT_TYPES).toContain(result?.type)
})

describe('the webhook feed', () => {
  it('starts at the head, and creates numbered deliveries for the subscriptions of each webhook', async () => {
    const world = await opened()
    world.feed.commit(created('before'))
    await world.addWebhook('all', ['registry.product.*', 'duplicate.alert.opened'])
    await world.addWebhook('merges', ['registry.product.merged'])
    const alert = { type: 'duplicate.opened', alertId: 'x', utpids: ['A', 'B'], confidence: 0.8 } as const
    world.feed.commit(created('A'), alert)
    world.feed.commit({ type: 'product.merged', utpid: 'B', into: 'A' })
    await world.settle()
    expect(
      world
        .arrivedAt('all')
        .map(({ sequence, type }) => [sequence, type])
        .sort(),
    ).toEqual([
      [1, 'registry.product.created'],
      [2, 'duplicate.alert.opened'],
      [3, 'registry.product.merged'],
    ])
    expect(world.arrivedAt('merges')).toEqual([
      {
        ...{ id: expect.any(String), type: 'registry.product.merged', timestamp: new Date(3_000).toISOString() },
        ...{ accountId: 'acme', sequence: 1, data: { change: 3, utpid: 'B', into: 'A' } },
      },
    ])
    expect(world.errors).toEqual([])
  })

  it('processes a change of thousands of events in parts', async () => {
    const world = await opened()
    await world.addWebhook('a')
    world.feed.commit(...Array.from({ length: 1_200 }, (_, at) => created(`${at}`)))
    world.feed.commit(created('last'))
    expect(await world.feedWorker().round()).toBe(true)
    expect(await world.allDeliveries()).toHaveLength(500)
    await world.settle()
    expect(new Set(world.arrivedAt('a').map(({ data }) => data.utpid)).size).toBe(1_201)
  })

  it('pauses only a webhook with too many waiting deliveries', async () => {
    const world = await opened()
    await world.addWebhook('dead')
    const events = Array.from({ length: 2_600 }, (_, at) => created(`${at}`))
    world.feed.commit(...events)
    const feed = world.feedWorker()
    while (await feed.round());
    await world.addWebhook('new')
    world.feed.commit(created('later'))
    while (await feed.round());
    const counts = (await world.allDeliveries()).length
    expect(counts).toBe(2_000 + 1)
    await world.settle(feed)
    world.time.now += 10_000
    await world.settle(feed)
    expect(new Set(world.arrivedAt('dead').map(({ data }) => data.utpid)).size).toBe(2_601)
  })

  it('reports an expired position to subscribers of registry events, and continues at the head', async () => {
    const world = await opened()
    await world.addWebhook('products')
    await world.addWebhook('jobs', ['batch.job.completed'])
    for (let at = 0; at < 5; at++) world.feed.commit(created(`${at}`))
    world.feed.forgotten = 3
    await world.settle()
    world.feed.commit(created('next'))
    await world.settle()
    expect(world.arrivedAt('products').map(({ type, data }) => [type, data])).toEqual([
      ['registry.changes.expired', { after: 0, head: 5 }],
      ['registry.product.created', { change: 6, utpid: 'next' }],
    ])
    expect(world.arrivedAt('jobs')).toEqual([])
  })

  it('leaves a webhook to the worker with the lease until the lease expires', async () => {
    const world = await opened()
    await world.addWebhook('a')
    const [one, two] = [world.feedWorker('one'), world.feedWorker('two')]
    world.feed.commit(created('A'))
    await one.round()
    world.feed.commit(created('B'))
    await two.round()
    expect(await world.allDeliveries()).toHaveLength(1)
    world.time.now += 15_001
    await two.round()
    expect(await world.allDeliveries()).toHaveLength(2)
  })

  it('sends account events only to their own account, and nothing to suspended accounts', async () => {
    const world = await opened()
    await world.addAccount('other')
    await world.addWebhook('a', ['registry.product.*', 'import.job.failed'])
    await world.webhooks.create('other', { url: urlOf('other'), events: ['import.job.failed'] }, ACTOR)
    await world.tellAccount({ accountId: 'other', type: 'import.job.failed', data: { jobId: 'j' } })
    await world.settle()
    expect(world.arrived.map(({ body }) => [body.accountId, body.type])).toEqual([['other', 'import.job.failed']])
    expect(await world.store.range('account_events', { limit: 1 })).toEqual([])

    const [account] = await world.store.read('accounts', [rowKey('acme')])
    const row = { ...(account as NonNullable<typeof account>).row, status: 'suspended' as const }
    await world.store.write([{ table: 'accounts', key: rowKey('acme'), row }])
    world.feed.commit(created('A'))
    await world.settle()
    expect(world.arrivedAt('a')).toEqual([])
  })

  it('continues with other webhooks if one webhook fails', async () => {
    const world = await opened()
    await world.addWebhook('a')
    await world.addWebhook('b')
    world.feed.commit(created('A'))
    let calls = 0
    const store = Object.create(world.store, {
      read: {
        value: async (table: 'webhook_cursors', keys: string[]) => {
          if (table === 'webhook_cursors' && calls++ === 0) throw new Error('once')
          return await world.store.read(table, keys)
        },
      },
      range: { value: world.store.range.bind(world.store) },
      write: { value: world.store.write.bind(world.store) },
    })
    await world.feedWorker('one', store).round()
    expect(world.errors).toHaveLength(1)
    expect(await world.allDeliveries()).toHaveLength(1)
    await world.feedWorker('one', store).round()
    expect(await world.allDeliveries()).toHaveLength(2)
  })
})
