import { createHash, type Hash } from 'node:crypto'
import { RegistryError } from '@utpid/core'
import type { CodedError } from '@utpid/core/codes'
import { defined } from '@utpid/core/storage'
import type Koa from 'koa'
import type { Principal } from '../access/access-control.ts'
import { IDEMPOTENCY_KEY, idempotentReply } from '../access/idempotent-reply.ts'
import type { RequestContext } from '../access/request-context.ts'
import { HttpError } from '../errors/http-error.ts'
import { ANSWER_MS, beforeDeadline } from '../overload/before-deadline.ts'
import { apiVersionOf } from '../request/api-version.ts'
import { checkAccept } from '../request/check-accept.ts'
import { checkedBody } from '../request/checked-body.ts'
import { type BodyRules, bodyChunks, parseJson } from '../request/read-body.ts'
import { readParameters, readQuery } from '../request/read-query.ts'
import { bytesOf, mediaTypeOf, streamRules } from '../request/request-body.ts'
import { requestUrl } from '../request/request-url.ts'
import { deprecationHeaders } from '../response/headers/deprecation-headers.ts'
import { redirectTrailingSlash } from '../response/redirect-trailing-slash.ts'
import type { FoundRoute, RouteFinder } from '../route/find-route.ts'
import type { Call, Reply, Route } from '../route/route.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { AppOptions } from './app-options.ts'

/** Options with the uploads of the app. */
type ReplyOptions = AppOptions & { readonly uploads: Uploads }

/** Checks a request in the documented order, then calls the route's handler. */
export async function replyTo(
  options: ReplyOptions,
  finder: RouteFinder,
  context: Koa.Context,
  requestId: string,
  passage: RequestContext,
): Promise<Reply> {
  const { accessControl, service, baseUrl, answerMs = ANSWER_MS } = options
  const url = requestUrl(context.req.url ?? '/')
  const header = (name: string): string | undefined => context.get(name) || undefined
  const visitor = await accessControl.identify({
    method: context.method,
    ip: passage.ip,
    query: url.searchParams,
    baseUrl,
    header,
  })
  passage.principal = visitor
  if (visitor.caller !== undefined) passage.slot.assignTo(visitor.caller.account.id)
  const version = apiVersionOf(header('utpid-api-version'), visitor.caller?.account.apiVersion)
  context.set('utpid-api-version', String(version))
  const found = finder.find(context.method, url.pathname)
  if (found === undefined || !('route' in found)) {
    const page = found === undefined ? redirectTrailingSlash(finder, context.method, url) : undefined
    if (page !== undefined) {
      passage.route = page.route
      passage.grant = await visitor.admit(page.route)
      return page.reply
    }
    await visitor.admit(undefined)
    throw noRoute(found, url.pathname)
  }
  const { route } = found
  passage.route = route
  if (route.stream !== undefined) passage.slot.becomeStream()
  context.set(deprecationHeaders(route.deprecated))
  passage.grant = await visitor.admit(route)
  context.set(passage.grant.headers)
  // Never compress secrets: the compressed length could reveal them (BREACH attack).
  if (route.isSecret === true || 'session' in route.access || SESSION_PATHS.has(route.path)) context.compress = false
  checkAccept(route, (types) => context.accepts(types))
  const { call, digest, ended } = await readCall(options, found, { context, url, header, requestId, visitor, passage })
  const handle = (request: typeof call): Promise<Reply> => {
    const handling = route.handle(request)
    passage.handling = handling
    // Streamed bodies have a minimum rate instead of a deadline.
    return route.stream === undefined ? beforeDeadline(handling, ended, answerMs) : handling
  }
  return await idempotentReply({ service, call, route, visitor, passage, digest }, handle)
}

/** A request that access control has admitted to its route. */
interface AdmittedRequest {
  readonly context: Koa.Context
  readonly url: URL
  readonly header: (name: string) => string | undefined
  readonly requestId: string
  readonly visitor: Principal
  readonly passage: RequestContext
}

interface ReadCall {
  readonly call: Call<never, never, never>
  /** Hash of the query and of the body read so far. */
  readonly digest: Hash | undefined
  /** Aborts when the client disconnects. */
  readonly ended: AbortController
}

/**
 * Reads and checks the body, parameters and query of a request. For a streamed body, only the handler reads the body.
 */
async function readCall(
  { registry, service, metrics, dashboard, uploads, baseUrl, bodyRate }: ReplyOptions,
  { route, params }: Extract<FoundRoute, { readonly route: Route }>,
  { context, url, header, requestId, visitor, passage }: AdmittedRequest,
): Promise<ReadCall> {
  const body: Pick<BodyRules, 'bodyRate' | 'onBytes'> = {
    ...defined({ bodyRate }),
    onBytes: (length) => passage.slot.holdBytes(length),
  }
  const bytes = await bytesOf(context, route, body, passage.slot)
  const mediaType = mediaTypeOf(context)
  // Compute the hash only for requests with an Idempotency-Key.
  const hasIdempotencyKey = header(IDEMPOTENCY_KEY) !== undefined
  const digest = hasIdempotencyKey ? createHash('sha256').update(url.search).update(mediaType).update(bytes) : undefined
  const ended = abortOnDisconnect(context)
  const call: Call<never, never, never> = {
    registry,
    service,
    metrics,
    dashboard,
    uploads,
    baseUrl,
    caller: visitor.caller,
    params: readParameters(params, route.params) as never,
    query: (route.anyQuery === true ? {} : readQuery(url.searchParams, route.query)) as never,
    body: (route.body === undefined ? undefined : checkedBody(parseJson(bytes), route.body.json)) as never,
    stream: hashed(bodyChunks(context.req, streamRules(route, mediaType, body)), digest),
    mediaType,
    header,
    requestId,
    url,
    actor: visitor.actor,
    ip: passage.ip,
    idempotencyKey: undefined,
    signal: ended.signal,
  }
  return { call, digest, ended }
}

/** Routes that set cookies and receive passwords. */
const SESSION_PATHS: ReadonlySet<string> = new Set(['/account/session', '/account/invitation'])
async function* hashed(chunks: AsyncIterable<Buffer>, digest: Hash | undefined): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    digest?.update(chunk)
    yield chunk
  }
}

/** Returns a controller that aborts when the client disconnects. */
function abortOnDisconnect(context: Koa.Context): AbortController {
  const ended = new AbortController()
  // Do not abort after a complete response: an abort without listeners costs as much as a small response.
  context.res.once('close', () => {
    if (!context.res.writableFinished) ended.abort()
  })
  return ended
}

function noRoute(found: Exclude<FoundRoute, { route: Route }> | undefined, path: string): CodedError {
  const shown = path.slice(0, 200)
  if (found === undefined) return new RegistryError('not_found', `The path ${shown} does not exist.`)
  return new HttpError(
    'method_not_allowed',
    `${shown} does not support this method; use ${found.allowed.join(', ')}.`,
    {
      details: { allow: found.allowed },
    },
  )
}
