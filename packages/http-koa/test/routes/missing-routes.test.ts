import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { ADLON, jsonOf, testService } from '../support/test-service.ts'

const { phone: _, ...BARE } = ADLON
const PLACE = { city: 'Berlin', country: 'DE', coordinates: [52.5159, 13.3802] }
/** Two nearly equal records of one supplier. They become two products with an alert. */
const TWINS = [
  { ...BARE, code: '8', location: PLACE },
  { ...BARE, code: '9', location: PLACE },
]

it('lists alerts page by page, decides an alert by its id, and reopens it', async () => {
  const { fetch, send } = await testService([
    ...TWINS,
    { ...TWINS[0], code: '7', rooms: 40 },
    { ...TWINS[0], code: '6', rooms: 41 },
  ])
  const first = await fetch('/registry/alerts?limit=1')
  const { total, results } = await jsonOf(first)
  expect(total).toBeGreaterThan(1)
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
  const second = await jsonOf(await fetch(next as string))
  expect(second.results[0].alertId).not.toBe(results[0].alertId)
  const last = await fetch(`/registry/alerts?limit=${total}`)
  expect(last.headers.get('link')).toBe(null)
  expect((await fetch('/registry/alerts?cursor=x')).status).toBe(422)
  const path = `/registry/alerts/${results[0].alertId}`
  expect(await jsonOf(await fetch(path))).toEqual(results[0])
  expect((await fetch('/registry/alerts/0000000000000000')).status).toBe(404)
  expect((await send('POST', `${path}/resolve`, { resolution: 'dismiss', note: 'Two houses.' })).status).toBe(200)
  expect((await jsonOf(await fetch(path))).status).toBe('dismissed')
  const late = await send('POST', `${path}/resolve`, { resolution: 'merge' })
  const decided = { status: 'dismissed', by: expect.any(String), note: 'Two houses.', at: expect.any(String) }
  expect(await jsonOf(late)).toMatchObject({ status: 409, code: 'alert_decided', decided })
  expect((await send('POST', `${path}/reopen`, {})).status).toBe(200)
  expect((await jsonOf(await fetch(path))).status).toBe('open')
})

it('pins and unpins fields in one transaction', async () => {
  const { fetch, send, registry } = await testService()
  const { products } = await registry.search('adlon')
  const path = `/registry/product/${products[0]?.utpid}`
  await send('PATCH', path, { fields: { stars: 4, name: 'Adlon' } })
  const { change } = await registry.stats()
  const both = await send('PATCH', path, { fields: { stars: 5, name: null } })
  expect([both.status, (await registry.stats()).change]).toEqual([200, change + 1])
  expect((await jsonOf(await fetch(path))).name).toBe(ADLON.name)
})

it('verifies only the revision that the client has read', async () => {
  const { send, registry } = await testService()
  const product = (await registry.search('adlon')).products[0] as { utpid: string; revision: number }
  const { utpid, revision } = product
  const late = await send('POST', '/registry/verify', { utpid, ifRevision: revision + 1 })
  expect([late.status, (await jsonOf(late)).code]).toEqual([412, 'precondition_failed'])
  expect((await send('POST', '/registry/verify', { utpid, ifRevision: revision })).status).toBe(200)
})

it('returns the location of a created object, and finds the object there', async () => {
  const { ask } = await hostedTestService()
  const made = [
    ['PUT', '/registry/supplier/new/code/a%2Fb', { name: 'Pension Spree' }],
    ['PUT', '/registry/suppliers/other', { name: 'Other' }],
    ['POST', '/account/keys', { name: 'Key', scopes: ['registry:read'] }],
    ['POST', '/account/services', { name: 'Shop' }],
    ['POST', '/account/members', { name: 'Ann', email: 'ann@example.com', role: 'viewer' }],
    ['POST', '/admin/accounts', { name: 'Agency', plan: 'pro' }],
    ['PUT', '/admin/plans/small', { name: 'Small', batchSize: 5, keyLimits: false }],
  ] as const
  for (const [method, path, body] of made) {
    const response = await ask(method, path, { body })
    const location = response.headers.get('location')
    expect([path, response.status]).toEqual([path, 201])
    expect([path, (await ask('GET', location as string)).status]).toEqual([path, 200])
  }
})

it('lets the operator manage accounts and plans', async () => {
  const { ask, newKey } = await hostedTestService()
  const { id } = await jsonOf(await ask('POST', '/admin/accounts', { body: { name: 'Agency', plan: 'pro' } }))
  const page = await ask('GET', '/admin/accounts?limit=1')
  expect(page.headers.get('link')).toMatch(/rel="next"/)
  expect((await jsonOf(await ask('GET', '/admin/accounts'))).results.map((each: { id: string }) => each.id)).toContain(
    id,
  )
  const suspended = await ask('PATCH', `/admin/accounts/${id}`, { body: { status: 'suspended', plan: 'business' } })
  expect(await jsonOf(suspended)).toMatchObject({ status: 'suspended', plan: 'business' })
  expect((await ask('PATCH', `/admin/accounts/${id}`, { body: { plan: 'none' } })).status).toBe(404)
  const { results } = await jsonOf(await ask('GET', '/admin/plans'))
  expect(results.map((plan: { id: string }) => plan.id)).toEqual(['business', 'enterprise', 'free', 'pro'])
  const { key } = await newKey(['*'])
  for (const path of ['/admin/accounts', `/admin/accounts/${id}`, '/admin/plans', '/admin/plans/pro']) {
    expect([path, (await ask('GET', path, { key })).status]).toEqual([path, 403])
  }
})

it('accepts times with an offset, and numbers up to the documented maximum', async () => {
  const { ask } = await hostedTestService()
  const from = encodeURIComponent('2026-11-22T13:00:00+02:00')
  const audit = await ask('GET', `/account/audit?from=${from}`)
  expect([audit.status, (await jsonOf(audit)).results.length]).toEqual([200, 2])
  expect((await ask('GET', `/account/audit?to=${from}`)).status).toBe(200)
  expect((await ask('GET', '/registry/changes?after=9007199254740991')).status).toBe(410)
  expect((await ask('GET', '/registry/changes?after=9007199254740992')).status).toBe(422)
})

it('suggests completions for a typed text', async () => {
  const { ask } = await hostedTestService()
  const { results } = await jsonOf(await ask('GET', '/registry/suggest?q=berl'))
  expect(results[0]).toEqual({
    kind: 'place',
    text: 'Berlin',
    country: 'DE',
    parameter: 'destination',
    value: 'Berlin',
  })
  expect((await jsonOf(await ask('GET', '/registry/suggest?q=exp&limit=1'))).results).toEqual([
    { kind: 'supplier', text: 'expo', parameter: 'supplier', value: 'expo' },
  ])
})

it('returns the time of the last change of the registry', async () => {
  const { fetch } = await testService()
  expect((await jsonOf(await fetch('/registry/stats'))).lastUpdated).toMatch(/Z$/)
})
