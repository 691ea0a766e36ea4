import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { createApp, OPEN_ACCESS, ROUTES } from '../../src/index.ts'
import { Faults, listeningApp } from './listening-app.ts'

export interface TestService {
  readonly registry: Registry
  readonly address: string
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a JSON body. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

export const ADLON = {
  supplier: 'expo',
  code: '1',
  name: 'Hotel Adlon Kempinski',
  category: 'hotel',
  location: { city: 'Berlin', country: 'DE', address: 'Unter den Linden 77', coordinates: [52.5159, 13.3802] },
  phone: '+49 30 22610',
}

/** Starts a service with an in-memory registry on a free loopback port, until the test ends. */
export async function testService(records: readonly unknown[] = [ADLON]): Promise<TestService> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await registry.import(records)
  const faults = new Faults()
  const app = createApp({ registry, accessControl: OPEN_ACCESS, routes: ROUTES, onInternalError: faults.add })
  const { address, fetch: call } = await listeningApp(app, async () => {
    await registry.close()
    faults.check()
  })
  return {
    registry,
    address,
    fetch: call,
    send: (method, path, body, headers = {}) =>
      call(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
  }
}

/** Returns the parsed body of a response. */
// biome-ignore lint/suspicious/noExplicitAny: tests check the fields that they read.
export async function jsonOf(response: Response): Promise<any> {
  return await response.json()
}
