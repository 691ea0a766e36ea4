import type { CallOptions } from './call-options.ts'
import type { ClientOptions } from './client-options.ts'
import { errorOf, UtpidError } from './utpid-error.ts'

/** A request as {@link Sender} sends it. */
export interface SentRequest {
  readonly method: string
  /** With its query, from the first `/` on. */
  readonly path: string
  /** Made anew for each attempt; a body that is there once is sent once. */
  readonly body?: (() => unknown) | undefined
  readonly contentType?: string | undefined
  readonly accept?: string | undefined
  /** It changes nothing, whatever its method: it may be answered twice, and nobody has to remember it. */
  readonly isQuestion?: boolean
  /** Whether it can be sent again; it can unless given. */
  readonly isRepeatable?: boolean
}

const RETRIES = 4
const TIMEOUT_MS = 30_000
const RETRY_AFTER_MOST = 60
const BACKOFF_MS = 250
const BACKOFF_MOST_MS = 20_000
/** Of visible ASCII, as a header can hold it. */
const KEY = /^[!-~]+$/
/** Not done, whatever was asked. */
const REFUSED: ReadonlySet<number> = new Set([429, 503])
/** A proxy that lost its service, or one that took too long: nobody knows what was done. */
const LOST: ReadonlySet<number> = new Set([502, 504])

/** Sends requests, and again those that may be. */
export class Sender {
  readonly #base: string
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    const { baseUrl, key } = options
    const url = new URL(baseUrl)
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || url.search !== '') {
      throw new TypeError('baseUrl must be an address of http or https without credentials or a query.')
    }
    // What fetch says of a header that it refuses would show the key.
    if (key !== undefined && !KEY.test(key)) throw new TypeError('The key has characters that no key has.')
    this.#base = url.origin + withoutSlashes(url.pathname)
    this.#options = options
  }

  /**
   * @param read - Takes what is wanted of a good answer. For a stream, which is read by the caller, it returns at once.
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

  /** Waits, unless the call or the client is ended meanwhile. */
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
      // A body that is a stream needs `duplex`, which types of fetch do not have everywhere.
      const response = await call(`${this.#base}${request.path}`, { ...init, duplex: 'half' } as RequestInit)
      onResponse?.(response)
      if (!response.ok) throw await errorOf(response)
      const result = await read(response)
      // The reader of a stream may end it later, too.
      isStream = result instanceof ReadableStream
      return result
    } catch (error) {
      for (const each of signals) each.throwIfAborted()
      if (error instanceof UtpidError) throw error
      if (end.signal.aborted) {
        throw new UtpidError('timeout', 0, `The service did not answer within ${timeoutMs} ms.`, { cause: error })
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
    if (retryAfter > (this.#options.retryAfterMost ?? RETRY_AFTER_MOST)) return false
    if (request.isRepeatable === false) return false
    // A key that is still worked on is the work of the attempt before.
    if (REFUSED.has(status) || code === 'idempotency_in_progress') return true
    return code === 'network_error' || code === 'timeout' || LOST.has(status)
  }

  #delay(attempt: number, retryAfter = 0): number {
    const { random = Math.random } = this.#options
    const backoff = Math.min(BACKOFF_MOST_MS, BACKOFF_MS * 2 ** attempt) * (0.5 + random() / 2)
    // Those who were told the same time come back apart.
    return retryAfter === 0 ? backoff : Math.max(backoff, retryAfter * 1_000 + random() * BACKOFF_MS)
  }
}

/** One for all attempts of a call, so that they have one effect. The service keeps what it answers to each for a day. */
function idempotency({ method, isQuestion }: SentRequest, given: string | undefined): Record<string, string> {
  if (method === 'GET' || method === 'HEAD') return {}
  if (isQuestion === true && given === undefined) return {}
  return { 'idempotency-key': given ?? newKey() }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A timer that is left behind would keep the process alive. */
function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** A text without the slashes at its end. No pattern: `/+$` tries from each slash, which takes time by the square. */
function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
