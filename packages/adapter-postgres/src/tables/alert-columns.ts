import { type AlertRow, alertTag } from '@utpid/core/storage'
import { textKey } from './stored-text.ts'

/** The columns of an alert, as `name type`, in the order of {@link alertValues}. */
export const ALERT_COLUMNS: readonly string[] = [
  'id text',
  'first_product bigint',
  'second_product bigint',
  'status text',
  'gain float8',
  'confidence float8',
  'detected_at text',
  'bookings float8',
  'alert_group text',
  'tags text[]',
  'content json',
]

export function alertValues(row: AlertRow): (string | number | null)[] {
  const { id, products, status, informationGain, confidence, detectedAt, bookings = 0, tags = [] } = row
  const group = alertTag(row, 'group')
  return [
    textKey(id),
    ...products,
    status,
    informationGain,
    confidence,
    textKey(detectedAt),
    bookings,
    group === undefined ? null : textKey(group),
    textArray(tags),
    JSON.stringify(row),
  ]
}

/** Returns texts as an array in the syntax of PostgreSQL. */
export function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${textKey(text).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
