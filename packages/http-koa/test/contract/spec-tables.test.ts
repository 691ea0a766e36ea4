import { SHIPPED_PLANS } from '@utpid/service/internal'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/index.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'
import { World } from './world.ts'

/** Tables of the service's specification. */
const ENDPOINTS = [
  ['GET', '/registry/search'],
  ['GET', '/registry/product/{utpid}'],
  ['POST', '/registry/match'],
  ['POST', '/registry/batch-map'],
  ['GET', '/registry/duplicates/{utpid}'],
  ['POST', '/registry/verify'],
  ['GET', '/registry/stats'],
] as const
const NAMED_LOCATION = { city: 'string', country: 'string' }
const PRODUCT = {
  utpid: 'string',
  name: 'string',
  category: 'string',
  location: { ...NAMED_LOCATION, coordinates: ['number', 'number'] },
  verified: 'boolean',
  confidence: 'number',
  suppliers: [{ id: 'string', name: 'string' }],
  duplicates: 'integer',
  lastUpdated: 'string',
}
const SEARCH_ITEM = {
  utpid: 'string',
  name: 'string',
  category: 'string',
  supplier: 'string',
  location: NAMED_LOCATION,
  verified: 'boolean',
  confidence: 'number',
  duplicates: 'integer',
  updated: 'string',
}
const SEARCH_PARAMETERS = ['q', 'type', 'country', 'verified', 'limit', 'offset'] as const
const MAX_SEARCH_LIMIT = 100
const LOG_DAYS = 90
/** Plans of the specification, with the fields that it shows. */
const PLANS = [
  { id: 'pro', callsPerMonth: 10_000, burstPerSecond: 10, keyLimits: false },
  { id: 'business', callsPerMonth: 50_000, burstPerSecond: 30, batchSize: 10_000, webhooks: 3, keyLimits: true },
  { id: 'enterprise', webhooks: undefined, keyLimits: true },
] as const

const DAY = 86_400_000

/** Returns the types of a value by field. */
function typesOf(value: unknown, shown: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each, at) => typesOf(each, Array.isArray(shown) ? (shown[at] ?? shown[0]) : undefined))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, typesOf(each, (shown as Record<string, unknown>)?.[name])]),
    )
  }
  return shown === 'integer' && Number.isInteger(value) ? 'integer' : typeof value
}

describe('endpoints', () => {
  it.each(ENDPOINTS)('%s %s exists, requires a key and responds', async (method, path) => {
    const world = new World(await hostedTestService())
    const { ask, fetch } = world.hosted
    const utpid = await world.product()
    expect(ROUTES.some((route) => route.method === method && route.path === path)).toBe(true)
    const asked = `${path.replace('{utpid}', utpid)}${path === '/registry/search' ? '?q=adlon' : ''}`
    const bodies: Readonly<Record<string, unknown>> = {
      '/registry/match': { input: { name: 'Hotel Adlon' } },
      '/registry/batch-map': { inputs: [{ name: 'Hotel Adlon' }] },
      '/registry/verify': { utpid, method: 'manual' },
    }
    const body = bodies[path]
    const answer = await ask(method, asked, body === undefined ? {} : { body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    await answer.text()
    const refused = await fetch(asked, { method })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
    await refused.text()
  })
})

describe('fields', () => {
  it('of a product are exactly these, in this order', async () => {
    const world = new World(await hostedTestService())
    const { utpid } = await world.shared()
    const product = await world.made('GET', `/registry/product/${utpid}`)
    expect(Object.keys(product)).toEqual(Object.keys(PRODUCT))
    const { suppliers, ...types } = typesOf(product, PRODUCT) as { suppliers: unknown[] }
    expect(types).toEqual({ ...PRODUCT, suppliers: undefined })
    expect(new Set(suppliers.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(PRODUCT.suppliers[0])]),
    )
    expect(product.location.country).toMatch(/^[A-Z]{2}$/)
    expect(new Date(product.lastUpdated).toISOString()).toBe(product.lastUpdated)
    const [lat, lon] = product.location.coordinates
    expect([Math.abs(lat) <= 90, Math.abs(lon) <= 180]).toEqual([true, true])
  })

  it('of a search and its results are exactly these, in this order', async () => {
    const { ask } = await hostedTestService()
    const found = await jsonOf(await ask('GET', '/registry/search?q=adlon'))
    expect(Object.keys(found)).toEqual(['total', 'results'])
    expect(Number.isInteger(found.total)).toBe(true)
    expect(Object.keys(found.results[0])).toEqual(Object.keys(SEARCH_ITEM))
    expect(typesOf(found.results[0], SEARCH_ITEM)).toEqual(SEARCH_ITEM)
    expect(found.results[0].updated).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('of an error are always the same', async () => {
    const { ask, fetch } = await hostedTestService()
    const answers = [
      await fetch('/registry/stats'),
      await ask('GET', '/registry/nothing'),
      await ask('PUT', '/registry/search'),
      await ask('GET', '/registry/search'),
      await ask('GET', '/registry/product/UTP-00000-00000-1'),
    ]
    for (const answer of answers) {
      const problem = await jsonOf(answer)
      expect(Object.keys(problem).slice(0, 6)).toEqual(['type', 'title', 'status', 'code', 'detail', 'requestId'])
      expect(problem.status).toBe(answer.status)
      expect(problem.detail).toMatch(/\.$/)
    }
  })
})

describe('parameters of a search', () => {
  it('include these', () => {
    const search = ROUTES.find(({ operationId }) => operationId === 'search')
    expect(Object.keys(search?.query?.shape ?? {})).toEqual(expect.arrayContaining([...SEARCH_PARAMETERS]))
  })

  it('filter and select pages', async () => {
    const world = new World(await hostedTestService())
    for (let count = 0; count < 3; count++) await world.product()
    const search = (query: string): Promise<{ total: number; results: { utpid: string; verified: boolean }[] }> =>
      world.made('GET', `/registry/search?${query}`)
    expect((await search('q=adlon&type=hotel')).total).toBe(1)
    expect((await search('q=adlon&type=tour')).total).toBe(0)
    expect((await search('q=adlon&country=DE')).total).toBe(1)
    expect((await search('q=adlon&country=FR')).total).toBe(0)
    const all = await search('country=DE')
    expect(all.total).toBe(4)
    const paged = [await search('country=DE&limit=3'), await search('country=DE&limit=3&offset=3')]
    expect(paged.map(({ total, results }) => [total, results.length])).toEqual([
      [4, 3],
      [4, 1],
    ])
    expect(paged.flatMap(({ results }) => results)).toEqual(all.results)
    expect((await search('country=DE&verified=true')).total).toBe(0)
    await world.made('POST', '/registry/verify', { utpid: all.results[0]?.utpid, method: 'manual' })
    const verified = await search('country=DE&verified=true')
    expect([verified.total, verified.results[0]?.verified]).toEqual([1, true])
    expect((await search('country=DE&verified=false')).total).toBe(4)
  })

  it(`limit pages to ${MAX_SEARCH_LIMIT} items`, async () => {
    const { ask } = await hostedTestService()
    const status = async (limit: number): Promise<number> =>
      (await ask('GET', `/registry/search?q=a&limit=${limit}`)).status
    expect([await status(MAX_SEARCH_LIMIT), await status(MAX_SEARCH_LIMIT + 1)]).toEqual([200, 422])
  })
})

describe('plans', () => {
  it.each(PLANS.map((plan) => [plan.id, plan] as const))('%s has its limits', (id, limits) => {
    const plan = SHIPPED_PLANS.find((each) => each.id === id)
    expect({ ...plan }).toMatchObject(
      Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    )
    if ('webhooks' in limits && limits.webhooks === undefined) expect(plan?.webhooks).toBe(undefined)
  })

  it.each(PLANS.filter((plan) => 'burstPerSecond' in plan))('$id allows exactly its burst limit', async (plan) => {
    const { ask, newKey } = await hostedTestService()
    const { key } = await newKey(['usage:read'], plan.id)
    const statuses: number[] = []
    for (let count = 0; count <= plan.burstPerSecond; count++) {
      statuses.push((await ask('GET', '/account', { key })).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(plan.burstPerSecond)
    expect(statuses.at(-1)).toBe(429)
  })

  it('Business has three webhooks and limits of keys; Pro has no limits of keys', async () => {
    const { ask, newKey } = await hostedTestService(undefined, { allowHttp: true, allowedNetworks: ['127.0.0.0/8'] })
    const business = await newKey(['*'], 'business')
    const body = { url: 'http://127.0.0.1:1024/', events: ['account.quota.reached'] }
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) {
      statuses.push((await ask('POST', '/account/webhooks', { key: business.key, body })).status)
    }
    expect(statuses).toEqual([201, 201, 201, 422])
    const limits = { burstPerSecond: 5, sustained: { requests: 100, perSeconds: 60 } }
    const made = { name: 'Own limits', scopes: ['registry:read'], ...limits }
    expect((await ask('POST', '/account/keys', { key: business.key, body: made })).status).toBe(201)
    const pro = await newKey(['*'], 'pro')
    expect((await ask('POST', '/account/keys', { key: pro.key, body: made })).status).toBe(403)
  })
})

it(`retains the request log for ${LOG_DAYS} days`, async () => {
  const world = new World(await hostedTestService())
  const { advance, ask, service } = world.hosted
  const id = await world.request()
  const retain = async (): Promise<number> => {
    await service.jobs.create({ kind: 'retention' })
    for (;;) {
      const due = await service.store.range('jobs_due', { limit: 10 })
      if (due.length === 0) break
      await new Promise((resolve) => void setImmediate(resolve))
    }
    return (await ask('GET', `/account/logs/${id}`)).status
  }
  advance((LOG_DAYS - 1) * DAY)
  expect(await retain()).toBe(200)
  advance(2 * DAY)
  expect(await retain()).toBe(404)
})
