import { expect, it } from 'vitest'
import { checkOrigin } from '../../src/request/check-origin.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { jsonOf } from '../support/test-service.ts'

const BASE = 'https://registry.example.com'

it.each([
  ['a client that is not a browser', {}, undefined, true],
  ['a page of the service', { origin: 'http://here:8080' }, undefined, true],
  ['another page', { origin: 'http://evil.example' }, undefined, false],
  ['another port', { origin: 'http://here:8081' }, undefined, false],
  ['a page from a file', { origin: 'null' }, undefined, false],
  ['a page of the service without Origin', { 'sec-fetch-site': 'same-origin' }, undefined, true],
  ['a URL typed by a person', { 'sec-fetch-site': 'none' }, undefined, true],
  ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, undefined, false],
  ['a sibling host without Origin', { 'sec-fetch-site': 'same-site' }, undefined, false],
  ['the base URL', { origin: BASE }, BASE, true],
  ['the requested host, not the base URL', { origin: 'http://here:8080' }, BASE, false],
  ['the base URL over http', { origin: 'http://registry.example.com' }, BASE, false],
  ['another site without Origin, with a base URL', { 'sec-fetch-site': 'cross-site' }, BASE, false],
] as const)('%s', (_, headers: Readonly<Record<string, string>>, baseUrl, isGood) => {
  const header = (name: string): string | undefined => ({ host: 'here:8080', ...headers })[name]
  const check = (): void => checkOrigin({ header, baseUrl })
  if (isGood) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ code: 'invalid_header' }))
})

it('rejects a change from another site with the dashboard cookie, with or without Origin', async () => {
  const { fetch, key } = await hostedTestService()
  const post = (path: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await post('/account/session', { key }, {})
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] as string
  const make = (headers: Record<string, string>): Promise<Response> =>
    post('/account/services', { name: `Shop ${Math.random()}` }, { cookie, ...headers })
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const refused = await make(headers)
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([400, 'invalid_header'])
  }
  expect((await make({ 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  // Signing in sets the cookie, so another site must not sign a person in.
  expect((await post('/account/session', { key }, { 'sec-fetch-site': 'cross-site' })).status).toBe(400)
})
