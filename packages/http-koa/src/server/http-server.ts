import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorCode, RegistryError } from '@utpid/core'
import { ERROR_CODES } from '@utpid/core/codes'
import type Koa from 'koa'
import { HEAD_RULES } from '../overload/check-head.ts'
import type { WorkInHand } from '../overload/work-in-hand.ts'
import { API_VERSION } from '../request/api-version.ts'
import { requestIdOf } from '../request/request-id.ts'
import { problemOf } from '../response/problem.ts'

/** Limits of connections and their times. */
export interface HttpServerOptions {
  /** Sockets that are open at once. 10,000 unless given. */
  readonly connectionsMost?: number
  /** The head of a request has to be there after so long, milliseconds. 15,000 unless given. */
  readonly headersMs?: number
  /** All of a request has to be there after so long, however steadily it comes. An hour unless given. */
  readonly requestMs?: number
  /** How often slow ones are looked for, milliseconds. 1,000 unless given. */
  readonly checkMs?: number
  /** A connection on which nothing is asked is closed after so long, milliseconds. 65,000 unless given: longer than proxies keep theirs. */
  readonly idleMs?: number
  /** An answer of which nothing is taken for so long is given up, milliseconds. 30,000 unless given. */
  readonly unreadMs?: number
  /** Told of what Node could not read as a request. */
  readonly onRefused?: (code: ErrorCode) => void
}

const CONNECTIONS_MOST = 10_000
const HEADERS_MS = 15_000
const REQUEST_MS = 3_600_000
const CHECK_MS = 1_000
const IDLE_MS = 65_000
const UNREAD_MS = 30_000
/** Above what the app reads, so that it can say itself what is too long. */
const HEAD_BYTES = 2 * HEAD_RULES.headerBytesMost

/** A server for an app, that ends slow and broken requests with a problem. */
export function httpServer(app: Pick<Koa, 'callback'>, options: HttpServerOptions = {}): Server {
  const settings: ServerOptions = {
    maxHeaderSize: HEAD_BYTES,
    headersTimeout: options.headersMs ?? HEADERS_MS,
    requestTimeout: options.requestMs ?? REQUEST_MS,
    connectionsCheckingInterval: options.checkMs ?? CHECK_MS,
    keepAliveTimeout: options.idleMs ?? IDLE_MS,
    // The app says so itself, in a problem.
    requireHostHeader: false,
  }
  const server = createServer(settings, app.callback())
  server.maxConnections = options.connectionsMost ?? CONNECTIONS_MOST
  // More are refused by the app; Node would leave out the rest without a word.
  server.maxHeadersCount = 0
  server.setTimeout(options.unreadMs ?? UNREAD_MS)
  server.on('request', endUnread)
  // An expectation that nobody knows is none: Node would answer 417 with nothing in it.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    const code = refuse(error, socket)
    if (code !== undefined) options.onRefused?.(code)
  })
  return server
}

/** Ends a connection on which an answer waits to be taken and none of it is. One on which the service itself is slow goes on. */
function endUnread(_: IncomingMessage, response: ServerResponse): void {
  response.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.destroy()
    // It has to be asked for again, where nothing flows.
    else socket.setTimeout(socket.timeout ?? 0)
  })
}

/** What Node cannot read as a request is answered as other problems are, where there is still somebody. */
function refuse(error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Duplex): ErrorCode | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const code = codeOf(error)
  const problem = problemOf(new RegistryError(code, ERROR_CODES[code]), requestIdOf(undefined))
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
  // Then also what it still sends is not waited for.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  return code
}

function codeOf({ code, rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): ErrorCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed_request'
  const firstLine = rawPacket?.indexOf('\r\n') ?? 0
  return firstLine === -1 || firstLine > HEAD_RULES.urlMost ? 'uri_too_long' : 'headers_too_large'
}

/** How a server stops. */
export interface StopOptions {
  /** How long it goes on after it began to say that it stops, so that others send what comes elsewhere, milliseconds. */
  readonly noticeMs: number
  /** How long what was begun may take then, milliseconds. */
  readonly drainMs: number
  /** What works on requests: what was cut off is told so, and has a moment to end. */
  readonly inHand?: WorkInHand
}

/** How long what was cut off may take to notice it, milliseconds. */
const NOTICED_MS = 2_000

/**
 * Ends a server without losing a request: call it when the service drains, so that it is not ready and says
 * `Connection: close` with each answer. Those who ask go elsewhere meanwhile; then it listens no more, and what was begun
 * ends, or is cut off.
 *
 * @returns requests that were cut off.
 */
export async function stopServer(server: Server, { noticeMs, drainMs, inHand }: StopOptions): Promise<number> {
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
  const given = new AbortController()
  await Promise.race([inHand?.idle(), pause(NOTICED_MS, undefined, { signal: given.signal }).catch(() => undefined)])
  given.abort()
  return cutOff
}
