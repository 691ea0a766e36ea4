import { rowKey } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { ServiceStore } from '../../store/service-store.ts'
import { updateRow } from '../../store/update-row.ts'
import type { LimitRule } from '../limit-rules.ts'
import {
  type Leased,
  leaseFrom,
  millisecondsToFull,
  millisecondsToNext,
  putBack,
  requestsLeft,
  settle,
} from './leased-bucket.ts'
import { BEAT_MS, GONE_MS, HELD_MS } from './limit-group.ts'
import type { PartState } from './part-buckets.ts'

/** Limits of which something is held at once; what is forgotten of others comes back by itself. */
const LEASES_MOST = 100_000
/** Steps that a request waits for at most: others may be faster each time. */
const ROUNDS = 3

interface Lease {
  readonly limit: LimitRule
  /** Held and not given out. */
  left: number
  /** Until when, by this process's clock, what is left may be given out. */
  until: number
  /** Until when there is nothing. */
  usedUpUntil: number
  /** As it was at the last step. */
  last: Pick<Leased, 'bucket'> | undefined
  isAsked: boolean
  waiting: number
  running: Promise<void> | undefined
}

export interface TokenLeasesOptions {
  readonly store: ServiceStore
  readonly now: () => number
  readonly instance: string
  /** Processes that lease. */
  readonly instances: () => number
  /** Since when a limit is leased by all; undefined when it always was. */
  readonly since: (limit: LimitRule) => number | undefined
}

/**
 * Limits that this process leases requests of, from rows that all processes share. A lease is a small part of what is left,
 * so that the row is seldom asked; what is left of it goes back when nobody asks, and to nobody when the process dies.
 */
export class TokenLeases {
  readonly #options: TokenLeasesOptions
  readonly #leases = new LRUCache<string, Lease>({ max: LEASES_MOST })

  constructor(options: TokenLeasesOptions) {
    this.#options = options
  }

  /** Takes a request. @returns whether there was one. @throws what the store throws. */
  async take(limit: LimitRule): Promise<boolean> {
    const lease = this.#lease(limit)
    lease.isAsked = true
    for (let round = 0; ; round++) {
      const now = this.#options.now()
      if (takeHeld(lease, now)) return true
      if (now < lease.usedUpUntil || round === ROUNDS) return false
      lease.waiting++
      try {
        await (lease.running ?? this.#renew(lease))
      } finally {
        lease.waiting--
      }
    }
  }

  /** Puts back a request that was taken and then refused for another reason. */
  async giveBack(limit: LimitRule): Promise<void> {
    const { store, now } = this.#options
    await updateRow(store, 'limit_buckets', keyOf(limit), (row) =>
      row === undefined ? undefined : { row: putBack(row, limit.rule, now()), result: true },
    )
    const lease = this.#leases.get(nameOf(limit))
    if (lease !== undefined) lease.usedUpUntil = 0
  }

  /** How it stood at the last step, with what came back since; full when it was never asked. */
  state(limit: LimitRule): PartState {
    const lease = this.#leases.get(nameOf(limit))
    return this.#stateOf(limit, lease?.last?.bucket, lease)
  }

  /** How it stands, as the row says. @throws what the store throws. */
  async readState(limit: LimitRule): Promise<PartState> {
    const [row] = await this.#options.store.read('limit_buckets', [keyOf(limit)])
    return this.#stateOf(limit, row?.row, this.#leases.get(nameOf(limit)))
  }

  /** Gives back what nobody has asked for since the last time, or may not be given out much longer. */
  async sweep(): Promise<void> {
    const now = this.#options.now()
    for (const [name, lease] of [...this.#leases.entries()]) {
      const isIdle = !lease.isAsked
      lease.isAsked = false
      if (lease.left > 0 && (isIdle || lease.until - now <= BEAT_MS)) await this.#alone(lease, 0)
      else if (isIdle && lease.left === 0 && lease.waiting === 0 && now >= lease.usedUpUntil) this.#leases.delete(name)
    }
  }

  /** Gives back everything. */
  async release(): Promise<void> {
    for (const lease of [...this.#leases.values()]) if (lease.left > 0) await this.#alone(lease, 0)
    this.#leases.clear()
  }

  /** Steps for one limit come one after another; who waits meanwhile is served by the next one. */
  async #alone(lease: Lease, wanted: number): Promise<void> {
    await lease.running?.catch(() => undefined)
    await (lease.running ?? this.#renew(lease, wanted))
  }

  #renew(lease: Lease, wanted?: number): Promise<void> {
    lease.running = this.#step(lease, wanted).finally(() => {
      lease.running = undefined
    })
    return lease.running
  }

  /** @param given - Requests to lease; all that wait unless given. */
  async #step(lease: Lease, given?: number): Promise<void> {
    const { store, now: clock, instance, instances, since } = this.#options
    const { limit } = lease
    // Those that wait have counted themselves once this has begun.
    await Promise.resolve()
    const now = clock()
    const wanted = given ?? lease.waiting
    const returned = now < lease.until ? lease.left : 0
    // Nobody may give out what goes back.
    lease.left = 0
    let leased: Leased | undefined
    await updateRow(store, 'limit_buckets', keyOf(limit), (row) => {
      leased = leaseFrom(row, {
        instance,
        rule: limit.rule,
        now,
        since: since(limit),
        returned,
        wanted,
        instances: instances(),
        until: now + GONE_MS,
      })
      return { row: leased.bucket, result: true }
    })
    if (leased === undefined) return
    lease.last = leased
    lease.left = leased.granted
    lease.until = now + HELD_MS
    lease.usedUpUntil = leased.granted < wanted ? now + Math.max(1, millisecondsToNext(leased.bucket)) : 0
  }

  #lease(limit: LimitRule): Lease {
    const name = nameOf(limit)
    const known = this.#leases.get(name)
    const { requests, perSeconds } = limit.rule
    if (known?.limit.rule.requests === requests && known.limit.rule.perSeconds === perSeconds) return known
    const lease: Lease = {
      limit,
      // What was leased under another rule is used up as far as this one knows.
      left: 0,
      until: 0,
      usedUpUntil: 0,
      last: undefined,
      isAsked: true,
      waiting: 0,
      running: undefined,
    }
    this.#leases.set(name, lease)
    return lease
  }

  #stateOf(limit: LimitRule, row: Leased['bucket'] | undefined, lease: Lease | undefined): PartState {
    const now = this.#options.now()
    const bucket = settle(row, limit.rule, now, this.#options.since(limit))
    const held = lease !== undefined && now < lease.until ? lease.left : 0
    return {
      remaining: requestsLeft(bucket) + held,
      toNext: held > 0 ? 0 : Math.max(millisecondsToNext(bucket), (lease?.usedUpUntil ?? 0) - now, 0),
      toFull: millisecondsToFull(bucket),
    }
  }
}

function takeHeld(lease: Lease, now: number): boolean {
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
