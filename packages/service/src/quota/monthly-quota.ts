import { rowKey } from '@utpid/core/storage'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { QuotaUse } from '../model/request-log.ts'
import { RowIds } from '../store/row-ids.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { updateRow } from '../store/update-row.ts'
import { endOfMonth, quotaMonth } from './quota-month.ts'

/** Maximum calls of one lease. If a process is killed, at most this many calls are lost. */
export const MAX_LEASE = 50

/**
 * A lease is at most the remaining calls divided by this number. Small leases near the end of the quota leave calls for
 * other processes.
 */
const LEASE_DIVISOR = 20

/** Percentages of the quota that cause an event. */
export const NOTIFIED_PERCENTS: readonly number[] = [80, 100]

/** Milliseconds for which an exhausted quota is not read again. */
const EXHAUSTED_MS = 1_000

const MS = 1_000

/** A call taken from a quota; undefined without a quota. */
export interface Reservation {
  readonly accountId: string
  readonly month: string
}

/** The remaining calls of a month. */
export interface QuotaState {
  readonly limit: number
  /** Calls leased by all processes, minus the unused calls of this process. */
  readonly used: number
  readonly remaining: number
  readonly resetsAt: string
}

interface Lease {
  readonly month: string
  readonly limit: number
  left: number
  /** Time until which the month counts as exhausted without reading the row. */
  exhaustedUntil: number
  /** Calls leased by all processes, as of the last lease. */
  leased: number
  /** The last percentage under this limit that an event has reported. */
  notified: number
}

/**
 * Counts the calls of a month for all processes, in one row for each account and month. A process leases calls, so the
 * row is read seldom. Leased calls count as used until they are returned, so the limit is never exceeded.
 */
export class MonthlyQuota {
  readonly #store: ServiceStore
  readonly #environment: ServiceEnvironment
  readonly #ids: RowIds
  readonly #leases = new Map<string, Lease>()
  readonly #leasing = new Map<string, Promise<void>>()
  #month = ''

  constructor(store: ServiceStore, environment: ServiceEnvironment) {
    this.#store = store
    this.#environment = environment
    this.#ids = new RowIds(environment)
  }

  /**
   * Takes a call from the month.
   *
   * @param limit - Calls of a month; undefined is unlimited and counts nothing.
   * @throws `quota_exceeded` with `limit`, `resetsAt` and `retryAfter` in `details`.
   */
  async reserve(accountId: string, limit: number | undefined): Promise<Reservation | undefined> {
    if (limit === undefined) return undefined
    for (;;) {
      const now = this.#environment.now()
      const month = quotaMonth(now)
      this.#forgetOtherMonths(month)
      const lease = this.#leases.get(accountId)
      if (lease?.limit === limit && lease.month === month) {
        if (lease.left > 0) {
          lease.left--
          await this.#notifyIfReached(accountId, lease)
          return { accountId, month }
        }
        if (now < lease.exhaustedUntil) throw quotaError(limit, now)
      }
      await (this.#leasing.get(accountId) ?? this.#exclusively(accountId, () => this.#renew(accountId, month, limit)))
    }
  }

  /** Refunds a call that was refused for another reason. Calls of a past month are not refunded. */
  refund(reservation: Reservation | undefined): void {
    if (reservation === undefined) return
    const lease = this.#leases.get(reservation.accountId)
    if (lease?.month === reservation.month) lease.left++
  }

  /** Reads the state of the month; undefined without a limit. */
  async state(accountId: string, limit: number | undefined): Promise<QuotaState | undefined> {
    if (limit === undefined) return undefined
    const now = this.#environment.now()
    const month = quotaMonth(now)
    const [row] = await this.#store.read('quotas', [rowKey(accountId, month)])
    return stateOf(limit, row?.row.leased ?? 0, this.#left(accountId, month), now)
  }

  /**
   * The state as of the last lease, without reading the store; undefined before the first lease, or without a limit.
   */
  lastState(accountId: string, limit: number | undefined): QuotaState | undefined {
    const lease = this.#leases.get(accountId)
    const now = this.#environment.now()
    if (limit === undefined || lease?.limit !== limit || lease.month !== quotaMonth(now)) return undefined
    return stateOf(limit, lease.leased, lease.left, now)
  }

  /** Returns the unused calls of all leases to the store. Callers may reserve further calls afterwards. */
  async release(): Promise<void> {
    for (const accountId of [...this.#leases.keys()]) {
      while (this.#leasing.has(accountId)) await this.#leasing.get(accountId)
      await this.#exclusively(accountId, () => this.#release(accountId))
    }
  }

  async #release(accountId: string): Promise<void> {
    const lease = this.#leases.get(accountId)
    if (lease === undefined) return
    const left = lease.left
    // Delete the lease before the write, so that no call uses a returned call.
    this.#leases.delete(accountId)
    if (left === 0) return
    await updateRow(this.#store, 'quotas', rowKey(accountId, lease.month), (row) =>
      row === undefined ? undefined : { row: { ...row, leased: Math.max(0, row.leased - left) }, result: true },
    )
  }

  /** Leases calls. The same transaction returns the rest of a lease under another limit. */
  async #renew(accountId: string, month: string, limit: number): Promise<void> {
    const before = this.#leases.get(accountId)
    const isSameLimit = before?.month === month && before.limit === limit
    if (isSameLimit && before.left > 0) return
    let returned = 0
    if (before?.month === month) {
      returned = before.left
      before.left = 0
    }
    const now = this.#environment.now()
    let taken = { size: 0, leased: 0, notified: 0 }
    await updateRow(this.#store, 'quotas', rowKey(accountId, month), (row) => {
      const rest = Math.max(0, (row?.leased ?? 0) - returned)
      const size = leaseSize(limit - rest)
      taken = { size, leased: rest + size, notified: notifiedPercent(row, limit) }
      return taken.leased === row?.leased ? undefined : { row: { ...row, leased: taken.leased }, result: true }
    })
    // Calls may have been refunded meanwhile.
    const left = taken.size + (before?.month === month ? before.left : 0)
    const exhaustedUntil = taken.size > 0 ? 0 : now + EXHAUSTED_MS
    const lease: Lease = { month, limit, left, leased: taken.leased, notified: taken.notified, exhaustedUntil }
    this.#leases.set(accountId, lease)
    // Calls leased by a dead process are lost and count as used.
    if (left === 0) await this.#notifyIfReached(accountId, lease)
  }

  /** Creates an event for each percentage, once. Calls that other processes have leased count as used. */
  async #notifyIfReached(accountId: string, lease: Lease): Promise<void> {
    const { month, limit, notified } = lease
    const used = lease.leased - lease.left
    const reached = NOTIFIED_PERCENTS.findLast((percent) => used * 100 >= limit * percent) ?? 0
    if (reached <= notified) return
    // Set the percentage before the write, so that concurrent calls create no second event.
    lease.notified = reached
    const createdAt = isoNow(this.#environment)
    const resetsAt = new Date(endOfMonth(this.#environment.now())).toISOString()
    const notifying = updateRow(this.#store, 'quotas', rowKey(accountId, month), (row) => {
      const percents = NOTIFIED_PERCENTS.filter(
        (percent) => percent > notifiedPercent(row, limit) && percent <= reached,
      )
      if (row === undefined || percents.length === 0) return undefined
      const others = percents.map((percent): RowWrite => {
        const data = { percent, used, limit, month, resetsAt }
        const event = { accountId, type: 'account.quota.reached', createdAt, data }
        return { table: 'account_events', key: rowKey(this.#ids.next()), row: event, expect: 'absent' }
      })
      return { row: { ...row, notified: { percent: reached, limit } }, others, result: true }
    })
    await notifying.catch(() => {
      // The call succeeds anyway, and the next call tries to create the event again.
      lease.notified = notified
    })
  }

  #left(accountId: string, month: string): number {
    const lease = this.#leases.get(accountId)
    return lease?.month === month ? lease.left : 0
  }

  #forgetOtherMonths(month: string): void {
    if (month === this.#month) return
    this.#month = month
    for (const [accountId, lease] of this.#leases) if (lease.month !== month) this.#leases.delete(accountId)
  }

  /** Runs one task at a time for each account; other calls wait for the running task. */
  #exclusively(accountId: string, work: () => Promise<void>): Promise<void> {
    const own = work().finally(() => this.#leasing.delete(accountId))
    this.#leasing.set(accountId, own)
    return own
  }
}

function notifiedPercent(row: QuotaUse | undefined, limit: number): number {
  return row?.notified?.limit === limit ? row.notified.percent : 0
}

function leaseSize(rest: number): number {
  return Math.max(0, Math.min(MAX_LEASE, Math.ceil(rest / LEASE_DIVISOR)))
}

function stateOf(limit: number, leased: number, left: number, now: number): QuotaState {
  const used = Math.max(0, leased - left)
  return { limit, used, remaining: Math.max(0, limit - used), resetsAt: new Date(endOfMonth(now)).toISOString() }
}

function quotaError(limit: number, now: number): ServiceError {
  const end = endOfMonth(now)
  const resetsAt = new Date(end).toISOString()
  return new ServiceError(
    'quota_exceeded',
    `The ${limit} calls of this month are used up; wait until ${resetsAt}, or choose a larger plan.`,
    { details: { limit, resetsAt, retryAfter: Math.ceil((end - now) / MS) } },
  )
}
