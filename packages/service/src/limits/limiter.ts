import { RegistryError } from '@utpid/core'
import type { BucketRule } from './token-bucket.ts'

/** Whose request it is, and what holds for it. */
export interface LimitSubject {
  readonly accountId: string
  /** Whose the limits of the key are. */
  readonly keyId?: string
  /** Of the plan, shared by all of the account. Absent: without limit. */
  readonly accountBurst?: number
  /** Of the key alone. */
  readonly keyBurst?: number
  /** Of the key alone. */
  readonly keySustained?: BucketRule
}

/** A limit by the name that the RateLimit headers give it. */
export type LimitPolicy = 'burst' | 'key-burst' | 'key-sustained'

/** How it stands with one limit; what the headers `RateLimit-Policy` and `RateLimit` say. */
export interface LimitState {
  readonly policy: LimitPolicy
  /** Requests of a full bucket. */
  readonly requests: number
  readonly perSeconds: number
  /** Requests that may be made now. */
  readonly remaining: number
  /** Seconds until all of them may be made again, rounded up. */
  readonly resetSeconds: number
}

/** Whether a request may pass, and what is left. */
export interface LimitDecision {
  readonly isAllowed: boolean
  /** All that hold for the request, with what is left after it. */
  readonly states: readonly LimitState[]
  /** Those that refused it; the headers and the problem name them. */
  readonly violated: readonly LimitPolicy[]
  /** Seconds until the same request would be allowed if nothing else came, rounded up; 0 when it was. */
  readonly retryAfterSeconds: number
}

/**
 * Says how often an account and each of its keys may ask. One in each process (`limits/local-limiter.ts`), or one
 * that several processes share.
 */
export interface Limiter {
  /** Takes a request out of every limit that holds for it, or, when one of them is used up, out of none. */
  take(subject: LimitSubject): Promise<LimitDecision>
  /** Puts back a request that was taken and then refused for another reason. */
  giveBack(subject: LimitSubject): Promise<void>
  /** How it stands, taking nothing. */
  states(subject: LimitSubject): Promise<readonly LimitState[]>
}

/** The error of a request that was not allowed. */
export function rateLimitError({ violated, retryAfterSeconds, states }: LimitDecision): RegistryError {
  const limits = states
    .filter(({ policy }) => violated.includes(policy))
    .map(({ policy, requests, perSeconds }) => `${policy}: ${requests} in ${perSeconds} s`)
  return new RegistryError(
    'rate_limited',
    `Too many requests (${limits.join(', ')}); wait ${retryAfterSeconds} s and ask again, more slowly.`,
    { details: { violatedPolicies: violated, retryAfter: retryAfterSeconds } },
  )
}
