import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../src/index.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

describe('a key', () => {
  it('is required by every route that is not public, in the header only', async () => {
    const { fetch } = await hostedTestService()
    for (const { method, path, access } of ROUTES) {
      if ('public' in access) continue
      const response = await fetch(path.replaceAll(/\{\w+\}/g, 'x'), { method })
      expect([method, path, response.status, (await jsonOf(response)).code]).toEqual([
        method,
        path,
        401,
        'missing_api_key',
      ])
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
    const inUrl = await fetch('/registry/stats?api_key=utp_live_x')
    expect([inUrl.status, (await jsonOf(inUrl)).code]).toEqual([401, 'missing_api_key'])
    expect((await fetch('/health')).status).toBe(200)
    expect((await fetch('/ready')).status).toBe(200)
  })

  it('that is invalid gives the same error for every defect', async () => {
    const { ask, key } = await hostedTestService()
    const last = key.at(-1) === 'A' ? 'B' : 'A'
    for (const wrong of ['nonsense', `${key.slice(0, -1)}${last}`, 'utp_live_000000000000000000000000000000000000']) {
      const response = await ask('GET', '/registry/stats', { key: wrong })
      const { requestId: _, ...problem } = await jsonOf(response)
      expect([response.status, problem]).toEqual([
        401,
        {
          type: '/docs/errors#invalid_api_key',
          title: 'Unauthorized',
          status: 401,
          code: 'invalid_api_key',
          detail: expect.any(String),
        },
      ])
    }
  })

  it('allows exactly what its scopes declare on every route', async () => {
    const { ask, newKey } = await hostedTestService()
    const { key } = await newKey(['usage:read'], 'enterprise')
    for (const { method, path, access } of ROUTES) {
      if (!('scope' in access)) continue
      const sufficient = [access.scope, ...(access.or ?? [])]
      const response = await ask(method, path.replaceAll(/\{\w+\}/g, 'x'), { key })
      if (sufficient.includes('usage:read')) {
        expect([method, path, response.status]).toEqual([method, path, 200])
        continue
      }
      const problem = await jsonOf(response)
      expect([method, path, response.status, problem.code]).toEqual([method, path, 403, 'insufficient_scope'])
      expect(problem.requiredScopes).toEqual(sufficient)
      expect(response.headers.get('www-authenticate')).toContain(`scope="${sufficient.join(' ')}"`)
    }
  })

  it('has a displayable name', async () => {
    const { ask } = await hostedTestService()
    for (const name of ['a\u0000b', '\u001b[31mShop', 'a\ud800']) {
      const refused = await ask('POST', '/account/keys', { body: { name, scopes: ['registry:read'] } })
      expect([refused.status, JSON.stringify((await jsonOf(refused)).errors)]).toEqual([
        422,
        expect.stringContaining('must not have control characters'),
      ])
    }
  })

  it('is created, rotated and revoked', async () => {
    const { ask } = await hostedTestService()
    const made = await ask('POST', '/account/keys', { body: { name: 'Shop', scopes: ['registry:read'] } })
    expect(made.status).toBe(201)
    const { key, text } = await jsonOf(made)
    expect(made.headers.get('location')).toBe(`/account/keys/${key.id}`)
    expect((await ask('GET', '/registry/stats', { key: text })).status).toBe(200)
    const rotated = await jsonOf(await ask('POST', `/account/keys/${key.id}/rotate`, { body: { overlapSeconds: 60 } }))
    expect((await ask('GET', '/registry/stats', { key: text })).status).toBe(200)
    expect((await ask('GET', '/registry/stats', { key: rotated.text })).status).toBe(200)
    expect((await ask('POST', `/account/keys/${key.id}/revoke`, { body: {} })).status).toBe(200)
    expect((await ask('GET', '/registry/stats', { key: rotated.text })).status).toBe(401)
    const { results } = await jsonOf(await ask('GET', '/account/keys'))
    expect(JSON.stringify(results)).not.toContain(text)
  })

  it('that is restricted to suppliers writes only for them', async () => {
    const { ask } = await hostedTestService()
    const body = { name: 'Supplier', scopes: ['registry:write'], suppliers: ['expo'] }
    const { text } = await jsonOf(await ask('POST', '/account/keys', { body }))
    const record = { name: 'Pension Spree', location: { city: 'Berlin', country: 'DE' } }
    const put = async (supplier: string): Promise<number> =>
      (await ask('PUT', `/registry/supplier/${supplier}/code/9`, { key: text, body: record })).status
    expect([await put('expo'), await put(' EXPO'), await put('other')]).toEqual([201, 200, 403])
    const others = [
      ['DELETE', '/registry/supplier/other/code/1', undefined],
      ['PUT', '/registry/suppliers/other', { priority: 1 }],
      ['POST', '/registry/suppliers/other/deactivate', {}],
      ['POST', '/registry/import?supplier=expo', []],
      ['PATCH', '/registry/product/UTP-00000-00000-1', { fields: { name: 'x' } }],
    ] as const
    for (const [method, path, given] of others) {
      const response = await ask(method, path, { key: text, ...(given === undefined ? {} : { body: given }) })
      expect([path, response.status, (await jsonOf(response)).code]).toEqual([path, 403, 'insufficient_scope'])
    }
  })

  it('that became invalid shows the reason only in the log of its account', async () => {
    const { ask, service, advance } = await hostedTestService()
    const make = async (more: object = {}): Promise<{ key: { id: string }; text: string }> =>
      await jsonOf(await ask('POST', '/account/keys', { body: { name: 'Shop', scopes: ['registry:read'], ...more } }))
    const revoked = await make()
    await ask('POST', `/account/keys/${revoked.key.id}/revoke`, { body: {} })
    const rotated = await make()
    await ask('POST', `/account/keys/${rotated.key.id}/rotate`, { body: { overlapSeconds: 1 } })
    const expired = await make({ expiresAt: '2026-11-22T12:00:01Z' })
    advance(1_000)
    for (const [reason, { key, text }] of Object.entries({ revoked, rotated, expired })) {
      const headers = { 'x-request-id': `request-${key.id}` }
      const refused = await ask('GET', '/registry/stats', { key: text, headers })
      expect(refused.status).toBe(401)
      expect(await refused.text()).not.toContain(reason)
      await service.recorder.flush()
      const log = await jsonOf(await ask('GET', `/account/logs/request-${key.id}`))
      expect(log).toMatchObject({ status: 401, code: 'invalid_api_key', reason, keyId: key.id })
    }
  })

  it('of another account looks like a missing key, byte for byte', async () => {
    const { ask, newKey } = await hostedTestService()
    const { results } = await jsonOf(await ask('GET', '/account/keys'))
    const { key } = await newKey(['*'])
    const foreign = await jsonOf(await ask('GET', `/account/keys/${results[0].id}`, { key }))
    const missing = await jsonOf(await ask('GET', '/account/keys/00000000-0000-7000-8000-00000000ffff', { key }))
    expect({ ...foreign, requestId: '' }).toEqual({ ...missing, requestId: '' })
    expect(foreign.code).toBe('key_not_found')
  })
})

describe('limits', () => {
  it('allow exactly a burst, and report it in headers', async () => {
    const { ask, newKey, advance } = await hostedTestService()
    const { key } = await newKey(['registry:read'], 'free')
    const answers = []
    for (let at = 0; at < 3; at++) answers.push(await ask('GET', '/registry/stats', { key }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"burst";q=2;w=1, "quota";q=1000;w=2592000')
    expect(answers[2]?.headers.get('retry-after')).toBe('1')
    expect(await jsonOf(answers[2] as Response)).toMatchObject({ code: 'rate_limited', violatedPolicies: ['burst'] })
    advance(1_000)
    expect((await ask('GET', '/registry/stats', { key })).status).toBe(200)
  })

  it('count only calls of the registry, and refund invalid calls', async () => {
    const { ask, newKey, service, advance } = await hostedTestService()
    const { key, accountId } = await newKey(['*'], 'free')
    const used = async (): Promise<number | undefined> => (await service.quota.state(accountId, 1_000))?.used
    await ask('GET', '/registry/stats', { key })
    expect(await used()).toBe(1)
    await ask('GET', '/registry/search?limit=0', { key })
    expect(await used()).toBe(1)
    advance(2_000)
    await ask('GET', '/account/usage', { key })
    expect(await used()).toBe(1)
    await ask('GET', '/registry/product/UTP-00000-00000-1', { key })
    expect(await used()).toBe(2)
  })
})

describe('an Idempotency-Key', () => {
  it('repeats the same response, and rejects another body', async () => {
    const { ask } = await hostedTestService()
    const headers = { 'idempotency-key': 'once' }
    const first = await ask('POST', '/account/services', { body: { name: 'Shop' }, headers })
    const again = await ask('POST', '/account/services', { body: { name: 'Shop' }, headers })
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
    expect(await jsonOf(again)).toEqual(await jsonOf(first))
    const other = await ask('POST', '/account/services', { body: { name: 'Other' }, headers })
    expect([other.status, (await jsonOf(other)).code]).toEqual([422, 'idempotency_key_reused'])
    expect((await jsonOf(await ask('GET', '/account/services'))).results).toHaveLength(1)
  })

  it('is separate for each account, and never stores secrets', async () => {
    const { ask, service, newKey } = await hostedTestService()
    const headers = { 'idempotency-key': 'secret' }
    const body = { name: 'Shop', scopes: ['*'] }
    expect((await ask('POST', '/account/keys', { body, headers })).status).toBe(201)
    const again = await ask('POST', '/account/keys', { body, headers })
    expect([again.status, (await jsonOf(again)).code]).toEqual([409, 'already_exists'])
    const other = await ask('POST', '/account/keys', { body, headers, key: (await newKey(['*'])).key })
    expect(other.status).toBe(201)
    const kept = await service.store.range('idempotent_answers', { limit: 100 })
    expect(JSON.stringify(kept)).not.toContain('utp_live_')
  })

  it('of a feed depends on the bytes of the feed', async () => {
    const { fetch, newKey, service } = await hostedTestService()
    const { key, accountId } = await newKey(['*'])
    const used = async (): Promise<number | undefined> => (await service.quota.state(accountId, 50_000))?.used
    const send = (body: string): Promise<Response> =>
      fetch('/registry/import?supplier=expo', {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'idempotency-key': 'feed' },
      })
    const line = '{"code":"7","name":"Pension Spree","city":"Berlin","country":"DE"}\n'
    const [first, again] = [await send(line), await send(line)]
    expect([first.status, again.status]).toEqual([202, 202])
    expect((await jsonOf(again)).id).toBe((await jsonOf(first)).id)
    const other = await send(line.replace('7', '8'))
    expect([other.status, (await jsonOf(other)).code]).toEqual([422, 'idempotency_key_reused'])
    // Repeated and rejected requests neither use nor refund a call.
    expect(await used()).toBe(1)
  })
})

describe('a batch', () => {
  const inputs = Array.from({ length: 150 }, (_, at) => ({
    ref: String(at),
    name: 'Hotel Adlon Kempinski',
    location: { city: 'Berlin' },
  }))

  it('of few inputs returns results at once, in order', async () => {
    const { ask } = await hostedTestService()
    const response = await ask('POST', '/registry/batch-map', { body: { inputs: [...inputs.slice(0, 3), {}] } })
    expect(response.status).toBe(200)
    const batch = await jsonOf(response)
    expect(batch.counts).toMatchObject({ total: 4, invalid: 1 })
    expect(batch.results.map(({ ref }: { ref: string }) => ref)).toEqual(['0', '1', '2', null])
  })

  it('of many inputs is a job, with results as pages and as lines', async () => {
    const { ask } = await hostedTestService()
    const made = await ask('POST', '/registry/batch-map', { body: { inputs } })
    expect(made.status).toBe(202)
    const job = made.headers.get('location') as string
    const lines = await ask('GET', `${job}/results`, { headers: { accept: 'application/x-ndjson' } })
    const rows = (await lines.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ index }) => index)).toEqual(inputs.map((_, at) => at))
    const done = await jsonOf(await ask('GET', job))
    expect(done).toMatchObject({ status: 'completed', progress: 1, counts: { total: 150, processed: 150 } })
    const page = await jsonOf(await ask('GET', `${job}/results?limit=100`))
    expect([page.results.length, typeof page.next]).toEqual([100, 'string'])
  })

  it('is rejected above the size of the plan, and with a repeated ref', async () => {
    const { ask, newKey } = await hostedTestService()
    const { key } = await newKey(['registry:batch'], 'free')
    const large = await ask('POST', '/registry/batch-map', { key, body: { inputs: inputs.slice(0, 26) } })
    expect([large.status, (await jsonOf(large)).code]).toEqual([422, 'batch_too_large'])
    const twice = await ask('POST', '/registry/batch-map', { body: { inputs: [inputs[0], inputs[0]] } })
    expect([twice.status, (await jsonOf(twice)).code]).toEqual([422, 'duplicate_ref'])
  })
})

describe('the dashboard session', () => {
  it('signs in with a key by a cookie that scripts cannot read, and signs out', async () => {
    const { fetch, key, address } = await hostedTestService()
    const headers = { 'content-type': 'application/json', origin: address }
    const signedIn = await fetch('/account/session', { method: 'POST', body: JSON.stringify({ key }), headers })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.get('set-cookie') as string
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const session = cookie.split(';')[0] as string
    expect((await fetch('/account', { headers: { cookie: session } })).status).toBe(200)
    const elsewhere = await fetch('/account/services', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { ...headers, cookie: session, origin: 'https://evil.example' },
    })
    expect([elsewhere.status, (await jsonOf(elsewhere)).code]).toEqual([400, 'invalid_header'])
    expect((await fetch('/account/session', { method: 'DELETE', headers: { cookie: session } })).status).toBe(204)
    expect((await fetch('/account', { headers: { cookie: session } })).status).toBe(401)
  })
})

describe('signing in', () => {
  it('is limited to a number of attempts, even for concurrent attempts', async () => {
    const { fetch } = await hostedTestService()
    const body = JSON.stringify({ key: 'utp_live_000000000000000000000000000000000000' })
    const headers = { 'content-type': 'application/json' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => fetch('/account/session', { method: 'POST', body, headers })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})

describe('the request log', () => {
  it('contains every request of the account, and no key', async () => {
    const { ask, service, key } = await hostedTestService()
    await ask('GET', '/registry/search?q=adlon', { headers: { 'x-request-id': 'my-request-1' } })
    await ask('GET', '/registry/nothing')
    await service.recorder.flush()
    const { results } = await jsonOf(await ask('GET', '/account/logs'))
    expect(results.map(({ route, status }: { route: string; status: number }) => [route, status])).toEqual([
      ['(none)', 404],
      ['/registry/search', 200],
    ])
    const one = await jsonOf(await ask('GET', '/account/logs/my-request-1'))
    expect(one).toMatchObject({ method: 'GET', route: '/registry/search', status: 200 })
    expect(JSON.stringify(results)).not.toContain(key)
    const usage = await jsonOf(await ask('GET', '/account/usage?groupBy=endpoint'))
    expect(usage.usage.find(({ group }: { group: string }) => group === 'GET /registry/search')).toMatchObject({
      calls: 1,
    })
  })
})
