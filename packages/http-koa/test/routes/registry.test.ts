import { expect, it } from 'vitest'
import { ADLON, jsonOf, testService } from '../support/test-service.ts'

it('searches as specified', async () => {
  const { fetch } = await testService()
  const response = await fetch('/registry/search?q=adlon&country=de&type=hotel&limit=10')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = await jsonOf(response)
  expect(Object.keys(body)).toEqual(['total', 'results'])
  expect(body).toMatchObject({ total: 1 })
  expect(body.results[0]).toEqual({
    utpid: expect.stringMatching(/^UTP-/),
    name: ADLON.name,
    category: 'hotel',
    supplier: 'expo',
    location: { city: 'Berlin', country: 'DE' },
    verified: false,
    confidence: expect.any(Number),
    duplicates: 0,
    updated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  })
})

it('counts results by category and country on request, for any page', async () => {
  const { fetch } = await testService()
  const body = await jsonOf(await fetch('/registry/search?q=adlon&include=facets&limit=1'))
  expect(Object.keys(body)).toEqual(['total', 'results', 'facets'])
  expect(body.facets).toEqual({
    // The results that pass the filter do not fill the page, so the search also tries other words.
    exact: false,
    category: [{ value: 'hotel', products: body.total }],
    country: [{ value: 'DE', products: body.total }],
  })
})

it('finds by category exactly the counted products, even if a profile has the same name', async () => {
  const { fetch, registry } = await testService()
  await registry.import([
    { supplier: 'expo', code: 'a', name: 'Quartz Rondel', category: 'activity' },
    { supplier: 'expo', code: 't', name: 'Willow Vesper', category: 'tour' },
  ])
  const { facets } = await jsonOf(await fetch('/registry/search?supplier=expo&include=facets'))
  expect(facets.exact).toBe(true)
  for (const [facet, parameter] of [
    ['category', 'type'],
    ['country', 'country'],
  ] as const) {
    for (const { value, products } of facets[facet]) {
      const { total } = await jsonOf(await fetch(`/registry/search?supplier=expo&${parameter}=${value}`))
      expect(total, value).toBe(products)
    }
  }
  expect((await jsonOf(await fetch('/registry/search?supplier=expo&type=activity'))).total).toBe(1)
  expect((await jsonOf(await fetch('/registry/search?supplier=expo&type=profile:activity'))).total).toBe(2)
})

it('finds by the displayed category and country, even if they are unknown', async () => {
  const { fetch, registry } = await testService()
  await registry.import([{ supplier: 'expo', code: 'silent', name: 'Quartz Rondel' }])
  for (const query of ['country=ZZ', 'country=zz&type=other', 'type=other']) {
    const { total, results } = await jsonOf(await fetch(`/registry/search?${query}`))
    expect([total, results[0]], query).toMatchObject([1, { category: 'other', location: { country: 'ZZ' } }])
  }
  const refused = await fetch('/registry/search?country=XX')
  expect([refused.status, (await jsonOf(refused)).errors ?? []]).toMatchObject([422, [expect.anything()]])
})

it('returns a product for any spelling of its UTPID, with an ETag', async () => {
  const { fetch, registry } = await testService()
  const { products } = await registry.search('adlon')
  const utpid = products[0]?.utpid as string
  const response = await fetch(`/registry/product/${utpid.toLowerCase().replaceAll('-', '')}`)
  expect(response.status).toBe(200)
  const etag = response.headers.get('etag') as string
  expect(await jsonOf(response)).toEqual({
    utpid,
    name: ADLON.name,
    category: 'hotel',
    location: { city: 'Berlin', country: 'DE', coordinates: [52.5159, 13.3802] },
    verified: false,
    confidence: expect.any(Number),
    suppliers: [{ id: 'expo', name: 'expo' }],
    duplicates: 0,
    lastUpdated: expect.stringMatching(/Z$/),
  })
  expect((await fetch(`/registry/product/${utpid}`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

it('looks up supplier codes in both forms, as texts and as objects', async () => {
  const { send, registry } = await testService()
  const utpid = (await registry.search('adlon')).products[0]?.utpid
  const ids = ['expo:1', { supplier: 'expo', code: '1' }, 'expo:2', 'nobody:', ':1']
  const { results } = await jsonOf(await send('POST', '/registry/lookup', { ids }))
  const found = { status: 'active', utpid, requested: null }
  const unknown = { status: 'unknown', utpid: null, requested: null }
  expect(results).toEqual([found, found, unknown, unknown, unknown])
})

it('looks up an alias with a colon before the record with that code', async () => {
  const other = { ...ADLON, code: '2', name: 'Pension Spree', phone: undefined, location: { city: 'Hamburg' } }
  const { send, registry } = await testService([ADLON, other])
  const [adlon, spree] = await Promise.all(
    ['1', '2'].map(async (code) => (await registry.locate({ supplier: 'expo', code }))?.utpid as string),
  )
  expect(spree).not.toBe(adlon)
  await registry.addAliases(['expo:2', '酒店:5', ':5'].map((alias) => ({ alias, utpid: adlon as string })))
  const ids = ['expo:2', '酒店:5', ':5', { supplier: 'expo', code: '2' }]
  const { results } = await jsonOf(await send('POST', '/registry/lookup', { ids }))
  const found = { status: 'active', utpid: adlon, requested: adlon }
  expect(results).toEqual([found, found, found, { status: 'active', utpid: spree, requested: null }])
})

it('responds 308 for a merged product and 410 for a deleted product', async () => {
  const other = {
    ...ADLON,
    code: '2',
    name: 'Pension Spree',
    phone: undefined,
    location: { city: 'Hamburg', country: 'DE' },
  }
  const { fetch, send, registry } = await testService([ADLON, other])
  const [a, b] = (await registry.search('', { country: 'DE' })).products.map(({ utpid }) => utpid)
  const merged = await send('POST', '/registry/merge', { utpid: a, other: b, survivor: a })
  expect(merged.status).toBe(200)
  const moved = await fetch(`/registry/product/${b}`)
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `/registry/product/${a}`])
  expect(await moved.json()).toEqual({ utpid: b, mergedInto: a })
  expect((await fetch(`/registry/product/${a}`, { method: 'DELETE' })).status).toBe(200)
  const gone = await fetch(`/registry/product/${a}`)
  expect([gone.status, (await jsonOf(gone)).code]).toEqual([410, 'product_deleted'])
})

it('writes to a product only if If-Match matches', async () => {
  const { fetch, send, registry } = await testService()
  const { products } = await registry.search('adlon')
  const path = `/registry/product/${products[0]?.utpid}`
  const etag = (await fetch(path)).headers.get('etag') as string
  const pin = (value: string, tag: string): Promise<Response> =>
    send('PATCH', path, { fields: { name: value } }, { 'if-match': tag })
  expect((await pin('Adlon', etag)).status).toBe(200)
  const late = await pin('Hotel Adlon', etag)
  expect([late.status, (await jsonOf(late)).code]).toEqual([412, 'precondition_failed'])
  expect((await jsonOf(await fetch(path))).name).toBe('Adlon')
})

it('matches an input', async () => {
  const { send } = await testService()
  const input = { name: 'Adlon Kempinski Berlin', location: { city: 'Berlin', coordinates: [52.516, 13.38] } }
  const response = await send('POST', '/registry/match', { input, options: { explain: true } })
  expect(response.status).toBe(200)
  expect(await jsonOf(response)).toMatchObject({ decision: 'match', matches: [{ name: ADLON.name }] })
})

it.each([
  ['GET', '/registry/search', 422, 'validation_failed'],
  ['GET', '/registry/search?q=a&q=b', 422, 'validation_failed'],
  ['GET', '/registry/search?q=a&unknown=b', 422, 'validation_failed'],
  ['GET', '/registry/search?q=a&limit=101', 422, 'validation_failed'],
  ['GET', '/registry/search?q=a&limit=-1', 422, 'validation_failed'],
  ['GET', '/registry/search?q=a&offset=9999', 422, 'offset_too_large'],
  ['GET', '/registry/search?q=a&country=atlantis', 422, 'validation_failed'],
  ['GET', '/registry/search?q=a&verified=yes', 422, 'validation_failed'],
  ['GET', '/registry/product/%ZZ', 400, 'malformed_request'],
  ['GET', '/registry/product/nonsense', 422, 'validation_failed'],
  ['GET', '/registry/product/UTP-00000-00000-1', 404, 'product_not_found'],
  ['GET', '/registry/nothing', 404, 'not_found'],
  ['PUT', '/registry/search', 405, 'method_not_allowed'],
])('responds to %s %s with %i %s', async (method, path, status, code) => {
  const { fetch } = await testService([])
  const response = await fetch(path, { method })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = await jsonOf(response)
  expect([response.status, problem.status, problem.code]).toEqual([status, status, code])
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  expect(problem.type).toBe(`/docs/errors#${code}`)
})

it.each([
  ['invalid JSON', '{', 'application/json', 400, 'invalid_json'],
  ['an empty body', '', 'application/json', 400, 'invalid_json'],
  ['an unsupported media type', '{}', 'text/plain', 415, 'unsupported_media_type'],
  ['an unknown field', '{"input":{"name":"A"},"more":1}', 'application/json', 422, 'validation_failed'],
  ['no input', '{}', 'application/json', 422, 'validation_failed'],
  ['an empty input', '{"input":{}}', 'application/json', 422, 'validation_failed'],
  ['a limit too high', '{"input":{"name":"A"},"options":{"limit":51}}', 'application/json', 422, 'validation_failed'],
])('rejects a match with %s', async (_, body, type, status, code) => {
  const { fetch } = await testService([])
  const response = await fetch('/registry/match', { method: 'POST', body, headers: { 'content-type': type } })
  expect([response.status, (await jsonOf(response)).code]).toEqual([status, code])
})

it.each(['constructor', '__proto__', 'tostring', 'zstd'])('rejects the encoding %s', async (encoding) => {
  const { fetch } = await testService([])
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
  const response = await fetch('/registry/match', { method: 'POST', body: '{}', headers })
  expect([response.status, (await jsonOf(response)).code]).toEqual([415, 'unsupported_media_type'])
})

it('rejects a body that is larger than declared, compressed or not', async () => {
  const { fetch } = await testService([])
  const { gzipSync } = await import('node:zlib')
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
  const response = await fetch('/registry/match', { method: 'POST', body: bomb, headers })
  expect([response.status, (await jsonOf(response)).code]).toEqual([413, 'payload_too_large'])
  const broken = await fetch('/registry/match', { method: 'POST', body: 'no gzip', headers })
  expect([broken.status, (await jsonOf(broken)).code]).toEqual([400, 'invalid_encoding'])
})

it('returns the coverage of the registry by country and supplier', async () => {
  const other = { ...ADLON, supplier: 'bed', code: '2', name: 'Pension Prater', phone: undefined }
  const { fetch } = await testService([ADLON, { ...other, location: { city: 'Wien', country: 'AT' } }])
  const { coverage } = await jsonOf(await fetch('/registry/stats?by=country,supplier'))
  expect(coverage).toEqual({
    country: [
      { country: 'AT', products: 1, share: 0.5 },
      { country: 'DE', products: 1, share: 0.5 },
    ],
    supplier: [
      { id: 'bed', name: 'bed', products: 1, records: 1, share: 0.5 },
      { id: 'expo', name: 'expo', products: 1, records: 1, share: 0.5 },
    ],
  })
  expect(Object.keys((await jsonOf(await fetch('/registry/stats?by=country'))).coverage)).toEqual(['country'])
  expect((await jsonOf(await fetch('/registry/stats'))).coverage).toBe(undefined)
  expect((await fetch('/registry/stats?by=city')).status).toBe(422)
})

it('rejects a text above the limit, with the name of the field', async () => {
  const { send } = await testService()
  const input = { name: 'Adlon', location: { address: 'x'.repeat(100_001) } }
  const response = await send('POST', '/registry/match', { input })
  expect(response.status).toBe(422)
  expect(await jsonOf(response)).toMatchObject({
    code: 'validation_failed',
    errors: [
      {
        path: 'input.location.address',
        code: 'text_too_long',
        message: 'The text has 100,001 characters; a text may have 100,000. Shorten it, or leave it out.',
      },
    ],
  })
})
