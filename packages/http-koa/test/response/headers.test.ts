import { get } from 'node:http'
import { expect, it } from 'vitest'
import { ROUTES } from '../../src/index.ts'
import { route } from '../../src/route/route.ts'
import { hostedTestService } from '../support/hosted-test-service.ts'
import { operatedApp } from '../support/operated-app.ts'
import { rawConnection } from '../support/raw-connection.ts'

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const LONG = 'a text that is easily packed '.repeat(200)

const texts = (['plain', 'secret', 'tagged'] as const).map((name) =>
  route(`GET /${name}`, {
    operationId: name,
    summary: 'A long text',
    access: { public: true },
    ...(name === 'secret' ? { isSecret: true as const } : {}),
    answers: { 200: { description: 'It.', mediaType: 'text/plain' } },
    handle: async () => ({ status: 200, body: LONG, ...(name === 'tagged' ? { headers: { etag: '"1"' } } : {}) }),
  }),
)

/** Returns the encoding of a response, as sent. */
function encodingOf(url: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, br' } }, (response) => {
      response.resume().once('end', () => resolve(response.headers['content-encoding']))
    }).once('error', reject)
  })
}

it('forbids browsers to run or load anything, in every response', async () => {
  const { fetch } = await operatedApp()
  for (const path of ['/health', '/nothing']) {
    const { headers } = await fetch(path)
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
  const secure = await operatedApp({ baseUrl: 'https://registry.example.com' })
  expect((await secure.fetch('/health')).headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
})

it('returns a valid traceparent, and creates none', async () => {
  const traces: (string | undefined)[] = []
  const { fetch } = await operatedApp({ onRequest: ({ traceId }) => void traces.push(traceId) })
  const traceOf = async (traceparent: string): Promise<string | null> =>
    (await fetch('/health', { headers: { traceparent } })).headers.get('traceparent')
  expect(await traceOf(TRACE)).toBe(TRACE)
  expect(await traceOf('00-0000-1-01')).toBeNull()
  expect(await traceOf(`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`)).toBeNull()
  expect((await fetch('/health')).headers.get('traceparent')).toBeNull()
  expect(traces).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', undefined, undefined, undefined])
})

it('compresses long responses, except responses with a secret or a strong tag', async () => {
  const { address } = await operatedApp({ routes: texts })
  expect(await encodingOf(`${address}/plain`)).toBe('br')
  expect(await encodingOf(`${address}/secret`)).toBeUndefined()
  expect(await encodingOf(`${address}/tagged`)).toBeUndefined()
  expect(await encodingOf(`${address}/health`)).toBeUndefined()
})

it('allows pages of configured origins only', async () => {
  const { fetch } = await operatedApp({ corsOrigins: ['https://shop.example.com'] })
  const ask = async (origin: string, method: string): Promise<Response> =>
    await fetch('/health', { method, headers: { origin, 'access-control-request-method': 'GET' } })
  const preflight = await ask('https://shop.example.com', 'OPTIONS')
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://shop.example.com')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const { headers } = await ask('https://shop.example.com', 'GET')
  expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
  for (const method of ['GET', 'OPTIONS']) {
    const other = await ask('https://evil.example.com', method)
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('lets these pages read every response header', async () => {
  const { fetch } = await operatedApp({ corsOrigins: ['https://shop.example.com'] })
  const { headers } = await fetch('/health', { headers: { origin: 'https://shop.example.com' } })
  const exposed = new Set(headers.get('access-control-expose-headers')?.toLowerCase().split(','))
  const documented = ROUTES.flatMap(({ answers }) =>
    Object.values(answers).flatMap((answer) => Object.keys(answer.headers ?? {})),
  )
  // These headers may occur on every route, or browsers always or never expose them.
  const everywhere = ['Deprecation', 'Sunset', 'Link', 'Idempotency-Replayed', 'X-Request-Id', 'Utpid-Api-Version']
  const limits = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate']
  const elsewhere = new Set(['cache-control', 'set-cookie'])
  for (const name of [...documented, ...everywhere, ...limits].map((text) => text.toLowerCase())) {
    if (!elsewhere.has(name)) expect(exposed).toContain(name)
  }
})

it('sets the session cookie for https and its own page only, if the service uses https', async () => {
  const { service, key } = await hostedTestService()
  const { fetch } = await operatedApp({
    service,
    baseUrl: 'https://registry.example.com',
    routes: ROUTES.filter(({ operationId }) => operationId === 'signIn'),
  })
  const signIn = async (origin: string): Promise<Response> =>
    await fetch('/account/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ key }),
    })
  const signedIn = await signIn('https://registry.example.com')
  expect(signedIn.headers.get('set-cookie')).toContain('; Secure')
  expect((await signIn('https://evil.example.com')).status).toBe(400)
})

it('rejects a request with two Authorization headers', async () => {
  const { address, key } = await hostedTestService()
  for (const second of [key, 'nonsense']) {
    const connection = rawConnection(address)
    const lines = [
      'GET /registry/stats HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${key}`,
      `authorization: Bearer ${second}`,
    ]
    connection.write(`${lines.join('\r\n')}\r\n\r\n`)
    const { status, body } = await connection.answer
    connection.socket.destroy()
    expect([status, JSON.parse(body).code]).toEqual([400, 'malformed_request'])
  }
})

it('sends an unencoded response to a client that refuses all encodings', async () => {
  const { address } = await operatedApp({ routes: texts })
  for (const accepted of ['identity;q=0', '*;q=0']) {
    const [status, encoding] = await new Promise<readonly [number | undefined, string | undefined]>(
      (resolve, reject) => {
        get(`${address}/plain`, { headers: { 'accept-encoding': accepted } }, (response) => {
          response.resume().once('end', () => resolve([response.statusCode, response.headers['content-encoding']]))
        }).once('error', reject)
      },
    )
    expect([accepted, status, encoding]).toEqual([accepted, 200, undefined])
  }
})
