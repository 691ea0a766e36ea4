import { createHash } from 'node:crypto'
import { OPERATOR, ServiceError } from '@utpid/service'
import { FAILURES_RULE, type RequestClaim, type Scope } from '@utpid/service/internal'
import { type ProblemCode, pathParameters, type Route } from '../../src/index.ts'
import { rawConnection } from '../support/raw-connection.ts'
import { type Given, REQUESTS, type Request } from './requests.ts'
import type { AppKind, Stage } from './stage.ts'
import { NOBODYS } from './world.ts'

/** A function that makes a route respond with a certain code. */
export type Provoke = (stage: Stage, route: Route) => Promise<Response>

export interface Asked {
  readonly key?: string | null
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
  readonly query?: string
  readonly given?: Given
  readonly app?: AppKind
}

/** Sends the valid request of an operation with some changes. */
export async function ask(stage: Stage, route: Route, asked: Asked = {}): Promise<Response> {
  const request = await requestOf(stage, route, asked.given)
  return await send(stage, route, request, asked)
}

export async function requestOf(stage: Stage, { operationId }: Route, given: Given = {}): Promise<Request> {
  const make = REQUESTS[operationId]
  if (make === undefined) throw new Error(`requests.ts has no request of ${operationId}; add one.`)
  return await make(stage.world, given)
}

export async function send(
  stage: Stage,
  { method }: Route,
  { path, body, headers: own }: Request,
  { key: given, headers = {}, body: bytes, query, app = 'well' }: Asked = {},
): Promise<Response> {
  const key = given === undefined && own === undefined ? stage.hosted.key : given
  const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const asked = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  return await stage[app].fetch(asked, {
    method,
    headers: {
      ...(key === undefined ? own : key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
}

/**
 * Sends a request that the service rejects. Rejected requests have no effect, so all rejected requests of an operation
 * use the same objects.
 */
async function askRejected(stage: Stage, route: Route, asked: Asked): Promise<Response> {
  return await send(stage, route, await rejectedRequest(stage, route), asked)
}

async function rejectedRequest(stage: Stage, route: Route): Promise<Request> {
  const request = stage.rejectedRequests.get(route.operationId) ?? (await requestOf(stage, route))
  stage.rejectedRequests.set(route.operationId, request)
  return request
}

interface RawHead {
  readonly app?: 'well' | 'impatient'
  readonly host?: string
  /** Declared length of the body, of which only one character is sent. */
  readonly length?: number
  readonly isEnded?: boolean
}

/** Sends a request with a head that no HTTP client would send. */
async function askRaw(stage: Stage, route: Route, { app = 'well', host, length, isEnded }: RawHead): Promise<Response> {
  const { path, headers: own } = await rejectedRequest(stage, route)
  const credentials = Object.entries(own ?? { Authorization: `Bearer ${stage.hosted.key}` })
  const connection = rawConnection(stage[app].address)
  const head = [
    `${route.method} ${path} HTTP/1.1`,
    ...(host === undefined ? [] : [`Host: ${host}`]),
    ...credentials.map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${length}`]),
  ]
  connection.write(`${head.join('\r\n')}\r\n\r\n${length === undefined ? '' : '['}`)
  if (isEnded === true) connection.socket.end()
  const { status, head: said, body } = await connection.answer
  connection.socket.destroy()
  const [, ...lines] = said.split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return new Response(body, { status, headers: headers as [string, string][] })
}

/** Creates a key with one scope that the route does not accept. */
async function narrowKey({ hosted }: Stage, { access }: Route): Promise<string> {
  const sufficient = 'scope' in access ? [access.scope, ...(access.or ?? [])] : []
  const scope = (['registry:read', 'usage:read'] satisfies Scope[]).find((each) => !sufficient.includes(each)) as Scope
  return (await hosted.newKey([scope], 'enterprise')).key
}

/**
 * Returns the body hash that the service stores when the request starts. The hash of a stream is known only at its end.
 */
export function bodyHash({ well }: Stage, route: Route, { path, body }: Request): string {
  if (route.stream !== undefined) return 'streamed'
  const type = body === undefined ? '' : 'application/json'
  const bytes = route.body === undefined ? '' : JSON.stringify(body)
  return createHash('sha256').update(new URL(path, well.address).search).update(type).update(bytes).digest('hex')
}

/** Claims a request with an Idempotency-Key, without sending the request. */
export async function begunOnce(
  { hosted, world, well }: Stage,
  route: Route,
  { path }: Request,
  hash: string,
): Promise<{ readonly key: string; readonly work: RequestClaim }> {
  const { service, accountId } = hosted
  const key = `once-${world.number()}`
  // Idempotency keys belong to an account, not to an API key.
  const operation = `${route.method} ${new URL(path, well.address).pathname}`
  const begun = await service.idempotentAnswers.claim({ accountId, route: operation, key, bodyHash: hash })
  if (begun.kind !== 'fresh') throw new Error(`It is known: ${begun.kind}.`)
  return { key, work: begun.work }
}

/** Sends a request twice with the same Idempotency-Key. */
async function twice(stage: Stage, route: Route): Promise<Response> {
  const request = await requestOf(stage, route)
  const headers = { 'idempotency-key': `twice-${stage.world.number()}` }
  await (await send(stage, route, request, { headers })).text()
  return await send(stage, route, request, { headers })
}

const missing =
  (given: Given): Provoke =>
  (stage, route) =>
    ask(stage, route, { given })

const became =
  (what: 'deleted' | 'retired' | 'merged'): Provoke =>
  async (stage, route) =>
    ask(stage, route, { given: { utpid: await stage.world[what]() } })

/** Requests that cause a problem at any route, by code. */
export const PROVOCATIONS: Partial<Readonly<Record<ProblemCode, Provoke>>> = {
  malformed_request: async (stage, route) => {
    if (pathParameters(route.path).length === 0) {
      const hasBody = route.body !== undefined || route.stream !== undefined
      return await askRaw(stage, route, hasBody ? { host: 'a', length: 1_000, isEnded: true } : {})
    }
    return await send(stage, route, {
      ...(await rejectedRequest(stage, route)),
      path: route.path.replaceAll(/\{\w+\}/g, '%ZZ'),
    })
  },
  invalid_header: (stage, route) => askRejected(stage, route, { headers: { 'utpid-api-version': '99' } }),
  invalid_json: (stage, route) => askRejected(stage, route, { body: '{' }),
  invalid_encoding: (stage, route) =>
    askRejected(stage, route, { body: 'no gzip', headers: { 'content-encoding': 'gzip' } }),
  missing_api_key: (stage, route) => askRejected(stage, route, { key: null }),
  invalid_api_key: (stage, route) =>
    askRejected(stage, route, {
      key: 'nonsense',
      headers: { 'x-forwarded-for': `10.1.0.${stage.world.number() % 250}` },
    }),
  insufficient_scope: async (stage, route) => askRejected(stage, route, { key: await narrowKey(stage, route) }),
  account_suspended: async (stage, route) => {
    const { key, accountId } = await stage.hosted.newKey(['*'], 'enterprise')
    await stage.hosted.service.accounts.update(OPERATOR, accountId, { status: 'suspended' })
    return await askRejected(stage, route, { key })
  },
  not_found: missing({ id: NOBODYS, code: NOBODYS }),
  product_not_found: missing({ utpid: 'UTP-00000-00000-1', code: NOBODYS }),
  product_deleted: became('deleted'),
  product_retired: became('retired'),
  product_merged: became('merged'),
  job_not_found: missing({ id: NOBODYS }),
  key_not_found: missing({ id: NOBODYS }),
  webhook_not_found: missing({ id: NOBODYS }),
  not_acceptable: (stage, route) => askRejected(stage, route, { headers: { accept: 'image/png' } }),
  request_timeout: (stage, route) => askRaw(stage, route, { app: 'impatient', host: 'a', length: 1_000 }),
  already_exists: twice,
  idempotency_in_progress: async (stage, route) => {
    const request = await rejectedRequest(stage, route)
    const { key } = await begunOnce(stage, route, request, bodyHash(stage, route, request))
    return await send(stage, route, request, { headers: { 'idempotency-key': key } })
  },
  idempotency_key_reused: async (stage, route) => {
    const request = await rejectedRequest(stage, route)
    const hash = route.stream === undefined ? 'another' : 'streamed'
    const { key, work } = await begunOnce(stage, route, request, hash)
    await work.finish({ status: 200, headers: { ' body-hash': 'another' }, body: '{}' })
    return await send(stage, route, request, { headers: { 'idempotency-key': key } })
  },
  precondition_failed: async (stage, route) =>
    askRejected(stage, route, { headers: { 'if-match': '"UTP-00000-00000-1.1.0"' } }),
  payload_too_large: (stage, route) => askRaw(stage, route, { host: 'a', length: 2_000_000_000 }),
  uri_too_long: (stage, route) => askRejected(stage, route, { query: `q=${'a'.repeat(9_000)}` }),
  unsupported_media_type: (stage, route) =>
    askRejected(stage, route, { headers: { 'content-type': 'application/pdf' }, body: '<a/>' }),
  validation_failed: (stage, route) => askRejected(stage, route, { query: 'unknown=1' }),
  invalid_cursor: (stage, route) => askRejected(stage, route, { query: 'cursor=!' }),
  rate_limited: async (stage, route) => {
    const key = await stage.world.planKey({ burstPerSecond: 1 })
    await stage.world.made('GET', '/account', undefined, key)
    return await askRejected(stage, route, { key })
  },
  quota_exceeded: async (stage, route) => {
    const key = await stage.world.planKey({ callsPerMonth: 1 })
    await stage.world.made('GET', '/registry/stats', undefined, key)
    return await askRejected(stage, route, { key })
  },
  auth_throttled: async (stage, route) => {
    const address = `10.2.${Math.floor(stage.world.number() / 250)}.${stage.world.number() % 250}`
    const failed = async (): Promise<never> => {
      throw new ServiceError('invalid_api_key', 'It is not valid.')
    }
    for (let count = 0; count < FAILURES_RULE.requests; count++) {
      await stage.hosted.service.failedAuthentications.lookUp(address, 'nonsense', failed).catch(() => undefined)
    }
    return await askRejected(stage, route, { key: 'nonsense', headers: { 'x-forwarded-for': address } })
  },
  headers_too_large: (stage, route) => askRejected(stage, route, { headers: { 'x-long': 'a'.repeat(17_000) } }),
  internal_error: (stage, route) => askRejected(stage, route, { app: 'faulty' }),
  unavailable: (stage, route) => askRejected(stage, route, { app: 'dead' }),
  overloaded: (stage, route) => askRejected(stage, route, { app: 'full' }),
  not_ready: (stage, route) => askRejected(stage, route, { app: 'stopping' }),
  deadline_exceeded: (stage, route) => askRejected(stage, route, { app: 'late' }),
}
