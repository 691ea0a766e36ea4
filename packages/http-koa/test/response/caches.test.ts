import { expect, it } from 'vitest'
import { hostedTestService } from '../support/hosted-test-service.ts'

const VARY = ['authorization', 'cookie']

async function cachingOf(response: Response): Promise<{ status: number; cacheControl: string | null; vary: string[] }> {
  await response.text()
  const vary = (response.headers.get('vary') ?? '').toLowerCase().split(/, */)
  return {
    status: response.status,
    cacheControl: response.headers.get('cache-control'),
    vary: vary.filter((name) => VARY.includes(name)),
  }
}

it('forbids caches to store responses of an account or with a secret, including errors', async () => {
  const { ask, fetch, accountId } = await hostedTestService()
  const key = { name: 'Shop', scopes: ['registry:read'] }
  const responses: readonly [number, Promise<Response>][] = [
    [200, ask('GET', '/account')],
    [200, ask('GET', '/account/keys')],
    [201, ask('POST', '/account/keys', { body: key })],
    [404, ask('GET', '/account/keys/nobody')],
    [404, ask('GET', '/account/nowhere')],
    [401, ask('GET', '/account/usage', { key: 'nonsense' })],
    [204, fetch('/account/session')],
    [201, ask('POST', `/admin/accounts/${accountId}/keys`, { body: key })],
    [405, ask('PUT', '/account')],
  ]
  for (const [status, response] of responses)
    expect(await cachingOf(await response)).toEqual({ status, cacheControl: 'no-store', vary: VARY })
})

it('marks responses that depend on the caller, except responses that are equal for all callers', async () => {
  const { ask, fetch, registry } = await hostedTestService()
  const utpid = (await registry.search('adlon')).products[0]?.utpid
  const product = await ask('GET', `/registry/product/${utpid}`)
  const etag = product.headers.get('etag') as string
  const same = await ask('GET', `/registry/product/${utpid}`, { headers: { 'if-none-match': etag } })
  for (const [status, response] of [
    [200, product],
    [304, same],
    [401, await fetch('/registry/stats')],
    [404, await ask('GET', '/nowhere')],
    [200, await ask('GET', '/registry/search?q=adlon', { headers: { 'accept-encoding': 'gzip' } })],
  ] as const) {
    const { vary, cacheControl, status: answered } = await cachingOf(response)
    expect([answered, vary, cacheControl]).toEqual([status, VARY, null])
  }
  for (const path of ['/openapi.json', '/docs']) expect((await cachingOf(await fetch(path))).vary).toEqual([])
})
