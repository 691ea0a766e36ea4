import { rowKey } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { ServiceStore } from '../../store/service-store.ts'
import { updateRow } from '../../store/update-row.ts'
import type { LimitRule } from '../limit-rules.ts'
import {
  currentBucket,
  type Leased,
  leaseRequests,
  millisecondsToFull,
  millisecondsToNext,
  refund,
  requestsLeft,
} from './leased-bucket.ts'
import { DEAD_MS, HEARTBEAT_MS, SHARE_MS } from './limit-group.ts'
import type { ShareState } from './share-buckets.ts'

/** Maximum leases in memory. An evicted lease expires by itself. */
const MAX_LEASES = 100_000
/** Maximum transactions for which a request waits. Other requests may take the leased requests first. */
const MAX_ROUNDS = 3

interface Lease {
  readonly limit: LimitRule
  /** Leased requests that are not used yet. */
  left: number
  /** Expiry of the lease, by this process's clock. */
  until: number
  /** Time until which the limit is exhausted. */
  exhaustedUntil: number
  /** The row at the last transaction. */
  last: Pick<Leased, 'bucket'> | undefined
  isUsed: boolean
  waiting: number
  running: Promise<void> | undefined
}

export interface TokenLeasesOptions {
  readonly store: ServiceStore
  readonly now: () => number
  readonly instance: string
  /** Number of leasing processes. */
  readonly instances: () => number
  /** Returns the time since which all processes lease a limit; undefined if they have always leased this limit. */
  readonly since: (limit: LimitRule) => number | undefined
}

/**
 * Leases requests from rows that all processes share. A process leases several requests at once, a small part of the
 * remaining requests, so it seldom reads the row. An idle lease is returned. The lease of a dead process is lost.
 */
export class TokenLeases {
  readonly #options: TokenLeasesOptions
  readonly #leases = new LRUCache<string, Lease>({ max: MAX_LEASES })

  constructor(options: TokenLeasesOptions) {
    this.#options = options
  }

  /** Takes a request. @returns whether a request was available. @throws errors of the store. */
  async take(limit: LimitRule): Promise<boolean> {
    const lease = this.#lease(limit)
    lease.isUsed = true
    for (let round = 0; ; round++) {
      const now = this.#options.now()
      if (takeLeased(lease, now)) return true
      if (now < lease.exhaustedUntil || round === MAX_ROUNDS) return false
      lease.waiting++
      try {
        await (lease.running ?? this.#renew(lease))
      } finally {
        lease.waiting--
      }
    }
  }

  /** Refunds a request that the service refused for a reason other than a limit. */
  async refund(limit: LimitRule): Promise<void> {
    const { store, now } = this.#options
    await updateRow(store, 'limit_buckets', keyOf(limit), (row) =>
      row === undefined ? undefined : { row: refund(row, limit.rule, now()), result: true },
    )
    const lease = this.#leases.get(nameOf(limit))
    if (lease !== undefined) lease.exhaustedUntil = 0
  }

  /** Returns the state at the last transaction plus the refill since then. Without a transaction the limit is full. */
  state(limit: LimitRule): ShareState {
    const lease = this.#leases.get(nameOf(limit))
    return this.#stateOf(limit, lease?.last?.bucket, lease)
  }

  /** Reads the current state from the row. @throws errors of the store. */
  async readState(limit: LimitRule): Promise<ShareState> {
    const [row] = await this.#options.store.read('limit_buckets', [keyOf(limit)])
    return this.#stateOf(limit, row?.row, this.#leases.get(nameOf(limit)))
  }

  /** Returns leases that were not used since the last call or expire soon. */
  async returnIdle(): Promise<void> {
    const now = this.#options.now()
    for (const [name, lease] of [...this.#leases.entries()]) {
      const isIdle = !lease.isUsed
      lease.isUsed = false
      if (lease.left > 0 && (isIdle || lease.until - now <= HEARTBEAT_MS)) await this.#afterRunning(lease, 0)
      else if (isIdle && lease.left === 0 && lease.waiting === 0 && now >= lease.exhaustedUntil)
        this.#leases.delete(name)
    }
  }

  /** Returns all leases. */
  async release(): Promise<void> {
    for (const lease of [...this.#leases.values()]) if (lease.left > 0) await this.#afterRunning(lease, 0)
    this.#leases.clear()
  }

  /** Serializes the transactions of one limit. The next transaction serves all waiting requests. */
  async #afterRunning(lease: Lease, needed: number): Promise<void> {
    await lease.running?.catch(() => undefined)
    await (lease.running ?? this.#renew(lease, needed))
  }

  #renew(lease: Lease, needed?: number): Promise<void> {
    lease.running = this.#leaseOnce(lease, needed).finally(() => {
      lease.running = undefined
    })
    return lease.running
  }

  /** @param requestCount - Requests to lease. Default: one for each waiting request. */
  async #leaseOnce(lease: Lease, requestCount?: number): Promise<void> {
    const { store, now: clock, instance, instances, since } = this.#options
    const { limit } = lease
    // Let requests of the same turn start waiting before they are counted.
    await Promise.resolve()
    const now = clock()
    const needed = requestCount ?? lease.waiting
    const returned = now < lease.until ? lease.left : 0
    // Returned requests must not be used any more.
    lease.left = 0
    let leased: Leased | undefined
    await updateRow(store, 'limit_buckets', keyOf(limit), (row) => {
      leased = leaseRequests(row, {
        instance,
        rule: limit.rule,
        now,
        since: since(limit),
        returned,
        needed,
        instances: instances(),
        until: now + DEAD_MS,
      })
      return { row: leased.bucket, result: true }
    })
    if (leased === undefined) return
    lease.last = leased
    lease.left = leased.granted
    lease.until = now + SHARE_MS
    lease.exhaustedUntil = leased.granted < needed ? now + Math.max(1, millisecondsToNext(leased.bucket)) : 0
  }

  #lease(limit: LimitRule): Lease {
    const name = nameOf(limit)
    const known = this.#leases.get(name)
    const { requests, perSeconds } = limit.rule
    if (known?.limit.rule.requests === requests && known.limit.rule.perSeconds === perSeconds) return known
    const lease: Lease = {
      limit,
      // The new lease ignores requests leased under the previous rule; they count as used.
      left: 0,
      until: 0,
      exhaustedUntil: 0,
      last: undefined,
      isUsed: true,
      waiting: 0,
      running: undefined,
    }
    this.#leases.set(name, lease)
    return lease
  }

  #stateOf(limit: LimitRule, row: Leased['bucket'] | undefined, lease: Lease | undefined): ShareState {
    const now = this.#options.now()
    const bucket = currentBucket(row, limit.rule, now, this.#options.since(limit))
    const held = lease !== undefined && now < lease.until ? lease.left : 0
    return {
      remaining: requestsLeft(bucket) + held,
      toNext: held > 0 ? 0 : Math.max(millisecondsToNext(bucket), (lease?.exhaustedUntil ?? 0) - now, 0),
      toFull: millisecondsToFull(bucket),
    }
  }
}

function takeLeased(lease: Lease, now: number): boolean {
  if (lease.left === 0 || now >= lease.until) return false
  lease.left--
  return true
}

function nameOf({ owner, policy }: LimitRule): string {
  return `${owner} ${policy}`
}

function keyOf({ owner, policy }: LimitRule): string {
  return rowKey(...owner.split(' '), policy)
}
