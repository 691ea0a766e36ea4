import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { RegistryError } from '@utpid/core'
import { KeyRefusal } from '@utpid/service'
import Koa from 'koa'
import { callerIds, NO_ROUTE, type Passage } from '../access/passage.ts'
import { checkHead } from '../overload/check-head.ts'
import { LoadLimit } from '../overload/load-limit.ts'
import { WorkInHand } from '../overload/work-in-hand.ts'
import { API_VERSION } from '../request/api-version.ts'
import { PEER_ADDRESS } from '../request/client-address.ts'
import { forwardedHeader } from '../request/forwarded-headers.ts'
import { requestIdOf } from '../request/request-id.ts'
import { traceOf } from '../request/trace-parent.ts'
import { compression } from '../response/compression.ts'
import { setCacheHeaders } from '../response/headers/cache-headers.ts'
import { crossOrigin } from '../response/headers/cross-origin.ts'
import { securityHeaders } from '../response/headers/security-headers.ts'
import { answerProblem, answerReply } from '../response/send.ts'
import { RouteFinder } from '../route/find-route.ts'
import { Uploads } from '../uploads/uploads.ts'
import type { AppOptions } from './app-options.ts'
import { recordRequest } from './record-request.ts'
import { replyTo } from './reply-to.ts'

/** The registry over HTTP. What is decided is decided in core and service; this only translates. */
export function createApp(options: AppOptions): Koa {
  const {
    clientAddress = PEER_ADDRESS,
    load = new LoadLimit(),
    inHand = new WorkInHand(),
    uploads = new Uploads(),
    onRequest,
    onFault,
  } = options
  const finder = new RouteFinder(options.routes)
  const operations = new Set(options.routes.filter(({ isOperation }) => isOperation === true).map(({ path }) => path))
  let { onForwarded } = options
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!GONE.has(error.code ?? '')) onFault?.(error, 'a stream')
  })
  // Answered by the app itself, whatever it is.
  app.silent = true
  app.use((_, next) => inHand.add(next()))
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
    if (onForwarded !== undefined) {
      const forwarded = forwardedHeader((name) => context.get(name) || undefined)
      if (forwarded !== undefined) {
        onForwarded(forwarded)
        onForwarded = undefined
      }
    }
    const ip = clientAddress(context.req.socket.remoteAddress ?? '', context.get('x-forwarded-for') || undefined)
    let passage: Passage | undefined
    let code: string | undefined
    try {
      checkHead(context.req)
      passage = { ip, slot: load.enter(operations.has(context.path)) }
      const reply = await replyTo({ ...options, uploads }, finder, context, requestId, passage)
      if (reply.body instanceof Readable) flowing(reply.body, passage)
      answerReply(context, reply)
    } catch (error) {
      code = answerProblem(context, error, requestId, onFault)
      if (passage !== undefined) {
        passage.code = code
        if (error instanceof RegistryError && error.cause instanceof KeyRefusal) passage.refusal = error.cause
      }
    }
    setCacheHeaders(context, passage?.route)
    if (context.body instanceof Readable) {
      if (context.res.closed) passage?.slot.release()
      else void inHand.add(closed(context.res)).then(() => passage?.slot.release())
    } else if (code !== 'deadline_exceeded') passage?.slot.release()
    if (options.service?.isDraining === true) context.set('connection', 'close')
    endUnreadBody(context)
    await released(passage, inHand, (error) => void onFault?.(error, requestId))
    passage?.admission?.finish(context.status)
    const milliseconds = performance.now() - begun
    if (passage !== undefined) recordRequest(options.service, context, requestId, passage, milliseconds)
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

/** @throws `overloaded` when too much flows already, and then nobody reads it. */
function flowing(answer: Readable, { slot }: Passage): void {
  try {
    slot.becomeStream()
  } catch (error) {
    answer.destroy()
    throw error
  }
}

/** Who asked has gone in the middle of the answer: nobody's fault here. */
const GONE: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** What was answered while it was still worked on keeps what it holds until that has ended. */
async function released(
  passage: Passage | undefined,
  inHand: WorkInHand,
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

/** Of a body that nobody reads any more some is thrown away, so that its sender hears the answer; then the line is cut. */
function endUnreadBody({ req, res }: Koa.Context): void {
  if (req.complete) return
  res.once('finish', () => {
    if (req.complete) return
    // Node does so only with bodies that nobody has begun to read.
    req.unpipe()
    // As fast as it comes it would be gigabytes, all garbage, that others wait for.
    req.on('data', () => {
      req.pause()
      setTimeout(() => req.resume(), UNREAD_PAUSE_MS).unref()
    })
    req.resume()
    // By then the next request may be on its way on the same connection.
    setTimeout(() => {
      if (!req.complete) req.socket.destroy()
    }, LINGER_MS).unref()
  })
}

const LINGER_MS = 2_000
/** Between pieces that are thrown away: some six megabytes a second. */
const UNREAD_PAUSE_MS = 10
