import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { RegistryError } from '@utpid/core'
import { buildConnector, Client } from 'undici'
import type { DestinationGuard } from './destination-guard.ts'

/** One attempt: what is sent, and what came of it. Rejects never: what went wrong is an answer too. */
export type WebhookTransport = (request: WebhookRequest) => Promise<WebhookAnswer>

/** A request to a webhook. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a webhook answered. */
export interface WebhookAnswer {
  readonly status?: number
  /** At most 40, each of at most 300 characters. */
  readonly headers?: Readonly<Record<string, string>>
  /** The first 2 KB. */
  readonly body?: string
  /** Why there is no status; says nothing of what lies at the address. */
  readonly error?: AttemptError
}

/** Why an attempt reached nobody; `unsigned`: the secret of the webhook cannot be opened, so nothing was sent. */
export type AttemptError = 'blocked' | 'timeout' | 'refused' | 'tls' | 'connection' | 'unsigned'

/** How long a request to a webhook may take. */
export interface TransportOptions {
  /** Milliseconds of a whole attempt, from the name to the end of the answer. Default 15,000. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const BYTES_READ = 64 * 1024
const BYTES_KEPT = 2 * 1024
const HEADERS_KEPT = 40
const HEADER_CHARACTERS = 300

/**
 * Sends over the network, only to addresses that the guard has checked: the name is resolved once for each attempt, and
 * the connection goes to what it led to then. Connections are not kept, so that each attempt is checked anew. Redirects
 * are answers like others, and are not followed.
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
      // Whatever is still on its way is not waited for.
      await client?.destroy().catch(() => undefined)
    }
  }
}

/** Connects to checked addresses; once connected, what is connected to is looked at once more. */
function guardedConnector(guard: DestinationGuard, timeout: number): buildConnector.connector {
  const connect = buildConnector({
    timeout,
    lookup: lookupBy(guard),
    maxCachedSessions: 0,
  } as buildConnector.BuildOptions)
  return (options, done) => {
    // An address is connected to without being looked up.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !guard.isAllowed(host)) return done(notAllowed(), null)
    connect(options, (...[error, socket]) => {
      if (error !== null) return done(error, null)
      if (guard.isAllowed(socket.remoteAddress)) return done(null, socket)
      socket.destroy()
      done(notAllowed(), null)
    })
  }
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void

function lookupBy(guard: DestinationGuard): (host: string, options: LookupOptions, found: Found) => void {
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

function notAllowed(): RegistryError {
  return new RegistryError('webhook_url_blocked', 'The address is not public.', { details: { reason: 'address' } })
}

/** The beginning of an answer. What comes after 64 KB, or after the time is over, does not change what was answered. */
async function firstBytes(body: AsyncIterable<Uint8Array>): Promise<string> {
  const kept: Uint8Array[] = []
  let read = 0
  try {
    for await (const bytes of body) {
      if (read < BYTES_KEPT) kept.push(bytes.subarray(0, BYTES_KEPT - read))
      read += bytes.length
      if (read >= BYTES_READ) break
    }
  } catch {
    // The status was there: the receiver has said what it has to say.
  }
  return new TextDecoder().decode(Buffer.concat(kept))
}

function keptHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept = Object.entries(headers).slice(0, HEADERS_KEPT)
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value ?? '').slice(0, HEADER_CHARACTERS)]))
}

function attemptError(error: unknown): AttemptError {
  if (error instanceof RegistryError) return 'blocked'
  const { code = '', message = '', errors } = error as { code?: string; message?: string; errors?: unknown[] }
  // Several addresses were tried: what the first one said.
  if (Array.isArray(errors) && errors.length > 0) return attemptError(errors[0])
  if (/TIMEOUT|TIMEDOUT/.test(code)) return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code) || /certificate|SSL|TLS/i.test(message)) return 'tls'
  return 'connection'
}
