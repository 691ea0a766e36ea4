import type { CategoryGroup } from '../model/category.ts'
import type { AlertMarked, AlertReason } from '../model/product.ts'
import type { ProductId } from '../model/utpid.ts'
import { compareText } from '../text/text-order.ts'
import type { AlertRow, AlertStatus } from './rows.ts'

/** The order of alerts: the highest value first. `detectedAt` starts with the newest alert, `oldest` with the oldest. */
export type AlertOrder = (typeof ALERT_ORDERS)[number]

/** All orders of alerts. */
export const ALERT_ORDERS = ['informationGain', 'confidence', 'detectedAt', 'oldest', 'bookings'] as const

/** A filter for alert rows. Every given condition must hold. */
export interface AlertFilter {
  /** The status of the alerts. Default: every status. */
  readonly status?: AlertStatus
  /** A product. The result contains only alerts about this product. */
  readonly product?: ProductId
  /** The tags that an alert must have, see {@link AlertRow.tags}. */
  readonly tags?: readonly string[]
  /** The lowest confidence, an integer in units of 1/10,000. */
  readonly minConfidence?: number
  readonly maxConfidence?: number
  /** The earliest time of detection, ISO 8601 UTC. */
  readonly detectedFrom?: string
  /** The end of the time of detection, ISO 8601 UTC. An alert of this time is not in the result. */
  readonly detectedTo?: string
}

/** A place in an order: the row's value and id. Rows that open or close meanwhile do not move it. */
export interface AlertPosition {
  /** The value that sorts the row: text for times, otherwise a number. */
  readonly value: number | string
  readonly id: string
}

/** A filter and an order for alert rows. */
export interface AlertQuery extends AlertFilter {
  /** The id of a single alert. */
  readonly id?: string
  /** The order. Ties are sorted by ascending id. */
  readonly order: AlertOrder
  /** The last row of the previous page. The result starts after this position. */
  readonly after?: AlertPosition
  /** The number of rows to skip, 0 or more. */
  readonly offset: number
  /** The maximum number of rows, 1 to `LIMITS.rowsPerPage`. */
  readonly limit: number
}

/** A page of alert rows, with the total number of rows that fit the filter. */
export interface AlertPage {
  readonly total: number
  readonly alerts: readonly AlertRow[]
}

/** Alerts of one reason between the same two suppliers. */
export interface AlertGroup {
  /** The tag that the alerts share, without `group:`. */
  readonly group: string
  readonly count: number
  /** The alert with the highest information gain; ties by ascending id. */
  readonly example: AlertRow
}

/** The largest groups, with the number of all groups. */
export interface AlertGroups {
  readonly total: number
  readonly groups: readonly AlertGroup[]
}

/** Whether a row fits a filter. */
export function alertFits(row: AlertRow, filter: AlertFilter): boolean {
  const { status, product, tags, minConfidence, maxConfidence, detectedFrom, detectedTo } = filter
  return (
    (status === undefined || row.status === status) &&
    (product === undefined || row.products.includes(product)) &&
    (minConfidence === undefined || row.confidence >= minConfidence) &&
    (maxConfidence === undefined || row.confidence <= maxConfidence) &&
    (detectedFrom === undefined || row.detectedAt >= detectedFrom) &&
    (detectedTo === undefined || row.detectedAt < detectedTo) &&
    (tags === undefined || tags.every((tag) => row.tags?.includes(tag) === true))
  )
}

/** Returns the position of a row in an order. */
export function alertPosition(row: AlertRow, order: AlertOrder): AlertPosition {
  return { value: order === 'oldest' ? row.detectedAt : (row[order] ?? 0), id: row.id }
}

/** Compares two positions in an order: negative if the first one comes first. */
export function compareAlerts(order: AlertOrder, a: AlertPosition, b: AlertPosition): number {
  const byValue = typeof a.value === 'string' ? compareText(a.value, b.value as string) : a.value - (b.value as number)
  return (order === 'oldest' ? byValue : -byValue) || compareText(a.id, b.id)
}

/** Returns the tag of a row with a prefix, without the prefix; undefined if the row has no such tag. */
export function alertTag({ tags }: Pick<AlertRow, 'tags'>, prefix: 'group' | 'reason'): string | undefined {
  const start = `${prefix}:`
  return tags?.find((tag) => tag.startsWith(start))?.slice(start.length)
}

/** Counts rows by group, largest first. Rows without tags, which an earlier version wrote, are in no group. */
export function alertGroups(rows: Iterable<AlertRow>, limit: number): AlertGroups {
  const groups = new Map<string, { group: string; count: number; example: AlertRow }>()
  for (const row of rows) {
    const group = alertTag(row, 'group')
    if (group === undefined) continue
    const known = groups.get(group)
    if (known === undefined) groups.set(group, { group, count: 1, example: row })
    else {
      known.count++
      const [one, other] = [alertPosition(row, 'informationGain'), alertPosition(known.example, 'informationGain')]
      if (compareAlerts('informationGain', one, other) < 0) known.example = row
    }
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count || compareText(a.group, b.group))
  return { total: sorted.length, groups: sorted.slice(0, limit) }
}

/** The values of tags, by prefix. */
export interface AlertSubject {
  /** The suppliers of all records of both products. */
  readonly supplier: readonly string[]
  /** ISO 3166-1 alpha-2 codes, `ZZ` for unknown. */
  readonly country: readonly string[]
  /** Folded names of cities. */
  readonly city: readonly string[]
  readonly kind: readonly CategoryGroup[]
  readonly reason: readonly AlertReason[]
}

/**
 * Returns the tags of an alert, ascending.
 *
 * @param pair - The suppliers of the two records behind the alert.
 */
export function alertTagList(subject: AlertSubject, pair: readonly string[], marks: AlertRow['marks']): string[] {
  const tags = Object.entries(subject).flatMap(([prefix, values]: [string, readonly string[]]) =>
    values.map((value) => `${prefix}:${value}`),
  )
  tags.push(`group:${[...subject.reason, ...[...pair].sort(compareText)].join(' ')}`)
  return withMarkTags(tags, marks)
}

/** Returns tags with those of the marks, ascending. */
export function withMarkTags(tags: readonly string[], marks: AlertRow['marks'] = []): string[] {
  const kinds: AlertMarked[] = marks.length === 0 ? ['none'] : ['any', ...marks.map(({ kind }) => kind)]
  const others = tags.filter((tag) => !tag.startsWith('mark:'))
  return [...new Set([...others, ...kinds.map((kind) => `mark:${kind}`)])].sort(compareText)
}
