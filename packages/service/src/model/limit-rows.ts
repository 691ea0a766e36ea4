/**
 * A process that uses a share of the limits. Each write, even of the same values, is a heartbeat. Without heartbeats
 * another process deletes the row. Key: `INSTANCE`.
 */
export interface LimitMember {
  /** The process may use 1/`size` of each limit; null while it has no share. */
  readonly size: number | null
  /**
   * Number of processes that this process has counted. It leases limits with fewer requests than this, and uses no
   * shares of them.
   */
  readonly seen: number
  /** Another process sets the mark after missing heartbeats. The next heartbeat removes it. */
  readonly isMissed?: true
}

/**
 * The only row of its table. Written with every change of shares; not deleted when the last process ends. Key: `group`.
 */
export interface LimitGroup {
  /** The process that wrote the row last. */
  readonly by: string
}

/** A limit from which processes lease requests. Key: `ACCOUNT/POLICY` or `ACCOUNT/KEY/POLICY`. */
export interface LimitBucket {
  readonly requests: number
  readonly perSeconds: number
  /** Remaining level. Its unit is a fraction of a request, so that each millisecond refills `requests` units. */
  readonly level: number
  /** Time of the last refill, milliseconds since 1970. */
  readonly at: number
  /** Leased requests that are not used yet, by instance. After `until` they are lost. */
  readonly held: Readonly<Record<string, { readonly requests: number; readonly until: number }>>
}
