import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, RegistryError } from '@utpid/core'
import { ensureFirstAccount, hostedService, MemoryServiceStore } from '@utpid/service'
import { PROBE_MS } from '@utpid/service/internal'
import { expect, it, onTestFinished } from 'vitest'
import { createApp, ROUTES, serviceAccessControl } from '../../src/index.ts'
import { listeningApp } from '../support/listening-app.ts'
import { jsonOf } from '../support/test-service.ts'

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
