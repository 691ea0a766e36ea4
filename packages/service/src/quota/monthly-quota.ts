import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { isoNow, type ServiceEnvironment } from '../environment/environment.ts'
import type { QuotaUse } from '../model/request-log.ts'
import { RowIds } from '../store/row-ids.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { updateRow } from '../store/update-row.ts'
import { endOfMonth, quotaMonth } from './quota-month.ts'

/** Calls that a process takes out of the month at once: what is lost at most when it is killed. */
export const LEASE_MOST = 50

/** Near its end a month is given out in ever smaller leases, so that no process sits on calls that others need. */
const LEASES_OF_THE_REST = 20

/** Parts of the quota, in per cent, whose using up is an event. */
export const TOLD_PERCENTS: readonly number[] = [80, 100]

/** How long a quota that was found used up is not asked for again. */
const USED_UP_MS = 1_000

const MS = 1_000

/** A call that was taken out of a quota; undefined where there is none. */
export interface Reservation {
  readonly accountId: string
  readonly month: string
}

/** What is left of the calls of a month. */
export interface QuotaState {
  readonly limit: number
  /** Calls that were given out, less those that this process has left. */
  readonly used: number
  readonly remaining: number
  readonly resetsAt: string
}

interface Lease {
  readonly month: string
  readonly limit: number
  left: number
  /** Until when the month counts as used up without asking. */
  usedUpUntil: number
  /** Of all processes, when this one asked last. */
  leased: number
  /** Per cent that the account was told of under this limit. */
  told: number
}

/**
 * Calls of a month, counted for all processes together in one row for an account and month. A process takes them out in
 * leases, so that the row is seldom asked; what was leased counts as used until it is given back, so the limit is never
 * exceeded.
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
   * Takes a call out of the month.
   *
   * @param limit - Calls of a month; undefined is without limit, and counts nothing.
   * @throws `quota_exceeded` with `details` of limit, resetsAt and retryAfter.
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
          await this.#tellIfReached(accountId, lease)
          return { accountId, month }
        }
        if (now < lease.usedUpUntil) throw quotaError(limit, now)
      }
      await (this.#leasing.get(accountId) ?? this.#alone(accountId, () => this.#renew(accountId, month, limit)))
    }
  }

  /** Puts back a call whose request was refused for another reason. Of a month that is over nothing comes back. */
  giveBack(reservation: Reservation | undefined): void {
    if (reservation === undefined) return
    const lease = this.#leases.get(reservation.accountId)
    if (lease?.month === reservation.month) lease.left++
  }

  /** How the month stands; undefined without limit. */
  async state(accountId: string, limit: number | undefined): Promise<QuotaState | undefined> {
    if (limit === undefined) return undefined
    const now = this.#environment.now()
    const month = quotaMonth(now)
    const [row] = await this.#store.read('quotas', [rowKey(accountId, month)])
    return stateOf(limit, row?.row.leased ?? 0, this.#left(accountId, month), now)
  }

  /** The same as of the last lease, without asking the store; undefined before the first, and without limit. */
  lastState(accountId: string, limit: number | undefined): QuotaState | undefined {
    const lease = this.#leases.get(accountId)
    const now = this.#environment.now()
    if (limit === undefined || lease?.limit !== limit || lease.month !== quotaMonth(now)) return undefined
    return stateOf(limit, lease.leased, lease.left, now)
  }

  /** Puts what is left of all leases back into their months. Calls may go on after it. */
  async release(): Promise<void> {
    for (const accountId of [...this.#leases.keys()]) {
      while (this.#leasing.has(accountId)) await this.#leasing.get(accountId)
      await this.#alone(accountId, () => this.#release(accountId))
    }
  }

  async #release(accountId: string): Promise<void> {
    const lease = this.#leases.get(accountId)
    if (lease === undefined) return
    const left = lease.left
    // Before the write: nobody may take what goes back.
    this.#leases.delete(accountId)
    if (left === 0) return
    await updateRow(this.#store, 'quotas', rowKey(accountId, lease.month), (row) =>
      row === undefined ? undefined : { row: { ...row, leased: Math.max(0, row.leased - left) }, result: true },
    )
  }

  /** Takes a lease; what is left of one under another limit goes back in the same step. */
  async #renew(accountId: string, month: string, limit: number): Promise<void> {
    const before = this.#leases.get(accountId)
    const isAlike = before?.month === month && before.limit === limit
    if (isAlike && before.left > 0) return
    let returned = 0
    if (before?.month === month) {
      returned = before.left
      before.left = 0
    }
    const now = this.#environment.now()
    let taken = { size: 0, leased: 0, told: 0 }
    await updateRow(this.#store, 'quotas', rowKey(accountId, month), (row) => {
      const rest = Math.max(0, (row?.leased ?? 0) - returned)
      const size = leaseSize(limit - rest)
      taken = { size, leased: rest + size, told: toldPercent(row, limit) }
      return taken.leased === row?.leased ? undefined : { row: { ...row, leased: taken.leased }, result: true }
    })
    // Calls may have been given back meanwhile.
    const left = taken.size + (before?.month === month ? before.left : 0)
    const usedUpUntil = taken.size > 0 ? 0 : now + USED_UP_MS
    const lease: Lease = { month, limit, left, leased: taken.leased, told: taken.told, usedUpUntil }
    this.#leases.set(accountId, lease)
    // What a process that died had leased is used by nobody, but gone.
    if (left === 0) await this.#tellIfReached(accountId, lease)
  }

  /** Tells the account once how much is used: by all processes, what others have leased and not used included. */
  async #tellIfReached(accountId: string, lease: Lease): Promise<void> {
    const { month, limit, told } = lease
    const used = lease.leased - lease.left
    const reached = TOLD_PERCENTS.findLast((percent) => used * 100 >= limit * percent) ?? 0
    if (reached <= told) return
    // Before it is written, so that calls at the same time do not tell it too.
    lease.told = reached
    const at = isoNow(this.#environment)
    const resetsAt = new Date(endOfMonth(this.#environment.now())).toISOString()
    const telling = updateRow(this.#store, 'quotas', rowKey(accountId, month), (row) => {
      const percents = TOLD_PERCENTS.filter((percent) => percent > toldPercent(row, limit) && percent <= reached)
      if (row === undefined || percents.length === 0) return undefined
      const others = percents.map((percent): RowWrite => {
        const data = { percent, used, limit, month, resetsAt }
        const event = { accountId, type: 'account.quota.reached', at, data }
        return { table: 'account_events', key: rowKey(this.#ids.next()), row: event, expect: 'absent' }
      })
      return { row: { ...row, told: { percent: reached, limit } }, others, result: true }
    })
    await telling.catch(() => {
      // The call goes on, and the next one tells it.
      lease.told = told
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

  /** One piece of work for an account at a time; others wait for it. */
  #alone(accountId: string, work: () => Promise<void>): Promise<void> {
    const own = work().finally(() => this.#leasing.delete(accountId))
    this.#leasing.set(accountId, own)
    return own
  }
}

function toldPercent(row: QuotaUse | undefined, limit: number): number {
  return row?.told?.limit === limit ? row.told.percent : 0
}

function leaseSize(rest: number): number {
  return Math.max(0, Math.min(LEASE_MOST, Math.ceil(rest / LEASES_OF_THE_REST)))
}

function stateOf(limit: number, leased: number, left: number, now: number): QuotaState {
  const used = Math.max(0, leased - left)
  return { limit, used, remaining: Math.max(0, limit - used), resetsAt: new Date(endOfMonth(now)).toISOString() }
}

function quotaError(limit: number, now: number): RegistryError {
  const end = endOfMonth(now)
  const resetsAt = new Date(end).toISOString()
  return new RegistryError(
    'quota_exceeded',
    `The ${limit} calls of this month are used up; wait until ${resetsAt}, or take a larger plan.`,
    { details: { limit, resetsAt, retryAfter: Math.ceil((end - now) / MS) } },
  )
}
