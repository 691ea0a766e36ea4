import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { AlertQuery } from '../ledger.ts'

/** The limits that the contract states for reads, checked alike by every ledger. */

/**
 * Refuses more ids than one read answers.
 *
 * @throws `validation_failed` above `LIMITS.idsPerRead`.
 */
export function checkBatch(batch: readonly unknown[]): void {
  if (batch.length <= LIMITS.idsPerRead) return
  throw new RegistryError(
    'validation_failed',
    `${batch.length} ids in one read; at most ${LIMITS.idsPerRead} are answered. Read them in several calls.`,
  )
}

/**
 * Refuses ids that are none, and more than one read answers.
 *
 * @throws `validation_failed` as {@link checkBatch}, and for what is not an integer of 0 to 2^53 - 1.
 */
export function checkIds(ids: readonly number[]): void {
  checkBatch(ids)
  for (const id of ids) checkId(id)
}

/**
 * Refuses what is no id.
 *
 * @throws `validation_failed`
 */
export function checkId(id: number): void {
  if (Number.isSafeInteger(id) && id >= 0) return
  throw new RegistryError('validation_failed', `${id} is not an id: expected an integer of 0 to 2^53 - 1.`)
}

/**
 * Arguments of scans by number and of `changes`.
 *
 * @throws `validation_failed`
 */
export function checkPage(after: number, limit: number, lowest: -1 | 0): void {
  if (!Number.isSafeInteger(after) || after < lowest) {
    throw new RegistryError('validation_failed', `after is ${after}; give ${lowest} to begin, then the last one seen.`)
  }
  checkLimit(limit)
}

/**
 * Refuses a page of another size than allowed.
 *
 * @throws `validation_failed`
 */
export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.rowsPerPage) return
  throw new RegistryError('validation_failed', `limit is ${limit}; give 1 to ${LIMITS.rowsPerPage} rows a page.`)
}

/**
 * Refuses a number of records that is none.
 *
 * @throws `validation_failed`
 */
export function checkRecordCount(records: number): void {
  if (Number.isSafeInteger(records) && records >= 1) return
  throw new RegistryError('validation_failed', `Words cannot be asked for by ${records} records; give 1 or more.`)
}

/**
 * Refuses to go on numbering below the last change.
 *
 * @throws `validation_failed` when numbering cannot go on after `change`, the last one being `head`.
 */
export function checkContinuation(change: number, head: number): void {
  if (Number.isSafeInteger(change) && change >= head) return
  throw new RegistryError(
    'validation_failed',
    `Numbering cannot go on after change ${change}: the last change here is ${head}. Give that or a higher one.`,
  )
}

const ALERT_ORDERS: readonly string[] = ['gain', 'confidence', 'detectedAt'] satisfies AlertQuery['order'][]

/**
 * Refuses a question for alerts that is beyond its limits.
 *
 * @throws `validation_failed`
 */
export function checkAlertQuery(query: AlertQuery): void {
  checkLimit(query.limit)
  if (!Number.isSafeInteger(query.offset) || query.offset < 0) {
    throw new RegistryError('validation_failed', `offset is ${query.offset}; give an integer of 0 or more.`)
  }
  if (!ALERT_ORDERS.includes(query.order)) {
    throw new RegistryError('validation_failed', `order is "${query.order}"; give one of ${ALERT_ORDERS.join(', ')}.`)
  }
}
