/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Timeout of each attempt in milliseconds; 0 for no timeout. For a stream, the timeout applies until the stream
   * starts. Default: the client's timeout.
   */
  readonly timeoutMs?: number | undefined
  /**
   * For calls that change something: calls with the same key have one effect within 24 hours. Default: a new key for
   * each call.
   */
  readonly idempotencyKey?: string | undefined
  /** Additional headers: `If-Match`, `If-None-Match`, `X-Request-Id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Called with the response, for its status and headers (`ETag`, `RateLimit`). The callback must not read the body.
   */
  readonly onResponse?: ((response: Response) => void) | undefined
}
