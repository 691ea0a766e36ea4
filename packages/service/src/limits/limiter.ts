import { ServiceError } from '../errors/service-error.ts'
import type { BucketRule } from './token-bucket.ts'

/** The account and the key of a request, with their limits. */
export interface LimitSubject {
  readonly accountId: string
  /** The key that owns the key limits. */
  readonly keyId?: string
  /** Burst limit of the plan, shared by the whole account. Absent: unlimited. */
  readonly accountBurst?: number
  /** Burst limit of the key. */
  readonly keyBurst?: number
  /** Sustained limit of the key. */
  readonly keySustained?: BucketRule
}

/** The name of a limit in the RateLimit headers. */
export type LimitPolicy = 'burst' | 'key-burst' | 'key-sustained'

/** The state of one limit, as in the headers `RateLimit-Policy` and `RateLimit`. */
export interface LimitState {
  readonly policy: LimitPolicy
  /** Number of requests that a full bucket allows. */
  readonly requests: number
  readonly perSeconds: number
  /** Requests allowed now. */
  readonly remaining: number
  /** Seconds until the bucket is full, rounded up. */
  readonly resetSeconds: number
}

/** The decision whether a request is allowed, with the remaining requests. */
export interface LimitDecision {
  readonly isAllowed: boolean
  /** The state of each limit after the request. */
  readonly states: readonly LimitState[]
  /** The limits that refused the request. The headers and the problem name them. */
  readonly violated: readonly LimitPolicy[]
  /** Seconds until the same request would be allowed if no other requests arrive, rounded up; 0 if it was allowed. */
  readonly retryAfterSeconds: number
}

/** Rate limits of accounts and keys: local to a process (`limits/local-limiter.ts`), or shared by several processes. */
export interface Limiter {
  /** Takes a request from every limit that applies, or from no limit if one of the limits is exhausted. */
  take(subject: LimitSubject): Promise<LimitDecision>
  /** Refunds a request that the service refused for a reason other than a limit. */
  refund(subject: LimitSubject): Promise<void>
  /** Returns the state of the limits without taking a request. */
  states(subject: LimitSubject): Promise<readonly LimitState[]>
}

/** Creates the error of a refused request. */
export function rateLimitError({ violated, retryAfterSeconds, states }: LimitDecision): ServiceError {
  const limits = states
    .filter(({ policy }) => violated.includes(policy))
    .map(({ policy, requests, perSeconds }) => `${policy}: ${requests} in ${perSeconds} s`)
  return new ServiceError(
    'rate_limited',
    `Too many requests (${limits.join(', ')}); wait ${retryAfterSeconds} s, then send fewer requests a second.`,
    { details: { violatedPolicies: violated, retryAfter: retryAfterSeconds } },
  )
}
