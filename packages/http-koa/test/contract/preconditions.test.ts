import { expect, it } from 'vitest'
import { problemsOf, ROUTES } from '../../src/index.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'
import { World } from './world.ts'

/** Curator decisions about a product that the client has read before. */
const DECISIONS: Readonly<
  Record<string, (world: World, utpid: string) => Promise<readonly [string, string, unknown]>>
> = {
  pin: async (_, utpid) => ['PATCH', `/registry/product/${utpid}`, { fields: { stars: 4 } }],
  deleteProduct: async (_, utpid) => ['DELETE', `/registry/product/${utpid}`, undefined],
  verify: async (_, utpid) => ['POST', '/registry/verify', { utpid, method: 'manual' }],
  merge: async (world, utpid) => ['POST', '/registry/merge', { utpid, other: await world.product() }],
  split: async (world, utpid) => {
    const { results } = await world.made('POST', '/registry/lookup', { ids: [utpid] })
    const { records } = await world.made('GET', `/registry/product/${results[0].utpid}?include=records`)
    const { supplier, code } = records.at(-1).record
    return ['POST', '/registry/split', { utpid, records: [{ supplier, code }] }]
  },
  resolveDuplicate: async (world, utpid) => {
    const body = { duplicate: await world.product(), resolution: 'dismiss' }
    return ['POST', `/registry/duplicates/${utpid}/resolve`, body]
  },
}

it('covers every decision that reads If-Match', () => {
  const reading = ROUTES.filter((route) => problemsOf(route).get(412) !== undefined)
  expect(reading.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(DECISIONS).sort())
})

it.each(Object.keys(DECISIONS))('%s applies only to the revision that the client has read', async (name) => {
  const world = new World(await hostedTestService())
  const { ask } = world.hosted
  const { utpid } = await world.shared()
  const path = `/registry/product/${utpid}`
  const tag = async (): Promise<string> => (await ask('GET', path)).headers.get('etag') as string
  const before = await tag()
  await world.made('PATCH', path, { fields: { name: 'Other' } })
  const [method, asked, body] = await (DECISIONS[name] as (typeof DECISIONS)[string])(world, utpid)
  const change = async (header: string): Promise<Response> =>
    await ask(method, asked, { ...(body === undefined ? {} : { body }), headers: { 'if-match': header } })
  const present = await tag()
  for (const stale of [before, `W/${present}`, '"nonsense"']) {
    const late = await change(stale)
    expect([stale, late.status, (await jsonOf(late)).code]).toEqual([stale, 412, 'precondition_failed'])
  }
  expect(await tag()).toBe(present)
  expect((await change(`"UTP-00000-00000-1.1.0", ${present}`)).status).toBe(200)
})

it.each(['/registry/product/*', '/registry/stats', '/registry/stats?by=country'])(
  'GET %s responds 304 until the resource changes',
  async (path) => {
    const world = new World(await hostedTestService())
    const utpid = await world.product()
    const asked = path.replace('*', utpid)
    const get = async (tag?: string): Promise<Response> =>
      await world.hosted.ask('GET', asked, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
    const tag = (await get()).headers.get('etag') as string
    expect(tag.startsWith('W/')).toBe(path.startsWith('/registry/stats'))
    for (const each of [tag, `W/${tag.replace('W/', '')}`, `"other", ${tag}`, '*']) {
      const same = await get(each)
      expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, tag, ''])
    }
    expect((await get('"other"')).status).toBe(200)
    await world.made('PATCH', `/registry/product/${utpid}`, { fields: { stars: 3 } })
    const changed = await get(tag)
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  },
)
