import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../src/model/webhook.ts'
import { secretBox } from '../../src/secrets/seal.ts'
import { RETRY_DELAYS } from '../../src/webhooks/delivery/retry-schedule.ts'
import { WebhookSender } from '../../src/webhooks/delivery/webhook-sender.ts'
import { DestinationGuard } from '../../src/webhooks/destination/destination-guard.ts'
import type { WebhookRequest, WebhookResponse } from '../../src/webhooks/destination/webhook-transport.ts'
import { Webhooks } from '../../src/webhooks/subscriptions/webhooks.ts'
import { trySecrets } from '../../src/webhooks/try-secrets.ts'
import { failingStore } from '../support/failing-store.ts'
import { created } from './support/fake-feed.ts'
import { ACTOR, HOUR, urlOf, World } from './support/world.ts'

const DAY = 24 * HOUR

async function opened(...paths: string[]): Promise<{ world: World; ids: string[] }> {
  const world = new World()
  await world.addAccount()
  const ids: string[] = []
  for (const path of paths) ids.push((await world.addWebhook(path)).id)
  return { world, ids }
}

/** Returns the only delivery. */
async function onlyDelivery(world: World): Promise<Delivery> {
  const [delivery, ...others] = await world.allDeliveries()
  expect(others).toEqual([])
  return delivery as Delivery
}

/** Advances the clock from one due time to the next until no delivery is waiting. */
async function toTheEnd(world: World): Promise<void> {
  for (let round = 0; round < 30; round++) {
    await world.settle()
    const waiting = (await world.allDeliveries()).flatMap(({ nextAt }) => (nextAt === undefined ? [] : [nextAt]))
    if (waiting.length === 0) return
    world.time.now = Math.max(world.time.now, Date.parse(waiting.sort()[0] as string))
  }
}

describe('a delivery', () => {
  it('is attempted 10 times over 75 hours, and then has failed', async () => {
    const { world, ids } = await opened('a')
    world.answer('a', { status: 500, headers: {}, body: 'no' })
    world.feed.commit(created('A'))
    const start = world.time.now
    await toTheEnd(world)
    expect(world.arrived).toHaveLength(10)
    expect(new Set(world.arrivedAt('a').map(({ id }) => id)).size).toBe(1)
    const hours = (world.time.now - start) / HOUR
    expect(hours).toBeGreaterThan(75 * 0.9)
    expect(hours).toBeLessThan(76 * 1.1)
    const delivery = await onlyDelivery(world)
    expect(delivery).toMatchObject({ status: 'failed', tries: RETRY_DELAYS.length })
    expect(delivery.attempts).toHaveLength(10)
    expect(delivery.attempts[0]).toMatchObject({ status: 500, response: 'no' })
    expect(await world.webhooks.get('acme', ids[0] as string)).toMatchObject({ status: 'active' })
    expect(await world.store.range('deliveries_due', { limit: 1 })).toEqual([])
  })

  it.each([301, 302, 400, 404, 410, 429, 500, 503])('fails after a response with status %i', async (status) => {
    const { world } = await opened('a')
    world.answer('a', { status })
    world.feed.commit(created('A'))
    await world.settle()
    expect((await onlyDelivery(world)).status).toBe(status === 410 ? 'failed' : 'waiting')
  })

  it.each([200, 201, 202, 204, 299])('succeeds after a response with status %i', async (status) => {
    const { world } = await opened('a')
    world.answer('a', { status })
    world.feed.commit(created('A'))
    await world.settle()
    expect(await onlyDelivery(world)).toMatchObject({ status: 'delivered', attempts: [{ status }] })
  })

  it('waits as long as its receiver requests', async () => {
    const { world } = await opened('a')
    world.answer('a', { status: 503, headers: { 'retry-after': '600' } })
    world.feed.commit(created('A'))
    await world.settle()
    expect((await onlyDelivery(world)).nextAt).toBe(new Date(world.time.now + 600_000).toISOString())
  })

  it('is retried by another worker if the first worker died', async () => {
    const { world } = await opened('a')
    world.feed.commit(created('A'))
    await world.feedWorker().round()
    const never = world.sender({ transport: () => new Promise<never>(() => undefined) })
    await never.round()
    // Wait until the attempt has started.
    while ((await onlyDelivery(world)).nextAt === world.nowText()) await new Promise((resolve) => setImmediate(resolve))
    await world.settle()
    expect(world.arrived).toEqual([])
    world.time.now += 60_000
    await world.settle()
    expect(world.arrived).toHaveLength(1)
  })
})

describe('a webhook', () => {
  it('is disabled only after 5 days of failures', async () => {
    const { world, ids } = await opened('a')
    world.answer('a', { error: 'timeout' })
    const failing = world.nowText()
    for (let day = 0; day < 5; day++) {
      world.feed.commit(created(`${day}`))
      await world.settle()
      expect(await world.webhooks.get('acme', ids[0] as string)).toMatchObject({
        status: 'active',
        failingSince: failing,
      })
      world.time.now += DAY
    }
    await world.settle()
    expect(await world.webhooks.get('acme', ids[0] as string)).toMatchObject({
      ...{ status: 'disabled', disabledBy: 'failures' },
    })
    const before = world.arrived.length
    await toTheEnd(world)
    expect(world.arrived).toHaveLength(before)
    expect((await world.allDeliveries()).every(({ status }) => status === 'failed')).toBe(true)
  })

  it('is not disabled if a delivery succeeded in between', async () => {
    const { world, ids } = await opened('a')
    for (let day = 0; day < 12; day++) {
      world.answer('a', { status: day % 4 === 3 ? 200 : 500 })
      world.feed.commit(created(`${day}`))
      await world.settle()
      world.time.now += DAY
    }
    expect(await world.webhooks.get('acme', ids[0] as string)).toMatchObject({ status: 'active' })
  })

  it('is disabled at once by status 410', async () => {
    const { world, ids } = await opened('a')
    world.answer('a', { status: 410 })
    world.feed.commit(created('A'))
    await world.settle()
    expect(await world.webhooks.get('acme', ids[0] as string)).toMatchObject({ status: 'disabled', disabledBy: 'gone' })
  })

  it('without a response does not delay other webhooks', async () => {
    const dead = Array.from({ length: 12 }, (_, at) => `dead ${at}`)
    const { world } = await opened(...dead, 'a', 'b')
    let release: (answer: WebhookResponse) => void = () => undefined
    const stuck = new Promise<WebhookResponse>((resolve) => {
      release = resolve
    })
    // These webhooks have failed before, so the sender treats them as failing.
    for (const path of dead) world.answer(encodeURIComponent(path), { error: 'timeout' })
    world.feed.commit(created('first'))
    await world.settle()
    world.time.now += HOUR
    for (const path of dead) world.answers.set(urlOf(encodeURIComponent(path)), () => stuck)
    world.arrived.length = 0
    for (let at = 0; at < 20; at++) world.feed.commit(created(`${at}`))
    await world.feedWorker().round()
    const sender = world.sender({ concurrency: 8, concurrencyPerWebhook: 2 })
    const done = (path: string): number => world.arrivedAt(path).length
    for (let turn = 0; turn < 5_000 && done('a') + done('b') < 40; turn++) {
      await sender.round()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([done('a'), done('b')]).toEqual([20, 20])
    expect(world.arrived.length - 40).toBeLessThanOrEqual(2)
    release({ error: 'timeout' })
    await sender.idle()
  })

  it('never exceeds its limit of concurrent attempts', async () => {
    const { world } = await opened('a', 'b')
    const running = new Map<string, number>()
    let most = 0
    let all = 0
    for (let at = 0; at < 60; at++) world.feed.commit(created(`${at}`))
    await world.feedWorker().round()
    const sender = world.sender({
      concurrency: 5,
      concurrencyPerWebhook: 3,
      transport: async ({ url }) => {
        running.set(url, (running.get(url) ?? 0) + 1)
        most = Math.max(most, running.get(url) ?? 0)
        all = Math.max(
          all,
          [...running.values()].reduce((sum, count) => sum + count, 0),
        )
        await new Promise((resolve) => setImmediate(resolve))
        running.set(url, (running.get(url) ?? 0) - 1)
        return { status: 200 }
      },
    })
    for (let turn = 0; turn < 100; turn++) {
      await sender.round()
      await sender.round()
      await sender.idle()
    }
    expect([most, all]).toEqual([3, 5])
    expect((await world.allDeliveries()).every(({ status }) => status === 'delivered')).toBe(true)
  })
})

describe('manual retries', () => {
  it('retry a delivery from the start of its schedule', async () => {
    const { world, ids } = await opened('a')
    const [id] = ids as [string]
    world.answer('a', { status: 500 })
    world.feed.commit(created('A'))
    await toTheEnd(world)
    const failed = await onlyDelivery(world)
    expect(await world.deliveries.retry('acme', id, failed.id, ACTOR)).toMatchObject({ status: 'waiting', tries: 0 })
    await world.settle()
    expect(await onlyDelivery(world)).toMatchObject({ status: 'waiting', tries: 1 })
    // A retry also works for a waiting delivery, which is then sent at once and only once.
    await world.deliveries.retry('acme', id, failed.id, ACTOR)
    expect(await world.store.range('deliveries_due', { limit: 10 })).toHaveLength(1)
    world.answer('a', { status: 200 })
    await world.settle()
    expect(await onlyDelivery(world)).toMatchObject({ status: 'delivered', id: failed.id })
    await expect(world.deliveries.retry('acme', id, 'none', ACTOR)).rejects.toMatchObject({ code: 'not_found' })
    await world.webhooks.disable('acme', id, ACTOR)
    await expect(world.deliveries.retry('acme', id, failed.id, ACTOR)).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  it('during an attempt leave one due time, and the newer attempt counts', async () => {
    const { world, ids } = await opened('a')
    world.feed.commit(created('A'))
    await world.feedWorker().round()
    const { id } = await onlyDelivery(world)
    world.answers.set(urlOf('a'), async () => {
      world.answers.delete(urlOf('a'))
      await world.deliveries.retry('acme', ids[0] as string, id, ACTOR)
      return { status: 500 }
    })
    await world.settle()
    expect(await world.store.range('deliveries_due', { limit: 10 })).toEqual([])
    expect(await onlyDelivery(world)).toMatchObject({ status: 'delivered', tries: 1 })
    expect(world.arrived).toHaveLength(2)
  })

  it('recover all failed deliveries since a time', async () => {
    const { world, ids } = await opened('a')
    const [id] = ids as [string]
    world.answer('a', { status: 500 })
    world.feed.commit(created('old'))
    await toTheEnd(world)
    world.time.now += HOUR
    const since = world.nowText()
    world.feed.commit(...Array.from({ length: 700 }, (_, at) => created(`${at}`)))
    world.answer('a', { status: 410 })
    await world.settle()
    await toTheEnd(world)
    await expect(world.deliveries.recover('acme', id, { since }, ACTOR)).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await world.webhooks.enable('acme', id, {}, ACTOR)
    await expect(world.deliveries.recover('acme', id, { since: 'yesterday' }, ACTOR)).rejects.toMatchObject({
      code: 'validation_failed',
    })
    world.answer('a', { status: 200 })
    world.arrived.length = 0
    // Recovery covers only failed deliveries; waiting ones are sent anyway.
    const made = (await world.allDeliveries()).filter(({ createdAt }) => createdAt >= since)
    const failed = made.filter(({ status }) => status === 'failed').length
    expect(failed).toBeGreaterThan(0)
    expect(await world.deliveries.recover('acme', id, { since }, ACTOR)).toBe(failed)
    await world.settle()
    expect(new Set(world.arrivedAt('a').map(({ data }) => data.utpid)).size).toBe(700)
    const { deliveries } = await world.deliveries.list('acme', id, { status: 'failed' })
    expect(deliveries.map(({ body }) => JSON.parse(body).data.utpid)).toEqual(['old'])
    expect(await world.deliveries.recover('acme', id, { since: '0001-01-01T00:00:00Z' }, ACTOR)).toBe(1)
  })

  it('list deliveries newest first, page by page', async () => {
    const { world, ids } = await opened('a', 'b')
    const [id] = ids as [string]
    world.feed.commit(...Array.from({ length: 45 }, (_, at) => created(`${at}`)))
    await world.settle()
    const sequences: number[] = []
    let cursor: string | undefined
    do {
      const page = await world.deliveries.list('acme', id, { limit: 20, ...(cursor === undefined ? {} : { cursor }) })
      sequences.push(...page.deliveries.map(({ body }) => JSON.parse(body).sequence as number))
      cursor = page.cursor
    } while (cursor !== undefined)
    expect(sequences).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
    expect((await world.deliveries.list('acme', id, { status: 'failed' })).deliveries).toEqual([])
    await expect(world.deliveries.list('acme', id, { cursor: '../x' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    })
    await expect(world.deliveries.list('acme', id, { limit: 101 })).rejects.toMatchObject({ code: 'validation_failed' })
  })
})

describe('a delivery that cannot be signed', () => {
  /** Returns the same context with another key for secrets. */
  function withWrongKey(world: World): World['context'] {
    return { ...world.context, secrets: secretBox([new Uint8Array(32).fill(8)]) }
  }

  function senderOf(world: World, context: World['context'], answers: WebhookResponse[] = []): WebhookSender {
    return new WebhookSender(context, {
      transport: world.receive,
      onError: (error) => void world.errors.push(error),
      onAttempt: (answer) => void answers.push(answer),
    })
  }

  it('counts as an attempt, is delayed and fails like any other delivery', async () => {
    const { world } = await opened('a')
    world.feed.commit(created('A'))
    while (await world.feedWorker().round());
    const answers: WebhookResponse[] = []
    const sender = senderOf(world, withWrongKey(world), answers)
    const start = world.time.now
    for (let tried = 1; tried <= RETRY_DELAYS.length; tried++) {
      // Run several rounds: only one may attempt the delivery, since it is not due before its time.
      for (let round = 0; round < 3; round++) {
        await sender.round()
        await sender.idle()
      }
      const delivery = await onlyDelivery(world)
      expect([delivery.tries, delivery.attempts.at(-1)?.error]).toEqual([tried, 'unsigned'])
      if (delivery.nextAt !== undefined) world.time.now = Date.parse(delivery.nextAt)
    }
    expect(await onlyDelivery(world)).toMatchObject({ status: 'failed' })
    expect((world.time.now - start) / HOUR).toBeGreaterThan(75 * 0.9)
    expect(world.arrived).toEqual([])
    expect(answers).toEqual(RETRY_DELAYS.map(() => ({ error: 'unsigned' })))
    // Each attempt records the error, but the log reports it once.
    expect(world.errors).toEqual([expect.objectContaining({ code: 'secret_unreadable' })])
  })

  it('disables its webhook after days without a success', async () => {
    const { world, ids } = await opened('a')
    const sender = senderOf(world, withWrongKey(world))
    for (let day = 0; day <= 6; day++) {
      world.feed.commit(created(`A${day}`))
      while (await world.feedWorker().round());
      await sender.round()
      await sender.idle()
      world.time.now += DAY
    }
    const { status, disabledBy } = await world.webhooks.get('acme', ids[0] as string)
    expect({ status, disabledBy }).toEqual({ status: 'disabled', disabledBy: 'failures' })
    expect(world.arrived).toEqual([])
  })

  it('is signed again with the right key, or after a rotation of the secret', async () => {
    const { world, ids } = await opened('a', 'b')
    world.feed.commit(created('A'))
    while (await world.feedWorker().round());
    const context = withWrongKey(world)
    const sender = senderOf(world, context)
    const send = async (by: WebhookSender): Promise<void> => {
      world.time.now += HOUR
      await by.round()
      await by.idle()
    }
    await send(sender)
    expect(world.arrived).toEqual([])
    const guard = new DestinationGuard({ resolve: async () => ['93.184.215.14'] })
    const { secret } = await new Webhooks(context, guard).rotateSecret('acme', ids[1] as string, {}, ACTOR)
    await send(sender)
    const [arrived, ...others] = world.arrived
    expect(others).toEqual([])
    // The rotated-out secret cannot be decrypted, so only the new one signs.
    const { headers, body } = (arrived as { request: WebhookRequest }).request
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
    const signature = new StandardWebhook(secret).sign(headers['webhook-id'] as string, at, body)
    expect(headers['webhook-signature']).toBe(signature)
    await send(world.sender())
    expect(world.arrivedAt('a')).toHaveLength(1)
  })

  it('is reported at startup, from the stored secrets', async () => {
    const { world } = await opened('a', 'b')
    expect(await trySecrets(world.store, world.context.secrets)).toEqual({ tried: 2, unreadable: 0 })
    expect(await trySecrets(world.store, withWrongKey(world).secrets)).toEqual({ tried: 2, unreadable: 2 })
    expect(await trySecrets(new World().store, world.context.secrets)).toEqual({ tried: 0, unreadable: 0 })
  })

  it('is reported behind any number of webhooks, without disabled webhooks', async () => {
    const { world, ids } = await opened('a', 'b')
    const [first] = await world.store.range('webhooks', { limit: 1 })
    const { row } = first as NonNullable<typeof first>
    // Add disabled webhooks that precede the active ones in the store.
    const disabled = Array.from({ length: 1_500 }, (_, at) => ({
      table: 'webhooks' as const,
      key: rowKey('a', String(at)),
      row: { ...row, id: `disabled-${at}`, status: 'disabled' as const },
    }))
    await world.store.write(disabled)
    expect(await trySecrets(world.store, world.context.secrets)).toEqual({ tried: 2, unreadable: 0 })
    expect(await trySecrets(world.store, withWrongKey(world).secrets)).toEqual({ tried: 2, unreadable: 2 })
    await world.webhooks.update('acme', ids[0] as string, { status: 'disabled' }, ACTOR)
    expect(await trySecrets(world.store, withWrongKey(world).secrets)).toEqual({ tried: 1, unreadable: 1 })
  })
})

it('a store that rejects writes is reported once a round, and no attempt is wasted', async () => {
  const { world } = await opened(...Array.from({ length: 20 }, (_, at) => `hook-${at}`))
  world.feed.commit(created('A'))
  while (await world.feedWorker().round());
  const store = failingStore(world.store, () => 'works')
  store.write = async () => {
    throw new RegistryError('storage_full', 'The disk is full.')
  }
  let freed = 0
  const sender = world.sender({ onFree: () => void freed++ }, store)
  for (let round = 0; round < 3; round++) {
    await sender.round()
    await sender.idle()
  }
  expect(world.errors).toHaveLength(3)
  expect([freed, world.arrived.length]).toEqual([0, 0])
})
