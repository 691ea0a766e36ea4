import { expect, test } from 'vitest'
import { createClient, UtpidError } from '../src/index.ts'
import { flakyProxy } from './support/flaky-proxy.ts'
import { servedRegistry } from './support/served-registry.ts'

async function failureOf(call: Promise<unknown>): Promise<UtpidError> {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(UtpidError)
  return error as UtpidError
}

test('an error of the service has its code, status, detail and request id', async () => {
  const { client } = await servedRegistry([])
  const error = await failureOf(client.product('UTP-AAAAA-AAAAA-A', {}, { headers: { 'x-request-id': 'my-own-id' } }))
  expect(error).toMatchObject({ status: error.status, requestId: 'my-own-id', detail: error.message })
  expect(['product_not_found', 'validation_failed']).toContain(error.code)
})

test('an error lists every fault of the request', async () => {
  const { client } = await servedRegistry([])
  const error = await failureOf(client.search({ q: 'a', limit: 1_000, country: 'Atlantis' }))
  expect(error).toMatchObject({ code: 'validation_failed', status: 422 })
  expect(error.errors.map(({ path }) => path).sort()).toEqual(['query.country', 'query.limit'])
})

test('an invalid key is reported once, and appears in no message', async () => {
  const { clientWith } = await servedRegistry([])
  const key = 'utp_live_000000000000000000000000000000000000'
  const error = await failureOf(clientWith({ key }).stats())
  expect(error).toMatchObject({ code: 'invalid_api_key', status: 401 })
  expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(key)
  expect(() => createClient({ baseUrl: 'http://localhost', key: 'two\nlines' })).toThrow(/^(?!.*two)/)
})

test('a feed that is rejected during the upload reports the reason', async () => {
  const { clientWith } = await servedRegistry([])
  const client = clientWith({ key: 'utp_live_000000000000000000000000000000000000', retries: 0 })
  function* endless(): Generator<object> {
    for (let at = 0; at < 20_000; at++) yield { supplier: 'expo', code: String(at), name: 'Hotel '.repeat(20) }
  }
  expect(await failureOf(client.startImport(endless()))).toMatchObject({ code: 'invalid_api_key', status: 401 })
})

test('an invalid base URL is rejected', () => {
  for (const baseUrl of ['nowhere', 'ftp://registry.example', 'http://user:password@registry.example', 'http://a/?b']) {
    expect(() => createClient({ baseUrl })).toThrow(TypeError)
  }
})

test('an unchanged resource is reported as not modified', async () => {
  const { client, registry } = await servedRegistry()
  const utpid = (await registry.search('adlon')).products[0]?.utpid ?? ''
  let etag: string | null = null
  const onResponse = ({ headers }: Response): void => {
    etag = headers.get('etag')
  }
  await client.product(utpid, {}, { onResponse })
  const error = await failureOf(client.product(utpid, {}, { headers: { 'if-none-match': etag ?? '' } }))
  expect(error).toMatchObject({ code: 'not_modified', status: 304 })
})

test('an answer that does not come from the service is reported as unexpected', async () => {
  const { address, key, clientWith } = await servedRegistry([])
  const proxy = await flakyProxy(address, [{ status: 403, body: '<h1>Forbidden</h1>' }])
  const error = await failureOf(clientWith({ baseUrl: proxy.address, key }).stats())
  expect(error).toMatchObject({ code: 'unexpected_answer', status: 403 })
})

test('a missing service is a network_error, and a slow service is a timeout', async () => {
  const { clientWith } = await servedRegistry([])
  const gone = clientWith({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
  expect(await failureOf(gone.stats())).toMatchObject({ code: 'network_error', status: 0 })
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  expect(await failureOf(clientWith({ fetch: silent, timeoutMs: 1, retries: 1 }).stats())).toMatchObject({
    code: 'timeout',
  })
})

test('an aborted call rejects with the reason, also during the response and during a wait', async () => {
  const { client, address, clientWith } = await servedRegistry()
  await expect(client.stats({}, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  const end = new AbortController()
  const proxy = await flakyProxy(address, [{ status: 503, headers: { 'retry-after': '1' } }])
  const waiting = clientWith({
    baseUrl: proxy.address,
    signal: end.signal,
    sleep: () => {
      end.abort('while waiting')
      return new Promise(() => undefined)
    },
  })
  await expect(waiting.stats()).rejects.toBe('while waiting')
  const midst = new AbortController()
  const endless: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      midst.abort('in the midst')
    })
  await expect(clientWith({ fetch: endless }).stats({}, { signal: midst.signal })).rejects.toBe('in the midst')
})
