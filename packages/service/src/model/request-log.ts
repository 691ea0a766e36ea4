/** One request. Never its body, its query or its key. Under account and id, a UUID version 7. */
export interface RequestLog {
  readonly requestId: string
  readonly at: string
  readonly accountId: string
  readonly keyId?: string
  readonly memberId?: string
  readonly method: string
  /** The path of the route, with its parameters unfilled. */
  readonly route: string
  readonly status: number
  /** Of the problem that was answered. */
  readonly code?: string
  /** Why its key was refused: told to the owner of the key alone. */
  readonly reason?: string
  readonly milliseconds: number
  readonly requestBytes: number
  readonly responseBytes: number
  readonly ip?: string
  readonly userAgent?: string
}

/** Where the log of a request is. Under account and request id. */
export interface RequestLogName {
  readonly key: string
}

/**
 * Calls of one hour that are alike. Under account, hour, key, route, status and the instance that counted them, so that
 * instances need not wait for each other, and that writing it twice counts once.
 */
export interface UsageRow {
  readonly calls: number
  readonly throttled: number
  readonly quotaRefused: number
  /** Calls by the length of their time: the number of a bin (`latencyBin`), then the calls in it; bins ascend. */
  readonly latencies: readonly (readonly [bin: number, calls: number])[]
}

/** Who changed what in an account. Under account and a UUID version 7. */
export interface AuditEntry {
  readonly at: string
  readonly accountId: string
  /** Absent: the operator. */
  readonly memberId?: string
  readonly keyId?: string
  readonly action: string
  readonly target?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** A request with an Idempotency-Key, and its answer. Under account, route and the hash of the key. */
export interface IdempotentAnswer {
  /** Of the body that came with it. */
  readonly bodyHash: string
  /** The registry's token of this request: the same however often it is worked on. */
  readonly token: string
  readonly startedAt: string
  readonly expiresAt: string
  /** Absent until it is answered. */
  readonly answer?: KeptAnswer
  /** Whether what it asked for was done, in the same write as this; the answer may be lost. */
  readonly isDone?: true
  /** Who works on it, until when unless it says so again; absent when nobody does. */
  readonly work?: { readonly id: string; readonly until: string }
}

/** An answer that is given again when its request is repeated. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** When an answer goes. Under its `expiresAt` and its key. */
export interface IdempotentAge {
  readonly key: string
}

/** Calls of a month that were given out to instances to be used up. Under account and month. */
export interface QuotaUse {
  /** Never more than the plan's calls. */
  readonly leased: number
  /** What the account was told of last, and under which limit: of each once. */
  readonly told?: { readonly percent: number; readonly limit: number }
}
