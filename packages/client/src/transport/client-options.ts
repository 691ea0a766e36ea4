/** Options of a client. */
export interface ClientOptions {
  /** Base URL of the service: `http://127.0.0.1:8080`. May include a path prefix before `/registry`. */
  readonly baseUrl: string
  /** API key: `utp_live_...`. Sent only in the header `Authorization`. Not needed for a service without accounts. */
  readonly key?: string | undefined
  /** Default: the `fetch` of the runtime. */
  readonly fetch?: typeof fetch | undefined
  /** Maximum retries of a repeatable call. Default: 4. */
  readonly retries?: number | undefined
  /** Timeout of each attempt, milliseconds; 0 for none. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** Maximum `Retry-After`, in seconds, that the client waits for. Default: 60. */
  readonly retryAfterMost?: number | undefined
  /** Aborts all calls. */
  readonly signal?: AbortSignal | undefined
  /** Waits until the time is over or the signal aborts. Default: `setTimeout`. For tests. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
  /** Returns a number from 0 to 1, used as jitter of waits. Default: `Math.random`. For tests. */
  readonly random?: (() => number) | undefined
}
