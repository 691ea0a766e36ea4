/**
 * A process that gives out a part of the limits. Key: `INSTANCE`. Each write, also of the same, is a sign of life; who does
 * not write for a while is deleted by another.
 */
export interface LimitMember {
  /** It gives out one of so many equal parts of each limit; null while it has none. */
  readonly size: number | null
  /** Processes that it knows of: of limits of fewer requests it may lease, of others it has stopped. */
  readonly seen: number
  /** Written by another process that has seen no sign of life for a while; the next sign is without it. */
  readonly isMissed?: true
}

/** Changes with every change of what processes give out, and stays when the last of them has ended. Key: `group`. */
export interface LimitGroup {
  /** Who changed it last. */
  readonly by: string
}

/** A limit that processes lease requests of. Key: `ACCOUNT/POLICY` or `ACCOUNT/KEY/POLICY`. */
export interface LimitBucket {
  readonly requests: number
  readonly perSeconds: number
  /** What is left, in parts of a request of which `requests` come back each millisecond. */
  readonly level: number
  /** Milliseconds since 1970, as of when it was filled. */
  readonly at: number
  /** Requests that processes hold and have not given out, by instance. What is held later than `until` is gone. */
  readonly held: Readonly<Record<string, { readonly requests: number; readonly until: number }>>
}
