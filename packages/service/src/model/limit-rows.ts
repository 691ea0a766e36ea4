/**
 * A process that uses a share of the limits. Each write, even of the same values, is a heartbeat. Without heartbeats
 * another process deletes the row. Key: `INSTANCE`.
 */
export interface LimitMember {
  /** The process may use 1/`size` of each limit. Null: the process has no share. */
  readonly size: number | null
  /**
   * Number of processes that this process has counted. The process leases limits with fewer requests than this number,
   * and uses no shares of such limits.
   */
  readonly processCount: number
  /** Another process sets this mark after missing heartbeats. The next heartbeat removes the mark. */
  readonly isMarkedDead?: true
}

/**
 * The only row of its table. Every change of shares writes the row. The row remains when the last process ends. Key:
 * `group`.
 */
export interface LimitGroup {
  /** The process that wrote the row last. */
  readonly writer: string
}

/** A limit from which processes lease requests. Key: `ACCOUNT/POLICY` or `ACCOUNT/KEY/POLICY`. */
export interface LimitBucket {
  readonly requests: number
  readonly perSeconds: number
  /** Remaining level. Its unit is a fraction of a request, so that each millisecond refills `requests` units. */
  readonly level: number
  /** Time of the last refill, milliseconds since 1970. */
  readonly filledAt: number
  /** Leased requests that are not used yet, by instance. After `until` they are lost. */
  readonly leases: Readonly<Record<string, { readonly requests: number; readonly until: number }>>
}
