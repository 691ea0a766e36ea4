import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { defined } from '@utpid/core/storage'
import { ServiceError } from '@utpid/service'
import { KeyRefusal } from '@utpid/service/internal'
import Koa from 'koa'
import { callerIds, NO_ROUTE, type RequestContext } from '../access/request-context.ts'
import { checkHead } from '../overload/check-head.ts'
import { ConcurrencyLimit } from '../overload/concurrency-limit.ts'
import { InFlightRequests } from '../overload/in-flight-requests.ts'
import { API_VERSION } from '../request/api-version.ts'
import { PEER_ADDRESS } from '../request/client-address.ts'
import { forwardedHeader } from '../request/forwarded-headers.ts'
import { requestIdOf } from '../request/request-id.ts'
import { traceOf } from '../request/trace-parent.ts'
import { compression } from '../response/compression.ts'
import { setCacheHeaders } from '../response/headers/cache-headers.ts'
import { crossOrigin } from '../response/headers/cross-origin.ts'
import { securityHeaders } from '../response/headers/security-headers.ts'
import { sendProblem, sendReply } from '../response/send.ts'
import { RouteFinder } from '../route/find-route.ts'
import { Uploads } from '../uploads/uploads.ts'
import type { AppOptions } from './app-options.ts'
import { recordRequest } from './record-request.ts'
import { replyTo } from './reply-to.ts'

/** Creates the HTTP app of a registry. The app only translates requests; core and service contain the logic. */
export function createApp(options: AppOptions): Koa {
  const {
    clientAddress = PEER_ADDRESS,
    concurrency = new ConcurrencyLimit(),
    inFlight = new InFlightRequests(),
    uploads = new Uploads(),
    onRequest,
    onInternalError,
  } = options
  const finder = new RouteFinder(options.routes)
  const exemptPaths = new Set(
    options.routes.filter(({ exemptFromLoadShedding }) => exemptFromLoadShedding === true).map(({ path }) => path),
  )
  const reportForwarded = forwardedReporter(options.onForwarded)
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!DISCONNECT_CODES.has(error.code ?? '')) onInternalError?.(error, 'a stream')
  })
  // Koa must not log errors: the app sends a response for each error.
  app.silent = true
  app.use((_, next) => inFlight.add(next()))
  app.use(securityHeaders(options.baseUrl))
  app.use(compression())
  if (options.corsOrigins !== undefined && options.corsOrigins.length > 0) app.use(crossOrigin(options.corsOrigins))
  app.use(async (context) => {
    const startedAt = performance.now()
    const requestId = requestIdOf(context.get('x-request-id') || undefined)
    const trace = traceOf(context.get('traceparent'))
    context.set('x-request-id', requestId)
    context.set('utpid-api-version', String(API_VERSION))
    if (trace !== undefined) context.set('traceparent', trace.header)
    reportForwarded(context)
    const ip = clientAddress(context.req.socket.remoteAddress ?? '', context.get('x-forwarded-for') || undefined)
    let passage: RequestContext | undefined
    let code: string | undefined
    try {
      checkHead(context.req)
      passage = { ip, slot: concurrency.enter(exemptPaths.has(context.path)) }
      const reply = await replyTo({ ...options, uploads }, finder, context, requestId, passage)
      if (reply.body instanceof Readable) countStream(reply.body, passage)
      sendReply(context, reply)
    } catch (error) {
      code = sendProblem(context, error, requestId, onInternalError, passage?.principal?.caller)
      if (passage !== undefined) {
        passage.code = code
        if (error instanceof ServiceError && error.cause instanceof KeyRefusal) passage.refusal = error.cause
      }
    }
    setCacheHeaders(context, passage?.route)
    releaseSlot(context, passage, code, inFlight)
    if (options.service?.isDraining === true) context.set('connection', 'close')
    endUnreadBody(context)
    await releaseAfterAnswer(passage, inFlight, (error) => void onInternalError?.(error, requestId))
    passage?.grant?.finish(context.status)
    const milliseconds = performance.now() - startedAt
    if (passage !== undefined) recordRequest(options.service, context, requestId, passage, milliseconds)
    onRequest?.({
      requestId,
      method: context.method,
      route: passage?.route?.path ?? NO_ROUTE,
      status: context.status,
      ...defined({ code }),
      milliseconds,
      ip,
      ...callerIds(passage?.principal?.caller),
      ...(trace === undefined ? {} : { traceId: trace.traceId }),
    })
  })
  return app
}

/** Returns a function that reports a forwarding header once: for the first request that has such a header. */
function forwardedReporter(report: AppOptions['onForwarded']): (context: Koa.Context) => void {
  let onForwarded = report
  return (context) => {
    if (onForwarded === undefined) return
    const forwarded = forwardedHeader((name) => context.get(name) || undefined)
    if (forwarded === undefined) return
    onForwarded(forwarded)
    onForwarded = undefined
  }
}

/** Counts a streamed response. @throws `overloaded` at the limit of streams, after destroying the response stream. */
function countStream(answer: Readable, { slot }: RequestContext): void {
  try {
    slot.becomeStream()
  } catch (error) {
    answer.destroy()
    throw error
  }
}

/** Error codes of clients that disconnect during the response. These errors do not count as internal errors. */
const DISCONNECT_CODES: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Releases the slot of a finished request: at once, or after a streamed response. */
function releaseSlot(
  context: Koa.Context,
  passage: RequestContext | undefined,
  code: string | undefined,
  inHand: InFlightRequests,
): void {
  if (context.body instanceof Readable) {
    if (context.res.closed) passage?.slot.release()
    else void inHand.add(closed(context.res)).then(() => passage?.slot.release())
  } else if (code !== 'deadline_exceeded') passage?.slot.release()
}

/**
 * Releases the idempotency claim of a request. After `deadline_exceeded` the handler continues, so the claim and the
 * slot are released when the handler ends.
 */
async function releaseAfterAnswer(
  passage: RequestContext | undefined,
  inHand: InFlightRequests,
  onError: (error: unknown) => void,
): Promise<void> {
  if (passage === undefined) return
  const { work, handling, slot } = passage
  if (passage.code !== 'deadline_exceeded') {
    await work?.release().catch(onError)
    return
  }
  const late = Promise.resolve(handling)
    .catch(() => undefined)
    .then(() => {
      slot.release()
      return work?.release()
    })
    .catch(onError)
  void inHand.add(late)
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => void response.once('close', () => resolve()))
}

/** Drains an unread body slowly, so that the client can receive the response. Then closes the connection. */
function endUnreadBody({ req, res }: Koa.Context): void {
  if (req.complete) return
  res.once('finish', () => {
    if (req.complete) return
    // Node drains only bodies that were never read.
    req.unpipe()
    // Read slowly: at full speed gigabytes could arrive, and garbage collection would delay other requests.
    req.on('data', () => {
      req.pause()
      setTimeout(() => req.resume(), UNREAD_PAUSE_MS).unref()
    })
    req.resume()
    // Keep the connection if the body is complete: the connection may already carry the next request.
    setTimeout(() => {
      if (!req.complete) req.socket.destroy()
    }, LINGER_MS).unref()
  })
}

const LINGER_MS = 2_000
/** Milliseconds between drained chunks. The pauses limit draining to about 6 MB per second. */
const UNREAD_PAUSE_MS = 10
