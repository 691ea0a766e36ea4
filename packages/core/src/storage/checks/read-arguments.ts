import { LIMITS } from '../../model/limits.ts'
import { validationError } from '../../model/validation-error.ts'
import { ALERT_ORDERS, type AlertQuery } from '../alert-query.ts'

/** Functions that check the contract's limits for reads. All ledgers share them. */

/**
 * Rejects more ids than one read allows.
 *
 * @throws `validation_failed` above `LIMITS.idsPerRead`.
 */
export function checkBatch(batch: readonly unknown[]): void {
  if (batch.length <= LIMITS.idsPerRead) return
  throw validationError(
    `${batch.length} ids in one read are too many; the maximum is ${LIMITS.idsPerRead}. Use several calls.`,
  )
}

/**
 * Rejects invalid ids, and too many ids for one read.
 *
 * @throws `validation_failed` for too many ids, see {@link checkBatch}, and for an id that is not an integer from 0 to
 *   2^53 - 1.
 */
export function checkIds(ids: readonly number[]): void {
  checkBatch(ids)
  for (const id of ids) checkId(id)
}

/**
 * Rejects an invalid id.
 *
 * @throws `validation_failed`
 */
export function checkId(id: number): void {
  if (Number.isSafeInteger(id) && id >= 0) return
  throw validationError(`${id} is not an id: expected an integer of 0 to 2^53 - 1.`)
}

/**
 * Rejects invalid arguments of numeric scans and of `changes`.
 *
 * @throws `validation_failed`
 */
export function checkPage(after: number, limit: number, lowest: -1 | 0): void {
  if (!Number.isSafeInteger(after) || after < lowest) {
    throw validationError(`after is ${after}; give ${lowest} first, then the last value read.`)
  }
  checkLimit(limit)
}

/**
 * Rejects an invalid page size.
 *
 * @throws `validation_failed`
 */
export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.rowsPerPage) return
  throw validationError(`limit is ${limit}; give 1 to ${LIMITS.rowsPerPage} rows a page.`)
}

/**
 * Rejects an invalid number of records.
 *
 * @throws `validation_failed`
 */
export function checkRecordCount(records: number): void {
  if (Number.isSafeInteger(records) && records >= 1) return
  throw validationError(`The number of records of a word is ${records}; give 1 or more.`)
}

/**
 * Rejects a change number below the last change.
 *
 * @throws `validation_failed` if numbering cannot continue after `change`, since the last change is `head`.
 */
export function checkContinuation(change: number, head: number): void {
  if (Number.isSafeInteger(change) && change >= head) return
  throw validationError(
    `Numbering cannot continue after change ${change}: the last change here is ${head}. Give this number or a higher number.`,
  )
}

/**
 * Rejects a query of alerts beyond its limits.
 *
 * @throws `validation_failed`
 */
export function checkAlertQuery(query: AlertQuery): void {
  checkLimit(query.limit)
  if (!Number.isSafeInteger(query.offset) || query.offset < 0) {
    throw validationError(`offset is ${query.offset}; give an integer of 0 or more.`)
  }
  if (!ALERT_ORDERS.includes(query.order)) {
    throw validationError(`order is "${query.order}"; give one of ${ALERT_ORDERS.join(', ')}.`)
  }
  const isTime = query.order === 'detectedAt' || query.order === 'oldest'
  if (query.after !== undefined && typeof query.after.value !== (isTime ? 'string' : 'number')) {
    throw validationError('The position of the previous page belongs to another order.')
  }
}
