import type { Registry } from '@utpid/core'
import { type HostedService, OPERATOR, secretBox } from '@utpid/service'
import {
  AccountRepository,
  DestinationGuard,
  IdempotentResponses,
  Jobs,
  Keys,
  Services,
  Webhooks,
} from '@utpid/service/internal'
import fc from 'fast-check'
import Koa from 'koa'
import { expect } from 'vitest'
import { createApp, ROUTES, serviceAccessControl } from '../../src/index.ts'
import { type Death, dyingStore } from '../support/dying-store.ts'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { listeningApp } from '../support/listening-app.ts'

/** Milliseconds after which a request without renewal counts as dead. */
const LEASE_MS = 31_000

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

interface Scene {
  readonly registry: Registry
  readonly service: HostedService
  readonly accountId: string
  /** A name that is unique for each history. */
  readonly name: string
}

interface Kind {
  /** Returns the same request with two different bodies. */
  asks(scene: Scene): Promise<readonly [Asked, Asked]>
  /** Makes a concurrent decision of another actor about the same object. The decision has one effect or no effect. */
  interfere?(scene: Scene): Promise<unknown>
}

const BY = { actor: 'somebody else' }

async function product(registry: Registry, code: string): Promise<string> {
  const known = await registry.locate({ supplier: 'expo', code })
  if (known !== undefined) return known.utpid as string
  await registry.upsert({ supplier: 'expo', code, name: `Pension ${code}`, category: 'hotel' })
  return await product(registry, code)
}

/** All kinds of requests that create something. A repeated request could create a second object. */
const KINDS: Readonly<Record<string, Kind>> = {
  pin: {
    async asks({ registry, name }) {
      const path = `/registry/product/${await product(registry, name)}`
      const pin = (value: string): Asked => ({ method: 'PATCH', path, body: { fields: { name: value, stars: null } } })
      return [pin('Adlon'), pin('Hotel Adlon')]
    },
    interfere: async ({ registry, name }) => registry.pin(await product(registry, name), { name: 'Other' }, BY),
  },
  verify: {
    async asks({ registry, name }) {
      const utpid = await product(registry, name)
      const verify = (note: string): Asked => ({ method: 'POST', path: '/registry/verify', body: { utpid, note } })
      return [verify('seen'), verify('called')]
    },
    interfere: async ({ registry, name }) => registry.unverify(await product(registry, name), BY),
  },
  merge: {
    async asks({ registry, name }) {
      const [utpid, other] = [await product(registry, name), await product(registry, `${name} other`)]
      const merge = (note: string): Asked => ({ method: 'POST', path: '/registry/merge', body: { utpid, other, note } })
      return [merge('one'), merge('the same')]
    },
    interfere: async ({ registry, name }) => {
      const merged = (await registry.history(await product(registry, name))).filter(({ type }) => type === 'decision')
      const last = merged.at(-1)
      if (last !== undefined) await registry.undo(last.change, BY).catch(() => undefined)
    },
  },
  upsert: {
    async asks({ name }) {
      const path = `/registry/supplier/expo/code/${name}`
      const put = (stars: number): Asked => ({ method: 'PUT', path, body: { name, category: 'hotel', stars } })
      return [put(3), put(4)]
    },
    interfere: async ({ registry, name }) =>
      registry.upsert({ supplier: 'expo', code: name, name, category: 'hotel', stars: 5 }),
  },
  key: { asks: async () => twoBodies('/account/keys', (name) => ({ name, scopes: ['registry:read'] })) },
  rotation: {
    async asks({ service, accountId }) {
      const { key } = await service.keys.create(OPERATOR, accountId, { name: 'Key', scopes: ['registry:read'] })
      return twoBodies(`/account/keys/${key.id}/rotate`, (name) => ({ overlapSeconds: name.length }))
    },
  },
  service: { asks: async () => twoBodies('/account/services', (name) => ({ name })) },
  webhook: {
    asks: async () =>
      twoBodies('/account/webhooks', (description) => ({
        url: 'https://receiver.example/',
        events: ['import.job.failed'],
        description,
      })),
  },
  batch: {
    asks: async () => twoBodies('/registry/batch-map', (name) => ({ inputs: [{ name }], mode: 'async' })),
  },
}

function twoBodies(path: string, bodyOf: (name: string) => unknown): readonly [Asked, Asked] {
  return [
    { method: 'POST', path, body: bodyOf('one') },
    { method: 'POST', path, body: bodyOf('other') },
  ]
}

interface Visit {
  readonly body: 0 | 1
  readonly death: Death | undefined
  readonly waits: number
  readonly meddles: boolean
  /** Whether the request runs concurrently with the previous one. */
  readonly isTwin: boolean
}

const visits: fc.Arbitrary<Visit[]> = fc.array(
  fc.record({
    body: fc.oneof({ weight: 4, arbitrary: fc.constant(0 as const) }, fc.constant(1 as const)),
    death: fc.option(fc.record({ atCall: fc.integer({ min: 1, max: 16 }), isWritten: fc.boolean() }), {
      nil: undefined,
    }),
    waits: fc.constantFrom(0, 1_000, LEASE_MS),
    meddles: fc.boolean(),
    isTwin: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

/**
 * Sends requests with one Idempotency-Key in random histories: concurrent repeats, other bodies, processes that die at
 * any write, and concurrent decisions of other actors. Each key must have exactly one effect.
 */
export async function checkOneEffect(runs: number): Promise<void> {
  const world = await openWorld()
  let histories = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(KINDS)), visits, async (kind, history) => {
      await checkHistory(world, KINDS[kind] as Kind, `h${histories++}`, history)
    }),
    { numRuns: runs },
  )
}

async function checkHistory(world: World, kind: Kind, name: string, history: readonly Visit[]): Promise<void> {
  const { key, accountId } = await world.newKey(['*'], 'enterprise')
  const scene: Scene = { registry: world.registry, service: world.service, accountId, name }
  const asks = await kind.asks(scene)
  let others = 0
  const begun = await effectsOf(scene)
  const send = (visit: Pick<Visit, 'body' | 'death'>): Promise<Response> =>
    world.send(asks[visit.body] as Asked, { key, idempotencyKey: 'once', death: visit.death })
  let waiting: Promise<Response>[] = []
  for (const visit of history) {
    if (!visit.isTwin) {
      await Promise.all(waiting)
      waiting = []
    }
    waiting.push(send(visit))
    if (visit.isTwin) continue
    await Promise.all(waiting)
    if (visit.meddles && kind.interfere !== undefined) {
      const before = await effectsOf(scene)
      await kind.interfere(scene)
      others += (await effectsOf(scene)) - before
    }
    world.advance(visit.waits)
  }
  await Promise.all(waiting)
  world.advance(LEASE_MS)
  const last = await send({ body: 0, death: undefined })
  if (last.status === 422) await send({ body: 1, death: undefined })
  expect((await effectsOf(scene)) - begun - others).toBe(1)
}

/** Counts the changes of the registry, the changes of the account, and the account's jobs. */
async function effectsOf({ registry, service, accountId }: Scene): Promise<number> {
  const { change } = await registry.stats()
  const audit = await service.store.range('audit', { prefix: `${accountId}/`, limit: 1_000 })
  const { jobs } = await service.jobs.list(accountId, 'batch-map', { limit: 100 })
  return change + audit.length + jobs.length
}

export interface World extends HostedTestService {
  /** Sends a request to a separate process, which may die while it handles the request. */
  send(asked: Asked, how: { key: string; idempotencyKey: string; death?: Death | undefined }): Promise<Response>
}

export async function openWorld(): Promise<World> {
  const hosted = await hostedTestService([])
  const secrets = secretBox([new Uint8Array(32)])
  const processes = new Map<string, Death | undefined>()
  const outer = new Koa()
  outer.use(async (context) => {
    const service = processOver(hosted.service, secrets, processes.get(context.get('x-process')))
    const inner = createApp({
      registry: hosted.registry,
      service,
      accessControl: serviceAccessControl(hosted.service),
      routes: ROUTES,
    })
    context.respond = false
    await inner.callback()(context.req, context.res)
  })
  const { fetch: call } = await listeningApp(outer, async () => undefined)
  let count = 0
  return {
    ...hosted,
    send: ({ method, path, body }, { key, idempotencyKey, death }) => {
      const process = String(count++)
      processes.set(process, death)
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
        'x-process': process,
      }
      return call(path, { method, body: JSON.stringify(body), headers })
    },
  }
}

/** Creates a service whose process may die at a write. Authentication writes nothing. */
function processOver(
  hosted: HostedService,
  secrets: ReturnType<typeof secretBox>,
  death: Death | undefined,
): HostedService {
  const store = dyingStore(hosted.store, death)
  const { environment, registry } = hosted
  const clock = (): number => environment.now()
  const book = new AccountRepository(store, environment)
  const guard = new DestinationGuard({ resolve: async () => ['93.184.215.14'] })
  const context = { store, registry, secrets, clock, randomBytes: environment.random }
  return {
    ...hosted,
    isDraining: false,
    repository: book,
    keys: new Keys(book),
    services: new Services(book),
    webhooks: new Webhooks(context, guard, book),
    jobs: new Jobs(store, clock),
    idempotentAnswers: new IdempotentResponses(store, clock),
  }
}
