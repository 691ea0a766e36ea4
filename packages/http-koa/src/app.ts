import { createHash } from 'node:crypto'
import { type Registry, RegistryError } from '@utpid/core'
import type { HostedService, IdempotentWork } from '@utpid/service'
import Koa from 'koa'
import { answerProblem, answerReply } from './answer/send.ts'
import type { Admission, Gate, Visitor } from './gate.ts'
import { API_VERSION } from './openapi/openapi-document.ts'
import { checkedBody } from './request/checked-body.ts'
import { bodyChunks, parseJson, readBytes } from './request/read-body.ts'
import { readParameters, readQuery } from './request/read-query.ts'
import { requestIdOf } from './request/request-id.ts'
import { type FoundRoute, RouteFinder } from './route/find-route.ts'
import type { Call, Reply, Route } from './route/route.ts'

export interface AppOptions {
  readonly registry: Registry
  readonly gate: Gate
  readonly routes: readonly Route[]
  /** Absent: nothing is logged, and no Idempotency-Key is read. */
  readonly service?: HostedService
  /** Whether `X-Forwarded-For` is believed: behind a proxy of one's own. */
  readonly behindProxy?: boolean
  /** Told of errors that are the service's own fault. */
  readonly onFault?: (error: unknown, requestId: string) => void
}

const BODY_BYTES = 1_000_000
const IDEMPOTENCY_KEY_MOST = 255
const USER_AGENT_MOST = 300

/** What is known of a request when it is over. */
interface Passage {
  visitor?: Visitor
  route?: Route
  admission?: Admission
  code?: string
  work?: IdempotentWork
}

/** The registry over HTTP. What is decided is decided in core and service; this only translates. */
export function createApp(options: AppOptions): Koa {
  const finder = new RouteFinder(options.routes)
  const app = new Koa({ proxy: options.behindProxy === true })
  // Answered by the app itself, whatever it is.
  app.silent = true
  app.use(async (context) => {
    const begun = performance.now()
    const requestId = requestIdOf(context.get('x-request-id') || undefined)
    context.set('x-request-id', requestId)
    context.set('utpid-api-version', String(API_VERSION))
    context.set('x-content-type-options', 'nosniff')
    const passage: Passage = {}
    try {
      answerReply(context, await replyTo(options, finder, context, requestId, passage))
    } catch (error) {
      passage.code = answerProblem(context, error, requestId, options.onFault)
    }
    await passage.work?.release().catch((error: unknown) => options.onFault?.(error, requestId))
    passage.admission?.finish(context.status)
    record(options.service, context, requestId, passage, performance.now() - begun)
  })
  return app
}

/** The checks of a request, in the order that is documented. */
async function replyTo(
  { registry, gate, service }: AppOptions,
  finder: RouteFinder,
  context: Koa.Context,
  requestId: string,
  passage: Passage,
): Promise<Reply> {
  const url = requestUrl(context.req.url ?? '/')
  const header = (name: string): string | undefined => context.get(name) || undefined
  const visitor = await gate.identify({ method: context.method, ip: context.ip, query: url.searchParams, header })
  passage.visitor = visitor
  const found = finder.find(context.method, url.pathname)
  if (found === undefined || !('route' in found)) {
    await visitor.admit(undefined)
    throw noRoute(found, url.pathname)
  }
  const { route, params } = found
  passage.route = route
  passage.admission = await visitor.admit(route)
  context.set(passage.admission.headers)
  const bytes = await bytesOf(context, route)
  const call: Call<never, never, never> = {
    registry,
    service,
    caller: visitor.caller,
    params: readParameters(params, route.params) as never,
    query: readQuery(url.searchParams, route.query) as never,
    body: (route.body === undefined ? undefined : checkedBody(parseJson(bytes), route.body.json)) as never,
    stream: bodyChunks(context.req, route.stream?.bytesMost ?? BODY_BYTES),
    mediaType: mediaTypeOf(context),
    header,
    requestId,
    url,
    by: visitor.by,
    ip: context.ip,
    token: undefined,
    signal: endOf(context),
  }
  const key = header('idempotency-key')
  if (key === undefined || context.method !== 'POST' || service === undefined || visitor.caller === undefined) {
    return await route.handle(call)
  }
  if (key.length > IDEMPOTENCY_KEY_MOST) {
    throw new RegistryError('invalid_header', `Idempotency-Key has more than ${IDEMPOTENCY_KEY_MOST} characters.`)
  }
  const begun = await service.idempotentAnswers.begin({
    accountId: visitor.caller.account.id,
    route: `${route.method} ${url.pathname}`,
    key,
    bodyHash: createHash('sha256').update(bytes).update(url.search).digest('hex'),
  })
  if (begun.kind === 'replay') {
    const { status, headers, body } = begun.answer
    // What was done costs nothing again.
    passage.admission.finish(500)
    return {
      status,
      body,
      type: headers['content-type'] ?? 'application/json',
      headers: { ...headers, 'idempotency-replayed': 'true' },
    }
  }
  passage.work = begun.work
  const reply = await route.handle({ ...call, token: begun.work.token })
  const kept = { 'content-type': reply.type ?? 'application/json; charset=utf-8', ...reply.headers }
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? null)
  await begun.work.finish({ status: reply.status, headers: kept, body })
  delete passage.work
  return reply
}

/** Aborts when nobody waits any more. */
function endOf(context: Koa.Context): AbortSignal {
  const ended = new AbortController()
  context.res.once('close', () => ended.abort())
  return ended.signal
}

function record(
  service: HostedService | undefined,
  context: Koa.Context,
  requestId: string,
  { visitor, route, code }: Passage,
  milliseconds: number,
): void {
  if (service === undefined || visitor?.caller === undefined) return
  const { account, key, member } = visitor.caller
  const userAgent = context.get('user-agent').slice(0, USER_AGENT_MOST)
  service.recorder.record({
    requestId,
    at: new Date(service.environment.now()).toISOString(),
    accountId: account.id,
    ...(key === undefined ? {} : { keyId: key.id }),
    ...(member === undefined ? {} : { memberId: member.id }),
    method: context.method,
    route: route?.path ?? '(none)',
    status: context.status,
    ...(code === undefined ? {} : { code }),
    milliseconds,
    requestBytes: Number(context.get('content-length')) || 0,
    responseBytes: context.length ?? 0,
    ip: context.ip,
    ...(userAgent === '' ? {} : { userAgent }),
  })
}

/** @throws `malformed_request` for a path that cannot be read. */
function requestUrl(target: string): URL {
  try {
    return new URL(target, 'http://registry.invalid')
  } catch (error) {
    throw new RegistryError('malformed_request', 'The path of the request cannot be read.', { cause: error })
  }
}

function noRoute(found: Exclude<FoundRoute, { route: Route }> | undefined, path: string): RegistryError {
  const shown = path.slice(0, 200)
  if (found === undefined) return new RegistryError('not_found', `There is no ${shown}.`)
  return new RegistryError('method_not_allowed', `${shown} knows ${found.allowed.join(', ')}.`, {
    details: { allow: found.allowed },
  })
}

/** The body of a route that takes one whole. */
async function bytesOf(context: Koa.Context, { body, stream }: Route): Promise<Buffer> {
  if (body === undefined && stream === undefined) return Buffer.alloc(0)
  const type = mediaTypeOf(context)
  const isJson = type === 'application/json' || type.endsWith('+json')
  const isRead = stream === undefined ? isJson : stream.mediaTypes.includes(type)
  if (!isRead) {
    const read = stream === undefined ? 'application/json' : stream.mediaTypes.join(', ')
    throw new RegistryError(
      'unsupported_media_type',
      `Content-Type is ${type === '' ? 'missing' : type.slice(0, 100)}; this route reads ${read}.`,
    )
  }
  return body === undefined ? Buffer.alloc(0) : await readBytes(context.req, body.bytesMost ?? BODY_BYTES)
}

function mediaTypeOf(context: Koa.Context): string {
  return context.get('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
}
