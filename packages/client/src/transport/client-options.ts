/** How a registry is asked. */
export interface ClientOptions {
  /** Where it is served: `http://127.0.0.1:8080`. A path in front of `/registry` is kept. */
  readonly baseUrl: string
  /** `utp_live_...`; sent in the header `Authorization` alone. A service without accounts needs none. */
  readonly key?: string | undefined
  /** The `fetch` of the runtime unless given. */
  readonly fetch?: typeof fetch | undefined
  /** How often a call that may be repeated is tried again; 4 unless given. */
  readonly retries?: number | undefined
  /** Of each attempt, in milliseconds; 30,000 unless given, 0 for none. */
  readonly timeoutMs?: number | undefined
  /** A service that asks for more patience than this is not waited for, in seconds; 60 unless given. */
  readonly retryAfterMost?: number | undefined
  /** Ends every call. */
  readonly signal?: AbortSignal | undefined
  /** Waits, unless the signal aborts meanwhile; `setTimeout` unless given. For tests. */
  readonly sleep?: ((milliseconds: number, signal: AbortSignal) => Promise<void>) | undefined
  /** From 0 to 1, for the jitter of waits; `Math.random` unless given. For tests. */
  readonly random?: (() => number) | undefined
}
