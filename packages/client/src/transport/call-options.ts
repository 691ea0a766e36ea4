/** Of every call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Of each attempt, in milliseconds; that of the client unless given, 0 for none. Of a stream: until it begins. */
  readonly timeoutMs?: number | undefined
  /** Of what changes something: calls with the same key have one effect within 24 hours. Made for each call unless given. */
  readonly idempotencyKey?: string | undefined
  /** Sent as they are: `If-Match`, `If-None-Match`, `X-Request-Id`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Told of the answer's status and headers (`ETag`, `RateLimit`); its body is read by the client. */
  readonly onResponse?: ((response: Response) => void) | undefined
}
