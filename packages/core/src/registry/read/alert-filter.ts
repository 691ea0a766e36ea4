import { CATEGORY_GROUPS, type CategoryGroup } from '../../model/category.ts'
import { defined } from '../../model/defined.ts'
import { ALERT_MARKED, ALERT_REASONS, type AlertMarked, type AlertReason } from '../../model/product.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AlertFilter } from '../../storage/alert-query.ts'
import type { AlertStatus } from '../../storage/rows.ts'
import { fold } from '../../text/fold.ts'
import { quoted } from '../context/check-arguments.ts'
import { storedTime } from './stored-time.ts'

/** A filter of alerts. Every given condition must hold. */
export interface AlertFilterOptions {
  /** The status of the alerts in the result. Default: `open`. */
  readonly status?: AlertStatus | 'all'
  /** The id of a supplier with a record in one of the two products. */
  readonly supplier?: string
  /** The country of one of the two products: ISO 3166-1 alpha-2 code, `ZZ` for unknown. */
  readonly country?: string
  /** The city of a record of the two products. Case, accents and punctuation do not matter. */
  readonly city?: string
  /** The category group of a record of the two products. */
  readonly kind?: CategoryGroup
  /** Why the machine left the two to a person. */
  readonly reason?: AlertReason
  /** A group of `alertGroups`. */
  readonly group?: string
  /** The marks of people on the alert. */
  readonly marked?: AlertMarked
  /** The lowest confidence, 0 to 1. */
  readonly minConfidence?: number
  /** The highest confidence, 0 to 1. */
  readonly maxConfidence?: number
  /** The earliest time of detection: a date or time of ISO 8601. */
  readonly detectedFrom?: string
  /** The end of the time of detection. An alert of this time is not in the result. */
  readonly detectedTo?: string
}

const STATUSES: readonly AlertStatus[] = ['open', 'merged', 'dismissed', 'withdrawn']
const TAGS = ['supplier', 'country', 'city', 'kind', 'reason', 'group'] as const

/**
 * Returns the filter for the ledger.
 *
 * @throws {@link RegistryError} `validation_failed`
 */
export function alertFilterOf(options: AlertFilterOptions): AlertFilter {
  const { status = 'open', kind, reason, marked, minConfidence, maxConfidence } = options
  checkOneOf('status', status, [...STATUSES, 'all'])
  checkOneOf('kind', kind, CATEGORY_GROUPS)
  checkOneOf('reason', reason, ALERT_REASONS)
  checkOneOf('marked', marked, ALERT_MARKED)
  const tags = TAGS.flatMap((name) => {
    const value = options[name]
    return value === undefined ? [] : `${name}:${tagValue(name, value)}`
  })
  if (marked !== undefined) tags.push(`mark:${marked}`)
  return {
    ...(status === 'all' ? {} : { status }),
    ...(tags.length === 0 ? {} : { tags }),
    ...defined({
      minConfidence: shareOf('minConfidence', minConfidence),
      maxConfidence: shareOf('maxConfidence', maxConfidence),
      detectedFrom: timeOf('detectedFrom', options.detectedFrom),
      detectedTo: timeOf('detectedTo', options.detectedTo),
    }),
  }
}

function tagValue(name: (typeof TAGS)[number], value: unknown): string {
  const text = typeof value !== 'string' ? '' : name === 'city' ? fold(value) : value.trim()
  if (text === '') throw validationError(`${name} is ${quoted(value)}; it must be a text that names something.`)
  if (name !== 'country') return text
  if (!/^[a-z]{2}$/i.test(text)) {
    throw validationError(`country is ${quoted(value)}; it must be a code of two letters, or ZZ for unknown.`)
  }
  return text.toUpperCase()
}

function checkOneOf(name: string, value: string | undefined, values: readonly string[]): void {
  if (value === undefined || values.includes(value)) return
  throw validationError(`${name} is ${quoted(value)}; it must be one of ${values.join(', ')}.`)
}

function shareOf(name: string, value: number | undefined): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && value >= 0 && value <= 1) return Math.round(value * 10_000)
  throw validationError(`${name} is ${quoted(value)}; it must be a number of 0 to 1.`)
}

function timeOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time)) throw validationError(`${name} is ${quoted(value)}; it must be a date or time of ISO 8601.`)
  return storedTime(time)
}
