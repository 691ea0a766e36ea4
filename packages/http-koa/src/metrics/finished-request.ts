/** A finished request, for logs and metrics. Never contains the body or the API key of the request. */
export interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  /** Path template of the route: `/registry/product/{utpid}`. `(none)` for an unknown path. */
  readonly route: string
  readonly status: number
  /** Error code. */
  readonly code?: string
  readonly milliseconds: number
  readonly ip: string
  readonly accountId?: string
  readonly keyId?: string
  readonly memberId?: string
  /** Trace id from `traceparent`. */
  readonly traceId?: string
}
