import { OPERATOR } from '@utpid/service'
import type { JobKind } from '@utpid/service/internal'
import { describe, expect, it } from 'vitest'
import { type HostedTestService, hostedTestService } from '../support/hosted-test-service.ts'
import { ADLON, jsonOf } from '../support/test-service.ts'

/** Creates a key of the first account. */
async function ownKey({ ask }: HostedTestService, key: Record<string, unknown>): Promise<string> {
  return (await jsonOf(await ask('POST', '/account/keys', { body: { name: 'Key', ...key } }))).text
}

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await jsonOf(response)).code]
}

const REFUSED = [403, 'insufficient_scope']

describe('a key that is restricted to suppliers', () => {
  it('cannot use imports, which may contain other suppliers', async () => {
    const hosted = await hostedTestService()
    const { ask } = hosted
    const body = [{ code: '1', name: 'Hotel Eins', country: 'DE' }]
    const { id } = await jsonOf(await ask('POST', '/registry/import?supplier=other', { body }))
    const key = await ownKey(hosted, { scopes: ['registry:write'], suppliers: ['aggregator'] })
    for (const [method, path, given] of [
      ['GET', '/registry/import', undefined],
      ['GET', `/registry/import/${id}`, undefined],
      ['GET', `/registry/import/${id}/results`, undefined],
      ['POST', `/registry/import/${id}/cancel`, {}],
    ] as const) {
      const response = await ask(method, path, { key, ...(given === undefined ? {} : { body: given }) })
      expect([path, ...(await codeOf(response))]).toEqual([path, ...REFUSED])
    }
  })

  it('sets no priority, which would affect other suppliers', async () => {
    const hosted = await hostedTestService()
    const key = await ownKey(hosted, { scopes: ['registry:write'], suppliers: ['expo'] })
    const path = '/registry/suppliers/expo'
    expect(await codeOf(await hosted.ask('PUT', path, { key, body: { priority: 1_000 } }))).toEqual(REFUSED)
    expect((await hosted.ask('PUT', path, { key, body: { name: 'Expo' } })).status).toBe(200)
  })

  it('does not get stored responses of other keys', async () => {
    const hosted = await hostedTestService()
    const record = { name: 'Pension Spree', location: { city: 'Berlin', country: 'DE' } }
    const put = { body: record, headers: { 'idempotency-key': '1' } }
    const path = '/registry/supplier/other/code/9'
    expect((await hosted.ask('PUT', path, put)).status).toBe(201)
    const key = await ownKey(hosted, { scopes: ['registry:write'], suppliers: ['expo'] })
    expect(await codeOf(await hosted.ask('PUT', path, { ...put, key }))).toEqual(REFUSED)
  })
})

describe('an account that shares the registry with other accounts', () => {
  it('exports its crosswalk, but not the decisions of all accounts', async () => {
    const { ask, newKey } = await hostedTestService()
    const { key } = await newKey(['*'])
    expect(await codeOf(await ask('GET', '/registry/export', { key }))).toEqual(REFUSED)
    const crosswalk = await ask('GET', '/registry/export?format=crosswalk', { key })
    expect([crosswalk.status, (await crosswalk.text()).split('\n').length]).toEqual([200, 3])
    expect((await ask('GET', '/registry/export')).status).toBe(200)
  })

  it('sees authors of its own decisions, but neither authors nor notes of other accounts', async () => {
    const { ask, newKey, service, registry } = await hostedTestService()
    const utpid = (await registry.search('adlon')).products[0]?.utpid as string
    const own = await newKey(['*'])
    const [id] = (await service.keyList.list(OPERATOR, own.accountId)).map((key) => key.id)
    const verify = { body: { utpid, evidence: 'a call' } }
    const pin = { body: { fields: { stars: 5 }, note: 'as they say' } }
    await ask('POST', '/registry/verify', { ...verify, key: own.key })
    await ask('PATCH', `/registry/product/${utpid}`, { ...pin, key: own.key })
    const path = `/registry/product/${utpid}?include=details`
    const { key } = await newKey(['*'])
    const shown = async (asker: string): Promise<{ verifiedBy: string; actor: string }> => {
      const { verifiedBy } = await jsonOf(await ask('POST', '/registry/verify', { ...verify, key: asker }))
      const { details } = await jsonOf(await ask('GET', path, { key: asker }))
      const found = await jsonOf(await ask('GET', '/registry/search?q=adlon&include=details', { key: asker }))
      expect(found.results[0].details.pins.stars.actor).toBe(details.pins.stars.actor)
      return { verifiedBy, actor: details.pins.stars.actor }
    }
    expect(await shown(own.key)).toEqual({ verifiedBy: `key:${id}`, actor: `key:${id}` })
    expect(await shown(key)).toEqual({ verifiedBy: 'another account', actor: 'another account' })
  })

  it('lists its own decisions by author, but not those of a person of another account', async () => {
    const { ask, newKey, registry } = await hostedTestService()
    const utpid = (await registry.search('adlon')).products[0]?.utpid as string
    const [own, other] = [await newKey(['*']), await newKey(['*'])]
    for (const { key } of [own, other]) {
      await ask('PATCH', `/registry/product/${utpid}`, { body: { fields: { stars: 4 }, note: 'as they say' }, key })
      await ask('PATCH', `/registry/product/${utpid}`, { body: { fields: { stars: null } }, key })
    }
    const listed = async (query: string): Promise<{ actor: string; note?: string }[]> =>
      (await jsonOf(await ask('GET', `/registry/decisions${query}`, { key: own.key }))).results
    const [, theirs, , mine] = await listed('')
    expect(theirs).toMatchObject({ actor: 'another account' })
    expect(theirs).not.toHaveProperty('note')
    expect(mine).toMatchObject({ actor: expect.stringMatching(/^key:/), note: 'as they say' })
    expect(await listed(`?by=${mine?.actor}`)).toHaveLength(2)
    const all = await jsonOf(await ask('GET', '/registry/decisions'))
    const [{ actor }] = all.results
    expect(actor).toMatch(/^[^/]+\/key:/)
    expect((await jsonOf(await ask('GET', `/registry/decisions?by=${actor}`))).results).toHaveLength(2)
    expect(await listed(`?by=${actor}`)).toEqual([])
    const counts = await jsonOf(await ask('GET', '/registry/decisions/counts', { key: own.key }))
    const counted = counts.results.map(({ actor: who, count }: { actor: string; count: number }) => `${who} ${count}`)
    expect(counted.sort()).toEqual(
      ['another account 1', 'another account 1', `${mine?.actor} 1`, `${mine?.actor} 1`].sort(),
    )
  })

  it('sees a judgement, but not the note of another account', async () => {
    const { phone: _, ...bare } = ADLON
    const location = { city: 'Berlin', country: 'DE', coordinates: [52.5159, 13.3802] }
    const twins = ['8', '9'].map((code) => ({ ...bare, code, location }))
    const { ask, newKey, registry } = await hostedTestService(twins)
    const [one, other] = (await registry.search('adlon')).products.map(({ utpid }) => utpid)
    const own = await newKey(['*'])
    const body = { duplicate: other, resolution: 'merge', note: 'Our secret.' }
    expect((await ask('POST', `/registry/duplicates/${one}/resolve`, { body, key: own.key })).status).toBe(200)
    const { utpid } = await jsonOf(await ask('POST', '/registry/lookup', { body: { ids: [one] } })).then(
      ({ results }) => results[0],
    )
    const path = `/registry/duplicates/${utpid}?status=all&include=explanation`
    const { key } = await newKey(['*'])
    const seen = async (asker: string): Promise<string> => await (await ask('GET', path, { key: asker })).text()
    expect(await seen(own.key)).toContain('Our secret.')
    expect(await seen(key)).not.toContain('Our secret.')
    expect(await seen(key)).toContain('another account')
  })
})

describe('an admin of the service', () => {
  it('gives an account its first key and owner, with entries in both audit logs', async () => {
    const { ask, service, advance } = await hostedTestService()
    const { id } = await jsonOf(await ask('POST', '/admin/accounts', { body: { name: 'Agency', plan: 'pro' } }))
    const path = `/admin/accounts/${id}`
    const headers = { 'idempotency-key': 'first' }
    const key = { name: 'First', scopes: ['*'] }
    const made = await ask('POST', `${path}/keys`, { body: key, headers })
    const { text } = await jsonOf(made)
    expect([made.status, (await ask('POST', `${path}/keys`, { body: key, headers })).status]).toEqual([201, 409])
    expect((await jsonOf(await ask('GET', '/account', { key: text }))).id).toBe(id)
    const person = { name: 'Ann', email: 'ann@example.com', role: 'owner' }
    const invited = await jsonOf(await ask('POST', `${path}/members`, { body: person }))
    const body = { invitation: invited.invitation.text, password: 'correct horse battery' }
    expect((await ask('POST', '/account/invitation', { body })).status).toBe(200)
    expect((await ask('POST', `${path}/members/${invited.member.id}/invitation`, { body: {} })).status).toBe(200)
    advance(1_000)
    const { results } = await jsonOf(await ask('GET', `${path}/keys`))
    expect(results).toHaveLength(1)
    expect((await jsonOf(await ask('GET', `${path}/members`))).results[0]).toMatchObject({ role: 'owner' })
    expect((await ask('POST', `${path}/keys/${results[0].id}/revoke`, { body: {} })).status).toBe(200)
    expect((await ask('GET', '/account', { key: text })).status).toBe(401)
    const trail = (await jsonOf(await ask('GET', '/account/audit'))).results
    const told = trail.filter(({ target }: { target: string }) => target === id)
    const actions = ['account.created', 'key.created', 'member.invited', 'member.link', 'key.revoked']
    expect(told.map(({ action }: { action: string }) => action).sort()).toEqual([...actions].sort())
    const foreign = await service.store.range('audit', { prefix: `${id}/`, limit: 100 })
    expect(foreign.some(({ row }) => row.action === 'key.created' && row.keyId === undefined)).toBe(true)
  })

  it('gets no further permissions: in its own or another operator account, or with a limited key', async () => {
    const hosted = await hostedTestService()
    const { ask, accountId, service } = hosted
    const body = { name: 'More', scopes: ['*'] }
    const key = await ownKey(hosted, { scopes: ['admin:accounts'] })
    const bound = await ownKey(hosted, { scopes: ['admin:accounts'], burstPerSecond: 100 })
    const other = await service.accounts.create(OPERATOR, { name: 'Twin', plan: 'pro', operator: true })
    const tenant = await service.accounts.create(OPERATOR, { name: 'Tenant', plan: 'pro' })
    for (const [id, asker] of [
      [accountId, key],
      [other.id, key],
      [tenant.id, bound],
    ] as const) {
      expect(await codeOf(await ask('POST', `/admin/accounts/${id}/keys`, { body, key: asker }))).toEqual(REFUSED)
      const person = { name: 'Ann', email: 'ann@example.com', role: 'owner' }
      expect(await codeOf(await ask('POST', `/admin/accounts/${id}/members`, { body: person, key: asker }))).toEqual(
        REFUSED,
      )
    }
  })

  it('sees and cancels the jobs of all accounts, and exports the registry with a job', async () => {
    const { ask, newKey, service } = await hostedTestService()
    const { key, accountId } = await newKey(['*'])
    const batch = { inputs: [{ name: 'Hotel Adlon' }], mode: 'async' }
    const { id } = await jsonOf(await ask('POST', '/registry/batch-map', { key, body: batch }))
    const job = await jsonOf(await ask('GET', `/admin/jobs/${id}`))
    expect(job).toMatchObject({ id, kind: 'batch-map', account: accountId, resultsUrl: null })
    expect((await ask('GET', `/admin/jobs/${id}/results`)).status).toBe(404)
    const headers = { 'idempotency-key': 'once' }
    const made = await ask('POST', '/admin/jobs', { body: { kind: 'export' }, headers })
    expect(made.status).toBe(202)
    const again = await jsonOf(await ask('POST', '/admin/jobs', { body: { kind: 'export' }, headers }))
    const exported = await jsonOf(made)
    expect(again.id).toBe(exported.id)
    const path = made.headers.get('location') as string
    await expect.poll(async () => (await jsonOf(await ask('GET', path))).status, { timeout: 10_000 }).toBe('completed')
    const rows = (await jsonOf(await ask('GET', `${path}/results`))).results
    const whole = await (await ask('GET', '/registry/export')).text()
    const kinds = whole
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).kind)
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
    const { results } = await jsonOf(await ask('GET', '/admin/jobs'))
    expect(results.map((each: { id: string }) => each.id)).toEqual(expect.arrayContaining([id, exported.id]))
    const waiting = await service.jobs.create({ accountId, kind: 'nobody does it' as JobKind })
    const cancelled = await jsonOf(await ask('POST', `/admin/jobs/${waiting.id}/cancel`, { body: {} }))
    expect(cancelled.status).toBe('cancelled')
    expect((await ask('GET', '/admin/jobs', { key })).status).toBe(403)
    expect((await ask('POST', '/admin/jobs', { body: { kind: 'retention' } })).status).toBe(422)
  })
})
