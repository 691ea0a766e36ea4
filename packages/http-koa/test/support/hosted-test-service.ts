import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, type Storage } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import {
  type DestinationGuardOptions,
  ensureFirstAccount,
  type HostedService,
  type HostedServiceOptions,
  hostedService,
  MemoryServiceStore,
  OPERATOR,
  type ServiceStore,
  secretBox,
} from '@utpid/service'
import type { Role, Scope } from '@utpid/service/internal'
import { type AppOptions, createApp, ROUTES, serviceAccessControl, Uploads } from '../../src/index.ts'
import { Faults, type ListeningOptions, listeningApp } from './listening-app.ts'
import { ADLON } from './test-service.ts'

export interface HostedTestService {
  readonly registry: Registry
  readonly service: HostedService
  readonly address: string
  /** Account of the first key. */
  readonly accountId: string
  /** API key with all scopes. */
  readonly key: string
  /** Advances the clock, which does not advance by itself. */
  advance(milliseconds: number): void
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request with a key and an optional JSON body. */
  ask(method: string, path: string, options?: AskOptions): Promise<Response>
  /** Creates a key with scopes, in an account with a plan. */
  newKey(scopes: readonly (Scope | '*')[], plan?: string, role?: Role): Promise<{ key: string; accountId: string }>
}

export interface AskOptions {
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** The storage of the registry and the store of the service. Both are closed together with the service. */
export interface TestPlace {
  readonly storage: Storage
  readonly store: ServiceStore
}

export interface HostedTestOptions extends ListeningOptions {
  /** Whether the service runs no jobs. */
  readonly isIdle?: boolean
  /** Default: in memory. */
  readonly place?: TestPlace
  readonly uploads?: Uploads
  /** Limits of kept files. */
  readonly files?: HostedServiceOptions['files']
  /** How members sign in. */
  readonly signIn?: HostedServiceOptions['signIn']
  /** Further options of the app. */
  readonly app?: Pick<AppOptions, 'metrics' | 'dashboard'>
}

/**
 * Starts a service with accounts on a free loopback port, until the test ends.
 *
 * @param destinations - Allowed targets of webhooks.
 */
export async function hostedTestService(
  records: readonly unknown[] = [ADLON],
  destinations: DestinationGuardOptions = {},
  {
    isIdle = false,
    place = inMemory(),
    app: more = {},
    uploads = new Uploads(),
    files,
    signIn,
    ...listening
  }: HostedTestOptions = {},
): Promise<HostedTestService> {
  const registry = await createRegistry({ storage: place.storage, gazetteer: loadGazetteer() })
  await registry.import(records)
  let now = Date.parse('2026-11-22T12:00:00Z')
  const { store } = place
  const faults = new Faults()
  const service = await hostedService({
    registry,
    store,
    gazetteer: loadGazetteer(),
    instance: 'test',
    destinations,
    ...(files === undefined ? {} : { files }),
    ...(signIn === undefined ? {} : { signIn }),
    secrets: secretBox([new Uint8Array(32).fill(7)]),
    environment: { now: () => now, random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)) },
    onError: faults.add,
  })
  const first = await ensureFirstAccount(service.repository, 'Test')
  if (first === undefined) throw new Error('There was an account already.')
  if (!isIdle) service.start()
  const app = createApp({
    ...{
      registry,
      service,
      accessControl: serviceAccessControl(service),
      routes: ROUTES,
      uploads,
      onInternalError: faults.add,
    },
    ...more,
  })
  const { address, fetch: call } = await listeningApp(
    app,
    async () => {
      await uploads.close()
      await service.stop()
      await store.close()
      await registry.close()
      faults.check()
    },
    listening,
  )
  return {
    registry,
    service,
    address,
    accountId: first.account.id,
    key: first.text,
    advance: (milliseconds) => {
      now += milliseconds
    },
    fetch: call,
    ask: (method, path, { key = first.text, body, headers = {} } = {}) =>
      call(path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    newKey: async (scopes, plan = 'business') => {
      const account = await service.accounts.create(OPERATOR, { name: `Account ${Math.random()}`, plan })
      const { text } = await service.keys.create(OPERATOR, account.id, { name: 'Key', scopes })
      return { key: text, accountId: account.id }
    },
  }
}

function inMemory(): TestPlace {
  return { storage: createMemoryStorage(), store: new MemoryServiceStore() }
}
