import type { CallOptions } from './call-options.ts'
import type { ClientOptions } from './client-options.ts'
import { errorOf, UtpidError } from './utpid-error.ts'

/** A request in the form that {@link Sender} sends. */
export interface SentRequest {
  readonly method: string
  /** The path with the query, starting with `/`. */
  readonly path: string
  /** Creates the body for each attempt. */
  readonly body?: (() => unknown) | undefined
  readonly contentType?: string | undefined
  readonly accept?: string | undefined
  /** Whether the request is safe. A safe request changes nothing, so a retry needs no Idempotency-Key. */
  readonly isSafe?: boolean
  /** Whether the body can be sent again. Default: true. */
  readonly isRepeatable?: boolean
}

const RETRIES = 4
const TIMEOUT_MS = 30_000
const MAX_RETRY_AFTER = 60
const BACKOFF_MS = 250
const MAX_BACKOFF_MS = 20_000
/** The pattern of a key: visible ASCII, as a header requires. */
const KEY = /^[!-~]+$/
/** Statuses of requests that the service did not execute. */
const NOT_EXECUTED: ReadonlySet<number> = new Set([429, 503])
/** Statuses of a proxy that lost its service or timed out. The service may or may not have executed the request. */
const UNKNOWN_OUTCOME: ReadonlySet<number> = new Set([502, 504])

/** Sends requests, and retries repeatable requests. */
export class Sender {
  readonly #base: string
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    const { baseUrl, key } = options
    const url = new URL(baseUrl)
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '') {
      throw new TypeError('baseUrl must be an http or https URL without credentials and query.')
    }
    // For an invalid header, the error message of fetch would show the key.
    if (key !== undefined && !KEY.test(key)) throw new TypeError('The key has invalid characters; copy it again.')
    this.#base = url.origin + withoutSlashes(url.pathname)
    this.#options = options
  }

  /**
   * Sends a request until an attempt succeeds or must not be retried.
   *
   * @param read - Reads a successful response. For a stream, returns the unread stream.
   * @throws {UtpidError}
   */
  async send<Result>(
    request: SentRequest,
    read: (response: Response) => Promise<Result>,
    options: CallOptions = {},
  ): Promise<Result> {
    const { retries = RETRIES } = this.#options
    const headers = this.#headers(request, options)
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt(request, headers, read, options)
      } catch (error) {
        if (attempt >= retries || !(error instanceof UtpidError) || !this.#mayRepeat(request, error)) throw error
        await this.pause(this.#delay(attempt, error.retryAfter), options.signal)
      }
    }
  }

  /** Waits for a time. Throws if the call or the client is aborted. */
  async pause(milliseconds: number, signal?: AbortSignal | undefined): Promise<void> {
    const { sleep = sleepFor } = this.#options
    const signals = [this.#options.signal, signal].filter((each) => each !== undefined)
    for (const each of signals) each.throwIfAborted()
    const end = new AbortController()
    const onAbort = (): void => end.abort()
    const ended = new Promise<void>((resolve) => {
      end.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    for (const each of signals) each.addEventListener('abort', onAbort, { once: true })
    try {
      await Promise.race([sleep(milliseconds, end.signal), ended])
    } finally {
      for (const each of signals) each.removeEventListener('abort', onAbort)
    }
    for (const each of signals) each.throwIfAborted()
  }

  #headers(request: SentRequest, { headers, idempotencyKey }: CallOptions): Record<string, string> {
    const { key } = this.#options
    return {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      accept: request.accept ?? 'application/json',
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
      ...idempotency(request, idempotencyKey),
      ...headers,
    }
  }

  async #attempt<Result>(
    request: SentRequest,
    headers: Record<string, string>,
    read: (response: Response) => Promise<Result>,
    { signal, timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS, onResponse }: CallOptions,
  ): Promise<Result> {
    const end = new AbortController()
    const signals = [this.#options.signal, signal].filter((each) => each !== undefined)
    const onAbort = (): void => end.abort(signals.find(({ aborted }) => aborted)?.reason)
    for (const each of signals) each.addEventListener('abort', onAbort, { once: true })
    for (const each of signals) each.throwIfAborted()
    const timer = timeoutMs === 0 ? undefined : setTimeout(() => end.abort(), timeoutMs)
    let isStream = false
    try {
      const body = request.body?.()
      const call = this.#options.fetch ?? fetch
      const init = { method: request.method, headers, signal: end.signal, ...(body === undefined ? {} : { body }) }
      // A stream body needs `duplex`, which some type definitions of fetch lack.
      const response = await call(`${this.#base}${request.path}`, { ...init, duplex: 'half' } as RequestInit)
      onResponse?.(response)
      if (!response.ok) throw await errorOf(response)
      const result = await read(response)
      // The signal must still abort a stream while it is read.
      isStream = result instanceof ReadableStream
      return result
    } catch (error) {
      for (const each of signals) each.throwIfAborted()
      if (error instanceof UtpidError) throw error
      if (end.signal.aborted) {
        throw new UtpidError('timeout', 0, `The service did not respond within ${timeoutMs} ms.`, { cause: error })
      }
      throw new UtpidError('network_error', 0, 'The service cannot be reached, or the connection broke.', {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
      if (!isStream) for (const each of signals) each.removeEventListener('abort', onAbort)
    }
  }

  #mayRepeat(request: SentRequest, { status, code, retryAfter = 0 }: UtpidError): boolean {
    if (retryAfter > (this.#options.maxRetryAfter ?? MAX_RETRY_AFTER)) return false
    if (request.isRepeatable === false) return false
    // `idempotency_in_progress`: the previous attempt is still running.
    if (NOT_EXECUTED.has(status) || code === 'idempotency_in_progress') return true
    return code === 'network_error' || code === 'timeout' || UNKNOWN_OUTCOME.has(status)
  }

  #delay(attempt: number, retryAfter = 0): number {
    const { random = Math.random } = this.#options
    const backoff = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** attempt) * (0.5 + random() / 2)
    // Jitter spreads the retries of clients that got the same Retry-After.
    return retryAfter === 0 ? backoff : Math.max(backoff, retryAfter * 1_000 + random() * BACKOFF_MS)
  }
}

/**
 * Returns one key for all attempts of a call, so that together they have one effect. The service stores each response
 * for 24 hours.
 */
function idempotency({ method, isSafe }: SentRequest, given: string | undefined): Record<string, string> {
  if (method === 'GET' || method === 'HEAD') return {}
  if (isSafe === true && given === undefined) return {}
  return { 'idempotency-key': given ?? newKey() }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Waits until the time has passed or the signal aborts. An abort clears the timer, which would keep the process alive.
 */
function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** Removes trailing slashes. The function uses no regular expression, since `/+$` takes quadratic time. */
function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
