import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Registry, RegistryError } from '@utpid/core'
import type { Caller, HostedService, IdempotentWork } from '@utpid/service'
import Koa from 'koa'
import { compression } from './answer/compression.ts'
import { crossOrigin } from './answer/cross-origin.ts'
import { deprecationHeaders } from './answer/deprecation-headers.ts'
import { securityHeaders } from './answer/security-headers.ts'
import { answerProblem, answerReply } from './answer/send.ts'
import type { FinishedRequest } from './finished-request.ts'
import type { Admission, Gate, Visitor } from './gate.ts'
import { ANSWER_MS, beforeDeadline } from './load/before-deadline.ts'
import type { PaceRules } from './load/body-pace.ts'
import { checkHead } from './load/check-head.ts'
import { LoadLimit, type LoadSlot } from './load/load-limit.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'
import { API_VERSION, apiVersionOf } from './request/api-version.ts'
import { checkAccept } from './request/check-accept.ts'
import { checkedBody } from './request/checked-body.ts'
import { type ClientAddress, PEER_ADDRESS } from './request/client-address.ts'
import { type BodyRules, bodyChunks, parseJson, readBytes } from './request/read-body.ts'
import { readParameters, readQuery } from './request/read-query.ts'
import { requestIdOf } from './request/request-id.ts'
import { traceOf } from './request/trace-parent.ts'
import { type FoundRoute, RouteFinder } from './route/find-route.ts'
import type { Call, Reply, Route } from './route/route.ts'

export interface AppOptions {
  readonly registry: Registry
  readonly gate: Gate
  readonly routes: readonly Route[]
  /** Absent: nothing is logged, and no Idempotency-Key is read. */
  readonly service?: HostedService
  /** Where a request comes from; whoever is connected unless given. */
  readonly clientAddress?: ClientAddress
  /** Where the service is reached from outside, without a slash at its end. */
  readonly baseUrl?: string
  /** Origins of web pages that may ask. None unless given. */
  readonly corsOrigins?: readonly string[]
  /** How much is worked on and held at once. */
  readonly load?: LoadLimit
  /** How fast bodies have to come. */
  readonly pace?: PaceRules
  /** How long an answer may take, milliseconds. 30,000 unless given. */
  readonly answerMs?: number
  /** Absent: `/metrics` is not there. */
  readonly metrics?: ServiceMetrics
  /** Told of each request when it has been answered. */
  readonly onRequest?: (request: FinishedRequest) => void
  /** Told of errors that are the service's own fault. */
  readonly onFault?: (error: unknown, requestId: string) => void
}

const BODY_BYTES = 1_000_000
const IDEMPOTENCY_KEY_MOST = 255
const USER_AGENT_MOST = 300

/** What is known of a request when it is over. */
interface Passage {
  readonly ip: string
  readonly slot: LoadSlot
  visitor?: Visitor
  route?: Route
  admission?: Admission
  code?: string
  work?: IdempotentWork
  /** Goes on behind the answer when that had to be given before. */
  handling?: Promise<unknown>
}

/** The registry over HTTP. What is decided is decided in core and service; this only translates. */
export function createApp(options: AppOptions): Koa {
  const { clientAddress = PEER_ADDRESS, load = new LoadLimit(), onRequest, onFault } = options
  const finder = new RouteFinder(options.routes)
  const operations = new Set(options.routes.filter(({ isOperation }) => isOperation === true).map(({ path }) => path))
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code ?? '')) onFault?.(error, 'a stream')
  })
  // Answered by the app itself, whatever it is.
  app.silent = true
  app.use(securityHeaders(options.baseUrl))
  app.use(compression())
  if (options.corsOrigins !== undefined && options.corsOrigins.length > 0) app.use(crossOrigin(options.corsOrigins))
  app.use(async (context) => {
    const begun = performance.now()
    const requestId = requestIdOf(context.get('x-request-id') || undefined)
    const trace = traceOf(context.get('traceparent'))
    context.set('x-request-id', requestId)
    context.set('utpid-api-version', String(API_VERSION))
    if (trace !== undefined) context.set('traceparent', trace.header)
    const ip = clientAddress(context.req.socket.remoteAddress ?? '', context.get('x-forwarded-for') || undefined)
    let passage: Passage | undefined
    let code: string | undefined
    try {
      checkHead(context.req)
      passage = { ip, slot: load.enter(operations.has(context.path)) }
      answerReply(context, await replyTo(options, finder, context, requestId, passage))
    } catch (error) {
      code = answerProblem(context, error, requestId, onFault)
      if (passage !== undefined) passage.code = code
    }
    if (context.body instanceof Readable) {
      passage?.slot.streamsAnswer()
      if (context.res.closed) passage?.slot.release()
      else context.res.once('close', () => passage?.slot.release())
    } else if (code !== 'deadline_exceeded') passage?.slot.release()
    if (options.service?.isDraining === true) context.set('connection', 'close')
    endUnreadBody(context)
    await released(passage, (error) => void onFault?.(error, requestId))
    passage?.admission?.finish(context.status)
    const milliseconds = performance.now() - begun
    if (passage !== undefined) record(options.service, context, requestId, passage, milliseconds)
    onRequest?.({
      requestId,
      method: context.method,
      route: passage?.route?.path ?? NO_ROUTE,
      status: context.status,
      ...(code === undefined ? {} : { code }),
      milliseconds,
      ip,
      ...callerIds(passage?.visitor?.caller),
      ...(trace === undefined ? {} : { traceId: trace.traceId }),
    })
  })
  return app
}

const NO_ROUTE = '(none)'
/** Who asked has gone in the middle of the answer: nobody's fault here. */
const GONE: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** What was answered while it was still worked on keeps what it holds until that has ended. */
async function released(passage: Passage | undefined, onError: (error: unknown) => void): Promise<void> {
  if (passage === undefined) return
  const { work, handling, slot } = passage
  if (passage.code !== 'deadline_exceeded') {
    await work?.release().catch(onError)
    return
  }
  void Promise.resolve(handling)
    .catch(() => undefined)
    .then(() => {
      slot.release()
      return work?.release()
    })
    .catch(onError)
}

/** Of a body that nobody reads any more some is thrown away, so that its sender hears the answer; then the line is cut. */
function endUnreadBody({ req, res }: Koa.Context): void {
  if (req.complete) return
  res.once('finish', () => {
    if (req.complete) return
    // Node does so only with bodies that nobody has begun to read.
    req.unpipe()
    req.resume()
    // By then the next request may be on its way on the same connection.
    setTimeout(() => {
      if (!req.complete) req.socket.destroy()
    }, LINGER_MS).unref()
  })
}

const LINGER_MS = 2_000

function callerIds(caller: Caller | undefined): Pick<FinishedRequest, 'accountId' | 'keyId' | 'memberId'> {
  if (caller === undefined) return {}
  const { account, key, member } = caller
  return {
    accountId: account.id,
    ...(key === undefined ? {} : { keyId: key.id }),
    ...(member === undefined ? {} : { memberId: member.id }),
  }
}

/** The checks of a request, in the order that is documented. */
async function replyTo(
  { registry, gate, service, metrics, baseUrl, pace, answerMs = ANSWER_MS }: AppOptions,
  finder: RouteFinder,
  context: Koa.Context,
  requestId: string,
  passage: Passage,
): Promise<Reply> {
  const url = requestUrl(context.req.url ?? '/')
  const header = (name: string): string | undefined => context.get(name) || undefined
  const visitor = await gate.identify({
    method: context.method,
    ip: passage.ip,
    query: url.searchParams,
    baseUrl,
    header,
  })
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
  if (route.stream !== undefined) passage.slot.becomeStream()
  context.set(deprecationHeaders(route.deprecated))
  passage.admission = await visitor.admit(route)
  context.set(passage.admission.headers)
  // What is secret may not be guessed by how well it packs with what was asked.
  if (route.isSecret === true || 'session' in route.access || SESSION_PATHS.has(route.path)) context.compress = false
  checkAccept(route, (types) => context.accepts(types))
  const body: Pick<BodyRules, 'pace' | 'onBytes'> = {
    ...(pace === undefined ? {} : { pace }),
    onBytes: (length) => passage.slot.holdBytes(length),
  }
  const bytes = await bytesOf(context, route, body, passage.slot)
  const mediaType = mediaTypeOf(context)
  const digest = createHash('sha256').update(url.search).update(mediaType).update(bytes)
  const ended = endOf(context)
  const call: Call<never, never, never> = {
    registry,
    service,
    metrics,
    baseUrl,
    caller: visitor.caller,
    params: readParameters(params, route.params) as never,
    query: readQuery(url.searchParams, route.query) as never,
    body: (route.body === undefined ? undefined : checkedBody(parseJson(bytes), route.body.json)) as never,
    stream: hashed(bodyChunks(context.req, streamRules(route, mediaType, body)), digest),
    mediaType,
    header,
    requestId,
    url,
    by: visitor.by,
    ip: passage.ip,
    token: undefined,
    signal: ended.signal,
  }
  const handle = (request: typeof call): Promise<Reply> => {
    const handling = route.handle(request)
    passage.handling = handling
    // A body that flows has its own pace.
    return route.stream === undefined ? beforeDeadline(handling, ended, answerMs) : handling
  }
  const key = header('idempotency-key')
  if (key === undefined || !WRITING.has(context.method) || service === undefined || visitor.caller === undefined) {
    return await handle(call)
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
    const reply = await handle({ ...call, caller, token: work.token })
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

/** Sets cookies and takes passwords. */
const SESSION_PATHS: ReadonlySet<string> = new Set(['/account/session', '/account/invitation'])
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

/** Of JSON more is held at once than of lines, which are gone when they are read. */
function streamRules(
  { stream }: Route,
  mediaType: string,
  { onBytes, ...rules }: Omit<BodyRules, 'bytesMost' | 'isWhole'>,
): BodyRules {
  const isJson = mediaType === 'application/json'
  const bytesMost = stream === undefined ? BODY_BYTES : isJson ? stream.jsonBytesMost : stream.bytesMost
  return { bytesMost, isWhole: false, ...rules, ...(isJson && onBytes !== undefined ? { onBytes } : {}) }
}

/** Aborts when nobody waits any more. */
function endOf(context: Koa.Context): AbortController {
  const ended = new AbortController()
  context.res.once('close', () => ended.abort())
  return ended
}

function record(
  service: HostedService | undefined,
  context: Koa.Context,
  requestId: string,
  { visitor, route, code, ip }: Passage,
  milliseconds: number,
): void {
  if (service === undefined || visitor?.caller === undefined) return
  const userAgent = context.get('user-agent').slice(0, USER_AGENT_MOST)
  service.recorder.record({
    requestId,
    at: new Date(service.environment.now()).toISOString(),
    accountId: visitor.caller.account.id,
    ...callerIds(visitor.caller),
    method: context.method,
    route: route?.path ?? NO_ROUTE,
    status: context.status,
    ...(code === undefined ? {} : { code }),
    milliseconds,
    requestBytes: Number(context.get('content-length')) || 0,
    responseBytes: context.length ?? 0,
    ip,
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
async function bytesOf(
  context: Koa.Context,
  { body, stream }: Route,
  rules: Omit<BodyRules, 'bytesMost' | 'isWhole'>,
  slot: LoadSlot,
): Promise<Buffer> {
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
  if (body === undefined) return Buffer.alloc(0)
  const arrived = context.req.complete ? () => undefined : slot.waitsForBody()
  try {
    return await readBytes(context.req, { bytesMost: body.bytesMost ?? BODY_BYTES, isWhole: true, ...rules })
  } finally {
    arrived()
  }
}

function mediaTypeOf(context: Koa.Context): string {
  return context.get('content-type').split(';')[0]?.trim().toLowerCase() ?? ''
}
