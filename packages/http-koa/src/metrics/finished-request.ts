/** What is known of a request when it has been answered: for logs and metrics. Never what it asked, or with which key. */
export interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  /** As in the route table: `/registry/product/{utpid}`; `(none)` for what leads nowhere. */
  readonly route: string
  readonly status: number
  /** Of an error. */
  readonly code?: string
  readonly milliseconds: number
  readonly ip: string
  readonly accountId?: string
  readonly keyId?: string
  readonly memberId?: string
  /** Of `traceparent`. */
  readonly traceId?: string
}
