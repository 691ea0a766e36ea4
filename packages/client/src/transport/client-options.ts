/** Options of a client. */
export interface ClientOptions {
  /** Base URL of the service: `http://127.0.0.1:8080`. May include a path prefix before `/registry`. */
  readonly baseUrl: string
  /**
   * API key: `utp_live_...`. The client sends the key only in the header `Authorization`. A service without accounts
   * needs no key.
   */
  readonly key?: string | undefined
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: typeof fetch | undefined
  /** Maximum retries of a repeatable call. Default: 4. */
  readonly retries?: number | undefined
  /** Timeout of each attempt, milliseconds; 0 for no timeout. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** Maximum `Retry-After`, in seconds, that the client waits for. Default: 60. */
  readonly maxRetryAfter?: number | undefined
  /** Aborts all calls. */
  readonly signal?: AbortSignal | undefined
  /** Waits until the time has passed or the signal aborts. Default: `setTimeout`. Tests replace this function. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
  /** Returns a number from 0 to 1, the jitter of waits. Default: `Math.random`. Tests replace this function. */
  readonly random?: (() => number) | undefined
}
