import { createHash, type Hash } from 'node:crypto'
import { type Registry, RegistryError } from '@utpid/core'
import type { HostedService, IdempotentWork } from '@utpid/service'
import Koa from 'koa'
import { deprecationHeaders } from './answer/deprecation-headers.ts'
import { answerProblem, answerReply } from './answer/send.ts'
import type { Admission, Gate, Visitor } from './gate.ts'
import { API_VERSION, apiVersionOf } from './request/api-version.ts'
import { checkAccept } from './request/check-accept.ts'
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
  // The last address is the one that the proxy itself saw; those before are what the client says.
  const app = new Koa({ proxy: options.behindProxy === true, maxIpsCount: 1 })
  app.on('error', (error) => options.onFault?.(error, 'a stream'))
  // Answered by the app itself, whatever it is.
  app.silent = true
  app.use(async (context) => {
    const begun = performance.now()
    const requestId = requestIdOf(context.get('x-request-id') || undefined)
    context.set('x-request-id', requestId)
    context.set('utpid-api-version', String(API_VERSION))
    context.set('x-content-type-options', 'nosniff')
    if (options.service?.isDraining === true) context.set('connection', 'close')
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
  const version = apiVersionOf(header('utpid-api-version'), visitor.caller?.account.apiVersion)
  context.set('utpid-api-version', String(version))
  const found = finder.find(context.method, url.pathname)
  if (found === undefined || !('route' in found)) {
    await visitor.admit(undefined)
    throw noRoute(found, url.pathname)
  }
  const { route, params } = found
  passage.route = route
  context.set(deprecationHeaders(route.deprecated))
  passage.admission = await visitor.admit(route)
  context.set(passage.admission.headers)
  checkAccept(route, (types) => context.accepts(types))
  const bytes = await bytesOf(context, route)
  const digest = createHash('sha256').update(url.search).update(mediaTypeOf(context)).update(bytes)
  const call: Call<never, never, never> = {
    registry,
    service,
    caller: visitor.caller,
    params: readParameters(params, route.params) as never,
    query: readQuery(url.searchParams, route.query) as never,
    body: (route.body === undefined ? undefined : checkedBody(parseJson(bytes), route.body.json)) as never,
    stream: hashed(bodyChunks(context.req, streamBytes(route, mediaTypeOf(context))), digest),
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
  if (key === undefined || !WRITING.has(context.method) || service === undefined || visitor.caller === undefined) {
    return await route.handle(call)
  }
  if (key.length > IDEMPOTENCY_KEY_MOST) {
    throw new RegistryError('invalid_header', `Idempotency-Key has more than ${IDEMPOTENCY_KEY_MOST} characters.`)
  }
  // Of a stream the hash is known at its end only: another body is found out then, and an answer is not given for it.
  const begun = await service.idempotentAnswers.begin({
    accountId: visitor.caller.account.id,
    route: `${visitor.by} ${route.method} ${url.pathname}`,
    key,
    bodyHash: route.stream === undefined ? digest.digest('hex') : STREAMED,
  })
  if (begun.kind === 'replay') {
    // What was done costs nothing again.
    passage.admission.finish(500)
    if (route.stream !== undefined) await compareStream(call.stream, digest, begun.answer.headers)
    if (route.isSecret === true) throw alreadyDone()
    const { status, headers, body } = begun.answer
    const { [BODY_HASH]: _, ...shown } = headers
    const type = shown['content-type'] ?? 'application/json'
    return { status, body, type, headers: { ...shown, 'idempotency-replayed': 'true' } }
  }
  if (begun.kind === 'done') {
    passage.admission.finish(500)
    throw alreadyDone()
  }
  passage.work = begun.work
  const { work } = begun
  const renewing = setInterval(() => void work.renew().catch(() => undefined), RENEWAL_MS)
  try {
    // What can be done again without harm is; what makes something anew says in its own write that it was made.
    const caller = makesAnew(route) ? { ...visitor.caller, done: work } : visitor.caller
    const reply = await route.handle({ ...call, caller, token: work.token })
    const kept = {
      'content-type': reply.type ?? 'application/json; charset=utf-8',
      ...reply.headers,
      ...(route.stream === undefined ? {} : { [BODY_HASH]: digest.digest('hex') }),
    }
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? null)
    await work.finish({ status: reply.status, headers: kept, body: route.isSecret === true ? '' : body })
    delete passage.work
    return reply
  } finally {
    clearInterval(renewing)
  }
}

/** Methods of which an Idempotency-Key is read. */
const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function makesAnew({ method, answers, isSecret }: Route): boolean {
  return method === 'POST' && (isSecret === true || answers[201] !== undefined)
}

const STREAMED = 'streamed'
/** Beside the headers of a kept answer: never sent. */
const BODY_HASH = ' body-hash'
const RENEWAL_MS = 10_000

async function* hashed(chunks: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    digest.update(chunk)
    yield chunk
  }
}

/** @throws `idempotency_key_reused` when a body is not the one that was answered. */
async function compareStream(
  stream: AsyncIterable<unknown>,
  digest: Hash,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for await (const _ of stream);
  if (digest.digest('hex') === headers[BODY_HASH]) return
  throw new RegistryError(
    'idempotency_key_reused',
    'This Idempotency-Key came with another body within 24 hours; take a new key for another request.',
  )
}

/** What is shown once is not kept, not even for who asks again. */
function alreadyDone(): RegistryError {
  return new RegistryError(
    'already_exists',
    'This request was done before, and its answer is not kept: look at what it made. What was shown once is shown again by rotating it, under another Idempotency-Key.',
  )
}

function streamBytes({ stream }: Route, mediaType: string): number {
  if (stream === undefined) return BODY_BYTES
  return mediaType === 'application/json' ? stream.jsonBytesMost : stream.bytesMost
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
      { details: { accept: read } },
    )
  }
  return body === undefined ? Buffer.alloc(0) : await readBytes(context.req, body.bytesMost ?? BODY_BYTES)
}

function mediaTypeOf(context: Koa.Context): string {
  return context.get('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
}
