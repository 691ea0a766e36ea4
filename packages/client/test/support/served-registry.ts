import type { AddressInfo } from 'node:net'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { createApp, ROUTES, serviceAccessControl } from '@utpid/http-koa'
import { ensureFirstAccount, type HostedService, hostedService, MemoryServiceStore, secretBox } from '@utpid/service'
import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../src/index.ts'

export interface ServedRegistry {
  readonly registry: Registry
  readonly service: HostedService
  readonly address: string
  /** API key of the first account, with all scopes. */
  readonly key: string
  readonly client: Client
  /** Creates another client of the service. */
  clientWith(options: Partial<ClientOptions>): Client
}

/** Clearly different hotels of one supplier. */
export function hotels(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    supplier: 'expo',
    code: String(at + 1),
    name: `Hotel ${NAMES[at % NAMES.length]} ${String.fromCharCode(65 + Math.floor(at / NAMES.length))}`,
    category: 'hotel',
    location: { city: 'Berlin', country: 'DE', coordinates: [52.4 + at * 0.01, 13.1 + at * 0.013] },
  }))
}

const NAMES = ['Adlon', 'Bristol', 'Castell', 'Domus', 'Excelsior', 'Fontana', 'Gloria', 'Hansa', 'Ibach', 'Jolie']

/** Starts a service with an in-memory registry on a free loopback port, until the test ends. */
export async function servedRegistry(records: readonly object[] = hotels(5)): Promise<ServedRegistry> {
  const registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
  await registry.import(records)
  const store = new MemoryServiceStore()
  const faults: unknown[] = []
  const onFault = (error: unknown): void => void faults.push(error)
  const service = await hostedService({
    registry,
    store,
    instance: 'test',
    secrets: secretBox([new Uint8Array(32).fill(7)]),
    onError: onFault,
  })
  const first = await ensureFirstAccount(service.repository, 'Test')
  if (first === undefined) throw new Error('There was an account already.')
  service.start()
  const app = createApp({
    registry,
    service,
    accessControl: serviceAccessControl(service),
    routes: ROUTES,
    onInternalError: onFault,
  })
  const server = app.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', () => resolve()))
  onTestFinished(async () => {
    await new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
    await service.stop()
    await store.close()
    await registry.close()
    if (faults.length > 0) throw new AggregateError(faults, 'The service had faults of its own.')
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientWith: ServedRegistry['clientWith'] = (options) =>
    createClient({ baseUrl: address, key: first.text, sleep: shortly, ...options })
  return { registry, service, address, key: first.text, client: clientWith({}), clientWith }
}

/** Replaces a wait: yields once to the event loop. */
function shortly(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
