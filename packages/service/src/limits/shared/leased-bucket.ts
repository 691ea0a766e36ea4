import type { LimitBucket } from '../../model/limit-rows.ts'
import type { BucketRule } from '../token-bucket.ts'

const MS = 1_000

/** The requests that a process returns and leases in one transaction with the store. */
export interface LeaseRequest {
  readonly instance: string
  readonly rule: BucketRule
  readonly now: number
  /** Time since which all processes lease from the limit; undefined if they have always leased from this limit. */
  readonly since: number | undefined
  /** Number of leased requests to return. */
  readonly returned: number
  /** Number of requests that wait for a decision and are used at once. */
  readonly needed: number
  /** Number of processes that lease from this limit, at least 1. */
  readonly instances: number
  /** Expiry of the lease, milliseconds since 1970. */
  readonly until: number
}

export interface Leased {
  readonly bucket: LimitBucket
  readonly granted: number
}

/** A lease is at most the remaining requests, divided by this number and by the number of processes. */
const LEASE_DIVISOR = 20

/**
 * Returns and leases requests in one transaction. The leased and remaining requests of all processes never exceed the
 * limit. In any period the total is therefore at most one full bucket plus the refill.
 */
export function leaseRequests(stored: LimitBucket | undefined, request: LeaseRequest): Leased {
  const { instance, rule, now, returned, needed, instances, until } = request
  const token = tokenOf(rule)
  const current = currentBucket(stored, rule, now, request.since)
  const { [instance]: mine, ...others } = current.leases
  const capacity = capacityOf(rule) - leasedRequests(others) * token
  // Expired leases are no longer counted and cannot be returned.
  const back = Math.min(returned, mine?.requests ?? 0)
  let level = Math.max(0, Math.min(capacity, current.level + back * token))
  const left = Math.floor(level / token)
  const share = needed === 0 ? 0 : Math.ceil(left / (LEASE_DIVISOR * instances))
  const granted = Math.min(left, Math.max(needed, share))
  level -= granted * token
  const held = Math.max(0, granted - needed)
  const bucket: LimitBucket = {
    ...rule,
    level,
    filledAt: current.filledAt,
    leases: held === 0 ? others : { ...others, [instance]: { requests: held, until } },
  }
  return { bucket, granted }
}

/** Refunds a used request that the service refused for a reason other than a limit. */
export function refund(stored: LimitBucket, rule: BucketRule, now: number): LimitBucket {
  const current = currentBucket(stored, rule, now, undefined)
  const most = capacityOf(rule) - leasedRequests(current.leases) * tokenOf(rule)
  return { ...current, level: Math.max(0, Math.min(most, current.level + tokenOf(rule))) }
}

/** Whether the bucket is full and has no leases. A missing row means an unused bucket. */
export function isUnused(bucket: LimitBucket, now: number): boolean {
  const { level, leases } = currentBucket(bucket, bucket, now, undefined)
  return level === capacityOf(bucket) && Object.keys(leases).length === 0
}

/** Returns the remaining whole requests. */
export function requestsLeft({ level, ...rule }: LimitBucket): number {
  return Math.floor(level / tokenOf(rule))
}

/** Returns the milliseconds until a request is available. */
export function millisecondsToNext({ level, requests, ...rule }: LimitBucket): number {
  return Math.max(0, Math.ceil((tokenOf(rule) - level) / requests))
}

/** Returns the milliseconds until the bucket is full. */
export function millisecondsToFull({ level, leases: _, filledAt: __, ...rule }: LimitBucket): number {
  return Math.ceil((capacityOf(rule) - level) / rule.requests)
}

/** Returns the bucket as of now under the current rule; a full bucket if none is stored. */
export function currentBucket(
  stored: LimitBucket | undefined,
  rule: BucketRule,
  now: number,
  since: number | undefined,
): LimitBucket {
  const at = Math.floor(now)
  const { requests, perSeconds } = rule
  const filledSince = since === undefined ? Number.POSITIVE_INFINITY : Math.max(0, at - since) * requests
  if (stored === undefined) {
    return { requests, perSeconds, level: Math.min(capacityOf(rule), filledSince), filledAt: at, leases: {} }
  }
  const held = Object.fromEntries(Object.entries(stored.leases).filter(([, { until }]) => until > at))
  const before = stored.level + Math.max(0, at - stored.filledAt) * stored.requests
  let level = Math.min(before, capacityOf(stored) - leasedRequests(held) * tokenOf(stored))
  if (stored.requests !== requests || stored.perSeconds !== perSeconds) {
    // A changed rule keeps the number of used requests.
    const used = Math.ceil((capacityOf(stored) - level) / tokenOf(stored))
    level = (requests - used) * tokenOf(rule)
  }
  if (since !== undefined && stored.filledAt < since) level = Math.min(level, filledSince)
  return { requests, perSeconds, level: Math.max(0, level), filledAt: Math.max(at, stored.filledAt), leases: held }
}

function leasedRequests(held: LimitBucket['leases']): number {
  return Object.values(held).reduce((sum, { requests }) => sum + requests, 0)
}

function tokenOf({ perSeconds }: Pick<BucketRule, 'perSeconds'>): number {
  return perSeconds * MS
}

function capacityOf({ requests, perSeconds }: BucketRule): number {
  return requests * perSeconds * MS
}
