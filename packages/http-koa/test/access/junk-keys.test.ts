import { OPERATOR, ServiceError } from '@utpid/service'
import { FAILURES_RULE, KEY_FAILURES_RULE, makeKeyText } from '@utpid/service/internal'
import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const JUNK = `utp_live_${'x'.repeat(36)}`

it('throttles clients that guess keys, on public routes too', async () => {
  const { ask, fetch } = await hostedTestService()
  const paths = ['/registry/search?q=a', '/nowhere', '/openapi.json', '/account/keys/x']
  for (let tried = 0; tried < FAILURES_RULE.requests; tried++) {
    const junk = await ask('GET', paths[tried % paths.length] as string, { key: JUNK })
    expect(junk.status).toBe(401)
  }
  for (const path of paths) {
    const throttled = await ask('GET', path, { key: JUNK })
    expect(throttled.status).toBe(429)
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const body = JSON.stringify({ key: JUNK })
  expect((await fetch('/account/session', { method: 'POST', headers: JSON_BODY, body })).status).toBe(429)
  // Public routes still accept requests without a key.
  expect((await fetch('/health')).status).toBe(200)
})

it('never rejects a valid key, session or invitation because of failures of others at its address', async () => {
  const { ask, fetch, key, service, accountId } = await hostedTestService()
  const random = (bytes: number): Uint8Array => crypto.getRandomValues(new Uint8Array(bytes))
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(path, { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) })
  const person = { name: 'Ann', email: 'ann@example.com', role: 'viewer' } as const
  const { text: invitation } = await service.members.invite(OPERATOR, accountId, person)
  const before = await post('/account/session', { key })
  const cookie = (before.headers.get('set-cookie') ?? '').split(';')[0] as string
  const statuses = new Set<number>()
  for (let tried = 0; tried < KEY_FAILURES_RULE.requests + 20; tried++) {
    const wrong = makeKeyText('live', random)
    statuses.add((await ask('GET', '/registry/stats', { key: wrong })).status)
    statuses.add((await ask('GET', '/registry/stats', { key: `${key.slice(0, 20)}${wrong.slice(20)}` })).status)
  }
  expect([...statuses].sort()).toEqual([401, 429])
  expect((await ask('GET', '/registry/stats')).status).toBe(200)
  expect((await fetch('/registry/stats', { headers: { cookie } })).status).toBe(200)
  expect((await post('/account/session', { key })).status).toBe(200)
  const password = 'correct horse battery'
  expect((await post('/account/invitation', { invitation, password })).status).toBe(200)
  expect((await post('/account/session', { email: person.email, password })).status).toBe(200)
})

it('reports a wrong key before any other error, and other errors only with a valid key', async () => {
  const { ask } = await hostedTestService()
  const { key } = await hostedTestService()
  for (let tried = 0; tried < FAILURES_RULE.requests; tried++) await ask('GET', '/nowhere', { key })
  // The service rejects an invalid key before it checks route, method, scope, quota and body.
  const refused = await ask('POST', '/registry/match', { key, body: { nothing: true } })
  expect([refused.status, (await jsonOf(refused)).code]).toEqual([429, 'auth_throttled'])
  const known = await ask('GET', '/nowhere')
  expect([known.status, (await jsonOf(known)).code]).toEqual([404, 'not_found'])
})

it('limits passwords by e-mail and address together before hashing, and admits others at the address', async () => {
  const { fetch, service, accountId } = await hostedTestService()
  const password = 'correct horse battery'
  const person = { name: 'Carol', email: 'carol@example.com', role: 'viewer' } as const
  const { text: invitation } = await service.members.invite(OPERATOR, accountId, person)
  await fetch('/account/invitation', {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ invitation, password }),
  })
  const signIn = async (email: string, tried = 'not this one, surely'): Promise<number> => {
    const body = JSON.stringify({ email, password: tried })
    return (await fetch('/account/session', { method: 'POST', headers: JSON_BODY, body })).status
  }
  // Simulate attempts, since each real attempt would compute a slow hash.
  const { failedAuthentications } = service
  const wrong = async (): Promise<never> => {
    throw new ServiceError('invalid_credentials', 'Wrong.')
  }
  const tryAs = (email: string): Promise<unknown> =>
    failedAuthentications.tryPassword('127.0.0.1', email, wrong).catch(() => undefined)
  for (let tried = 0; tried < FAILURES_RULE.requests; tried++) await tryAs('ann@example.com')
  expect(await signIn('Ann@example.com')).toBe(429)
  expect(await signIn('bob@example.com')).toBe(401)
  for (let tried = 0; tried < 500; tried++) await tryAs(`${tried}@example.com`)
  expect(await signIn(person.email, password)).toBe(200)
})

it('reads no malformed session from the store, and a missing session only once', async () => {
  const { fetch, service } = await hostedTestService()
  let reads = 0
  const { store } = service
  const read = store.read.bind(store)
  store.read = (table, keys) => {
    if (table === 'sessions') reads++
    return read(table, keys)
  }
  for (const text of ['x', 'a'.repeat(43), 'a'.repeat(43), 'a'.repeat(44)]) {
    expect((await fetch('/account/session', { headers: { cookie: `utpid_session=${text}` } })).status).toBe(204)
  }
  expect(reads).toBe(1)
})
