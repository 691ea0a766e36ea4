import type { LimitBucket } from '../../model/limit-rows.ts'
import type { BucketRule } from '../token-bucket.ts'

const MS = 1_000

/** What a process gives back and takes in one step. */
export interface LeaseRequest {
  readonly instance: string
  readonly rule: BucketRule
  readonly now: number
  /** Since when the limit is leased and nothing else gives it out; undefined when it always was. */
  readonly since: number | undefined
  /** Requests that were leased and are given back. */
  readonly returned: number
  /** Requests that wait to be answered: they are given out at once. */
  readonly wanted: number
  /** Processes that lease of it, at least 1. */
  readonly instances: number
  /** Milliseconds since 1970 until when what is held counts. */
  readonly until: number
}

export interface Leased {
  readonly bucket: LimitBucket
  readonly granted: number
}

/** A process leases at most one part in so many of what is left, divided by the number of processes. */
const LEASES_OF_THE_REST = 20

/**
 * Gives back and leases in one step. What all processes hold and what is left never exceed the limit together, so that no
 * span of time sees more than one full bucket beside what came back in it.
 */
export function leaseFrom(stored: LimitBucket | undefined, request: LeaseRequest): Leased {
  const { instance, rule, now, returned, wanted, instances, until } = request
  const token = tokenOf(rule)
  const settled = settle(stored, rule, now, request.since)
  const { [instance]: mine, ...others } = settled.held
  const capacity = capacityOf(rule) - heldIn(others) * token
  // What was held too long is counted by nobody any more, and does not come back.
  const back = Math.min(returned, mine?.requests ?? 0)
  let level = Math.max(0, Math.min(capacity, settled.level + back * token))
  const left = Math.floor(level / token)
  const share = wanted === 0 ? 0 : Math.ceil(left / (LEASES_OF_THE_REST * instances))
  const granted = Math.min(left, Math.max(wanted, share))
  level -= granted * token
  const held = Math.max(0, granted - wanted)
  const bucket: LimitBucket = {
    ...rule,
    level,
    at: settled.at,
    held: held === 0 ? others : { ...others, [instance]: { requests: held, until } },
  }
  return { bucket, granted }
}

/** Puts back a request that was given out and then refused for another reason. */
export function putBack(stored: LimitBucket, rule: BucketRule, now: number): LimitBucket {
  const settled = settle(stored, rule, now, undefined)
  const most = capacityOf(rule) - heldIn(settled.held) * tokenOf(rule)
  return { ...settled, level: Math.max(0, Math.min(most, settled.level + tokenOf(rule))) }
}

/** Whether nothing of it is used or held, so that it is as good as none. */
export function isUnused(bucket: LimitBucket, now: number): boolean {
  const { level, held } = settle(bucket, bucket, now, undefined)
  return level === capacityOf(bucket) && Object.keys(held).length === 0
}

/** Whole requests that are left. */
export function requestsLeft({ level, ...rule }: LimitBucket): number {
  return Math.floor(level / tokenOf(rule))
}

/** Milliseconds until there is a request. */
export function millisecondsToNext({ level, requests, ...rule }: LimitBucket): number {
  return Math.max(0, Math.ceil((tokenOf(rule) - level) / requests))
}

/** Milliseconds until it is full. */
export function millisecondsToFull({ level, held: _, at: __, ...rule }: LimitBucket): number {
  return Math.ceil((capacityOf(rule) - level) / rule.requests)
}

/** The bucket as it is now, under the rule that holds now; full where there is none. */
export function settle(
  stored: LimitBucket | undefined,
  rule: BucketRule,
  now: number,
  since: number | undefined,
): LimitBucket {
  const at = Math.floor(now)
  const { requests, perSeconds } = rule
  const filledSince = since === undefined ? Number.POSITIVE_INFINITY : Math.max(0, at - since) * requests
  if (stored === undefined) {
    return { requests, perSeconds, level: Math.min(capacityOf(rule), filledSince), at, held: {} }
  }
  const held = Object.fromEntries(Object.entries(stored.held).filter(([, { until }]) => until > at))
  const before = stored.level + Math.max(0, at - stored.at) * stored.requests
  let level = Math.min(before, capacityOf(stored) - heldIn(held) * tokenOf(stored))
  if (stored.requests !== requests || stored.perSeconds !== perSeconds) {
    // Under another rule as many requests are used as were before.
    const used = Math.ceil((capacityOf(stored) - level) / tokenOf(stored))
    level = (requests - used) * tokenOf(rule)
  }
  if (since !== undefined && stored.at < since) level = Math.min(level, filledSince)
  return { requests, perSeconds, level: Math.max(0, level), at: Math.max(at, stored.at), held }
}

function heldIn(held: LimitBucket['held']): number {
  return Object.values(held).reduce((sum, { requests }) => sum + requests, 0)
}

function tokenOf({ perSeconds }: Pick<BucketRule, 'perSeconds'>): number {
  return perSeconds * MS
}

function capacityOf({ requests, perSeconds }: BucketRule): number {
  return requests * perSeconds * MS
}
