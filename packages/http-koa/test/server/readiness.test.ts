import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { ensureFirstAccount, hostedService, MemoryServiceStore, OPERATOR } from '@utpid/service'
import { PROBE_MS } from '@utpid/service/internal'
import { expect, it, onTestFinished } from 'vitest'
import { createApp, ROUTES, serviceAccessControl } from '../../src/index.ts'
import { listeningApp } from '../support/listening-app.ts'
import { jsonOf } from '../support/test-service.ts'

const MS = 1_000
/** Seconds without a heartbeat after which the share of a process is free. */
const DEAD_SECONDS = 10

it('is not ready after a failed write of the store, although reads succeed, until a probe write succeeds', async () => {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  onTestFinished(() => registry.close())
  const store = new MemoryServiceStore()
  let now = Date.parse('2026-11-22T12:00:00Z')
  const environment = { now: () => now, random: (size: number) => crypto.getRandomValues(new Uint8Array(size)) }
  const service = await hostedService({ registry, store, instance: 'test', environment })
  const first = await ensureFirstAccount(service.repository, 'Test')
  const app = createApp({ registry, service, accessControl: serviceAccessControl(service), routes: ROUTES })
  const { fetch } = await listeningApp(app, () => service.stop())
  const ready = async (): Promise<[number, string | undefined]> => {
    const response = await fetch('/ready')
    return [response.status, (await jsonOf(response)).detail]
  }
  const makeService = (name: string): Promise<Response> =>
    fetch('/account/services', {
      method: 'POST',
      headers: { authorization: `Bearer ${first?.text}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  expect((await ready())[0]).toBe(200)
  const write = store.write.bind(store)
  store.write = async () => {
    throw new RegistryError('unavailable', 'The disk does not answer.')
  }
  expect((await makeService('Shop')).status).toBe(503)
  // The change is visible immediately, despite the cached good result.
  expect(await ready()).toEqual([503, 'The service is not ready; failing: writes of the store (unavailable).'])
  store.write = write
  now += PROBE_MS - 1
  expect((await ready())[0]).toBe(503)
  now += 1
  expect((await ready())[0]).toBe(200)
  expect((await makeService('Shop')).status).toBe(201)
})

it('is not ready while a killed process still has the share of the limits, and ready as soon as that share is free', async () => {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  onTestFinished(() => registry.close())
  const store = Object.assign(new MemoryServiceStore(), { isShared: true })
  await store.write([
    { table: 'limit_members', key: rowKey('member', 'killed'), row: { size: 1, processCount: 1 } },
    { table: 'limit_group', key: rowKey('group'), row: { writer: 'killed' } },
  ])
  let now = Date.parse('2026-11-22T12:00:00Z')
  const timers = new Set<{ readonly milliseconds: number; readonly run: () => void; due: number }>()
  const service = await hostedService({
    registry,
    store,
    instance: 'test',
    environment: { now: () => now, random: (size) => crypto.getRandomValues(new Uint8Array(size)) },
    every: (milliseconds, run) => {
      const timer = { milliseconds, run, due: now + milliseconds }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  })
  await ensureFirstAccount(service.repository, 'Test')
  const account = await service.accounts.create(OPERATOR, { name: 'Limited', plan: 'business' })
  const { text: key } = await service.keys.create(OPERATOR, account.id, { name: 'Key', scopes: ['registry:read'] })
  const app = createApp({ registry, service, accessControl: serviceAccessControl(service), routes: ROUTES })
  const { fetch } = await listeningApp(app, () => service.stop())
  const answers = async (): Promise<unknown[]> => {
    const ready = await fetch('/ready')
    const { detail } = await jsonOf(ready)
    const limited = await fetch('/registry/stats', { headers: { authorization: `Bearer ${key}` } })
    await limited.arrayBuffer()
    return [ready.status, detail, limited.status]
  }
  service.start()
  let waited = 0
  for (; waited < 20 && service.shareHealth?.hasShare !== true; waited++) {
    expect(await answers()).toEqual([503, 'The service is not ready; failing: share of the limits (unavailable).', 503])
    now += MS
    for (const timer of timers) {
      if (timer.due > now) continue
      timer.due = now + timer.milliseconds
      timer.run()
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(waited).toBeGreaterThanOrEqual(DEAD_SECONDS)
  const [status] = await answers()
  expect(status).toBe(200)
  // A new share starts with an empty bucket.
  now += MS
  expect(await answers()).toEqual([200, undefined, 200])
})
