import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type Koa from 'koa'
import { HTTP_ERROR_CODES, HttpError, type HttpErrorCode } from '../errors/http-error.ts'
import { HEAD_RULES } from '../overload/check-head.ts'
import type { InFlightRequests } from '../overload/in-flight-requests.ts'
import { API_VERSION } from '../request/api-version.ts'
import { requestIdOf } from '../request/request-id.ts'
import { problemOf } from '../response/problem.ts'

/** Limits and timeouts of connections. */
export interface HttpServerOptions {
  /** Maximum open sockets. Default: 10,000. */
  readonly maxConnections?: number
  /** Maximum milliseconds to receive the head of a request. Default: 15,000. */
  readonly headersMs?: number
  /** Maximum milliseconds to receive a whole request, even at a steady rate. Default: 3,600,000 (one hour). */
  readonly requestMs?: number
  /** Interval of the check for slow requests, milliseconds. Default: 1,000. */
  readonly checkMs?: number
  /** Keep-alive timeout, milliseconds. Default: 65,000, longer than the timeout of usual proxies. */
  readonly idleMs?: number
  /** Milliseconds after which a connection is closed if the client reads nothing of a response. Default: 30,000. */
  readonly unreadMs?: number
  /** Called for each request that Node could not parse. */
  readonly onRefused?: (code: HttpErrorCode) => void
}

const MAX_CONNECTIONS = 10_000
const HEADERS_MS = 15_000
const REQUEST_MS = 3_600_000
const CHECK_MS = 1_000
const IDLE_MS = 65_000
const UNREAD_MS = 30_000
/**
 * The maximum head size in Node is larger than in the app, so that the app's response can name the part that is too
 * long.
 */
const HEAD_BYTES = 2 * HEAD_RULES.maxHeaderCharacters

/** Creates a server for an app. Slow and malformed requests get a problem as their response. */
export function httpServer(app: Pick<Koa, 'callback'>, options: HttpServerOptions = {}): Server {
  const settings: ServerOptions = {
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: options.headersMs ?? HEADERS_MS,
    requestTimeout: options.requestMs ?? REQUEST_MS,
    connectionsCheckingInterval: options.checkMs ?? CHECK_MS,
    keepAliveTimeout: options.idleMs ?? IDLE_MS,
    // The app checks the header Host itself and responds with a problem.
    requireHostHeader: false,
  }
  const server = createServer(settings, app.callback())
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS
  // The app rejects too many headers. Node would silently drop them.
  server.maxHeadersCount = 0
  server.setTimeout(options.unreadMs ?? UNREAD_MS)
  server.on('request', closeUnread)
  // Ignore unknown expectations: Node would respond 417 without a body.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    const code = answerUnparsed(error, socket)
    if (code !== undefined) options.onRefused?.(code)
  })
  return server
}

/** Closes a connection whose client does not read the response. A connection stays open if only the service is slow. */
function closeUnread(_: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
    // Restart the timer, since it does not fire again without traffic.
    else socket.setTimeout(socket.timeout ?? 0)
  })
}

/** Handles a request that Node could not parse: sends a problem if the client is still connected. */
function answerUnparsed(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Duplex,
): HttpErrorCode | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const code = codeOf(error)
  const problem = problemOf(new HttpError(code, HTTP_ERROR_CODES[code]), requestIdOf(undefined))
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${problem.requestId}`,
    `Utpid-Api-Version: ${API_VERSION}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  // Close without waiting for the rest of the request.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  return code
}

function codeOf({ code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): HttpErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed_request'
  const firstLine = rawPacket?.indexOf('\r\n') ?? 0
  return firstLine === -1 || firstLine > HEAD_RULES.maxUrl ? 'uri_too_long' : 'headers_too_large'
}

/** Options of {@link stopServer}. */
export interface StopOptions {
  /** Milliseconds to keep accepting requests after draining has started, so that load balancers can switch. */
  readonly noticeMs: number
  /** Maximum milliseconds, after `noticeMs`, in which in-flight requests may finish. */
  readonly drainMs: number
  /**
   * In-flight requests. Requests without a response after `drainMs` are aborted and get {@link ABORT_GRACE_MS} to end.
   */
  readonly inFlight?: InFlightRequests
}

/** Milliseconds that aborted requests have to end. */
const ABORT_GRACE_MS = 2_000

/**
 * Stops a server without losing a request. Call the function when the service is draining. The service is then not
 * ready and sends `Connection: close`, so clients switch to other processes. Then the server stops listening, and
 * in-flight requests finish or are cut off.
 *
 * @returns the number of requests cut off.
 */
export async function stopServer(server: Server, { noticeMs, drainMs, inFlight }: StopOptions): Promise<number> {
  if (noticeMs > 0) await pause(noticeMs)
  let cutOff = 0
  const cut = setTimeout(() => {
    server.getConnections((_, count) => {
      cutOff = count
      server.closeAllConnections()
    })
  }, drainMs)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(cut)
  const graceTimer = new AbortController()
  await Promise.race([
    inFlight?.idle(),
    pause(ABORT_GRACE_MS, undefined, { signal: graceTimer.signal }).catch(() => undefined),
  ])
  graceTimer.abort()
  return cutOff
}
