/**
 * A process that uses a share of the limits. Each write, even of the same values, is a heartbeat. A process without one
 * is deleted by another. Key: `INSTANCE`.
 */
export interface LimitMember {
  /** It uses one of this many equal shares of each limit; null while it has none. */
  readonly size: number | null
  /** Number of processes that it knows. It may lease limits with fewer requests, and no longer uses shares of them. */
  readonly seen: number
  /** Set by another process after missing heartbeats. The next heartbeat removes it. */
  readonly isMissed?: true
}

/** Written with every change of shares; remains after the last process has ended. Key: `group`. */
export interface LimitGroup {
  /** The process that wrote it last. */
  readonly by: string
}

/** A limit from which processes lease requests. Key: `ACCOUNT/POLICY` or `ACCOUNT/KEY/POLICY`. */
export interface LimitBucket {
  readonly requests: number
  readonly perSeconds: number
  /** Remaining level, in units of a request of which `requests` are refilled each millisecond. */
  readonly level: number
  /** Time of the last refill, milliseconds since 1970. */
  readonly at: number
  /** Leased and unused requests, by instance. A lease after its `until` is lost. */
  readonly held: Readonly<Record<string, { readonly requests: number; readonly until: number }>>
}
