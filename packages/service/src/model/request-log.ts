/**
 * The log entry of a request. It never contains the body, the query or the key. Key: account and id, a UUID version 7.
 */
export interface RequestLog {
  readonly requestId: string
  readonly createdAt: string
  readonly accountId: string
  readonly keyId?: string
  readonly memberId?: string
  readonly method: string
  /** The path of the route, with parameter names instead of values. */
  readonly route: string
  readonly status: number
  /** The code of the problem response. */
  readonly code?: string
  /** The reason why the key was refused; shown only to the owner of the key. */
  readonly reason?: string
  readonly milliseconds: number
  readonly requestBytes: number
  readonly responseBytes: number
  readonly ip?: string
  readonly userAgent?: string
}

/** An index entry for a log entry by request id. Key: account and request id. */
export interface RequestLogName {
  readonly key: string
}

/**
 * Number of calls in one hour with the same key, route and status. Key: account, hour, key, route, status and the
 * counting instance. Writes of different instances therefore never conflict, and a repeated write counts once.
 */
export interface UsageRow {
  readonly calls: number
  readonly throttled: number
  readonly quotaRefused: number
  /** Calls by latency: the number of a bin (`latencyBin`), then its calls; in ascending order of bins. */
  readonly latencies: readonly (readonly [bin: number, calls: number])[]
}

/** An entry of the audit log. Key: account and a UUID version 7. */
export interface AuditEntry {
  readonly createdAt: string
  readonly accountId: string
  /** The member who made the change. Without `memberId` and `keyId`, the operator made the change. */
  readonly memberId?: string
  readonly keyId?: string
  readonly action: string
  readonly target?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** A request with an Idempotency-Key, and its response. Key: account, route and the hash of the key. */
export interface IdempotentResponse {
  /** Hash of the request body. */
  readonly bodyHash: string
  /** The idempotency key for the registry. All attempts use the same key. */
  readonly idempotencyKey: string
  readonly startedAt: string
  readonly expiresAt: string
  /** The stored response. Absent until the service has a response. */
  readonly response?: StoredResponse
  /** Set in the transaction of the change, so that the request counts as done even if its response is lost. */
  readonly isCompleted?: true
  /** The worker that processes the request, and the expiry of its claim. Absent: no worker processes the request. */
  readonly claim?: { readonly id: string; readonly until: string }
}

/** A stored response for repeated requests. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An index entry that orders stored responses by expiry. Key: `expiresAt` and the key of the response. */
export interface IdempotentAge {
  readonly key: string
}

/** Calls of a month that are leased to instances. Key: account and month. */
export interface QuotaUse {
  /** Leased calls; at most the calls of the plan. */
  readonly leased: number
  /**
   * The last percentage that an event has reported to the account, and the limit at that time. Each percentage is
   * reported once.
   */
  readonly notified?: { readonly percent: number; readonly limit: number }
}
