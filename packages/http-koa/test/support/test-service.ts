import type { AddressInfo } from 'node:net'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { onTestFinished } from 'vitest'
import { createApp, OPEN_GATE, ROUTES } from '../../src/index.ts'

export interface TestService {
  readonly registry: Registry
  readonly address: string
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A JSON body. */
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

/** The service over a registry in memory, on a free port of loopback; gone with the test. */
export async function testService(records: readonly unknown[] = [ADLON]): Promise<TestService> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await registry.import(records)
  const faults: unknown[] = []
  const app = createApp({ registry, gate: OPEN_GATE, routes: ROUTES, onFault: (error) => faults.push(error) })
  const server = app.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  onTestFinished(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await registry.close()
    if (faults.length > 0) throw new AggregateError(faults, 'The service answered with faults of its own.')
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${address}${path}`, { redirect: 'manual', ...init })
  return {
    registry,
    address,
    fetch: call,
    send: (method, path, body, headers = {}) =>
      call(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
  }
}

/** The body of a response, of whatever shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests say what they expect of it.
export async function jsonOf(response: Response): Promise<any> {
  return await response.json()
}
