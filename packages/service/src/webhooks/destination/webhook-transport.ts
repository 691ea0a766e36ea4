import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { CodedError } from '@utpid/core/codes'
import { buildConnector, Client } from 'undici'
import { ServiceError } from '../../errors/service-error.ts'
import type { DestinationGuard } from './destination-guard.ts'

/** A function that makes one attempt. Its promise never rejects; errors are part of the result. */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookResponse>

/** A request to a webhook. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The response of a webhook, or the error. */
export interface WebhookResponse {
  readonly status?: number
  /** At most 40 headers, each with at most 300 characters. */
  readonly headers?: Readonly<Record<string, string>>
  /** The first 2 KB of the body. */
  readonly body?: string
  /** The reason why there is no status. The reason reveals nothing about the address. */
  readonly error?: AttemptError
}

/**
 * The reason why an attempt failed without a response. `unsigned`: the webhook's secret cannot be decrypted, so nothing
 * was sent.
 */
export type AttemptError = 'blocked' | 'timeout' | 'refused' | 'tls' | 'connection' | 'unsigned'

/** Options of the transport. */
export interface TransportOptions {
  /** Maximum milliseconds of a whole attempt, from name resolution to the end of the response. Default: 15,000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const MAX_READ_BYTES = 64 * 1024
const MAX_KEPT_BYTES = 2 * 1024
const MAX_KEPT_HEADERS = 40
const MAX_HEADER_CHARACTERS = 300

/**
 * Creates a transport that connects only to addresses checked by the guard. In each attempt the transport resolves the
 * host name once and connects to the result. Connections are not reused, so each attempt is checked again. Redirects
 * are not followed.
 */
export function guardedTransport(
  guard: DestinationGuard,
  { timeoutMs = TIMEOUT_MS }: TransportOptions = {},
): WebhookTransport {
  return async ({ url, headers, body }) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    let client: Client | undefined
    try {
      const { origin, pathname, search } = guard.checkUrl(url)
      client = new Client(origin, { connect: guardedConnector(guard, timeoutMs), pipelining: 1, maxHeaderSize: 16_384 })
      const answer = await client.request({
        method: 'POST',
        path: `${pathname}${search}`,
        headers: { ...headers },
        body,
        signal: timeout,
      })
      return {
        status: answer.statusCode,
        headers: keptHeaders(answer.headers),
        body: await firstBytes(answer.body),
      }
    } catch (error) {
      return { error: timeout.aborted ? 'timeout' : attemptError(error) }
    } finally {
      // Do not wait for the rest of the response.
      await client?.destroy().catch(() => undefined)
    }
  }
}

/** Connects to checked addresses, and checks the actual remote address after connecting. */
function guardedConnector(guard: DestinationGuard, timeout: number): buildConnector.connector {
  const connect = buildConnector({
    timeout,
    lookup: guardedLookup(guard),
    maxCachedSessions: 0,
  } as buildConnector.BuildOptions)
  return (options, done) => {
    // A literal address is not looked up.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !guard.isAllowed(host)) return done(blockedAddress(), null)
    connect(options, (...[error, socket]) => {
      if (error !== null) return done(error, null)
      if (guard.isAllowed(socket.remoteAddress)) return done(null, socket)
      socket.destroy()
      done(blockedAddress(), null)
    })
  }
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

function guardedLookup(guard: DestinationGuard): (host: string, options: LookupOptions, found: Found) => void {
  return (host, options, found) => {
    guard.addresses(host).then(
      (addresses) => {
        const all = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = all
        if (options.all === true || first === undefined) found(null, all)
        else found(null, first.address, first.family)
      },
      (error: Error) => found(error, []),
    )
  }
}

function blockedAddress(): ServiceError {
  return new ServiceError('webhook_url_blocked', 'The address is not public.', { details: { reason: 'address' } })
}

/** Reads the start of a response. It ignores bytes after 64 KB or after the timeout. */
async function firstBytes(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = []
  let read = 0
  try {
    for await (const bytes of body) {
      if (read < MAX_KEPT_BYTES) kept.push(bytes.subarray(0, MAX_KEPT_BYTES - read))
      read += bytes.length
      if (read >= MAX_READ_BYTES) break
    }
  } catch {
    // The status is received; ignore errors of the body.
  }
  return new TextDecoder().decode(Buffer.concat(kept))
}

function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, MAX_KEPT_HEADERS)
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value ?? '').slice(0, MAX_HEADER_CHARACTERS)]))
}

function attemptError(error: unknown): AttemptError {
  if (error instanceof CodedError) return 'blocked'
  const { code = '', message = '', errors } = error as { code?: string; message?: string; errors?: unknown[] }
  // Several addresses were tried; report the first error.
  if (Array.isArray(errors) && errors.length > 0) return attemptError(errors[0])
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code) || /certificate|SSL|TLS/i.test(message)) return 'tls'
  return 'connection'
}
