import { type ColumnReport, fillsTarget, ignoredColumns } from './column-report.ts'

/** The least share of rows with a name in a usual feed. */
const NAMED_SHARE = 0.9

/** Missing fields and ignored columns that matter, each with the sentence that documents it. */
export const FEED_WARNINGS = {
  no_code: 'No column is the code, so records without one are rejected.',
  few_names: 'More than a tenth of the rows have no name.',
  no_category:
    'No column is the category. A record gets the default of its supplier or the category that its name proves, else "other".',
  no_coordinates: 'No column has coordinates, so records match by name and address alone.',
  no_country: 'No column is the country. It is derived where city or coordinates prove it.',
  no_address: 'No column has an address either, so records match by name and city alone.',
  ignored_columns: 'Columns with values are no field and stay in extra.',
} as const

/** A stable code of a warning about the columns of a feed. */
export type FeedWarningCode = keyof typeof FEED_WARNINGS

/** A warning about the columns of a feed. */
export interface FeedWarning {
  readonly code: FeedWarningCode
  /** One sentence for people. */
  readonly message: string
}

/** Returns the warnings about the columns of a feed, most important first. Empty for a feed without rows. */
export function feedWarnings(report: ColumnReport): FeedWarning[] {
  if (report.rows === 0) return []
  const codes: FeedWarningCode[] = []
  // A transfer has two ends, so it has no place of its own.
  const isRide = fillsTarget(report, 'transfer.from') || fillsTarget(report, 'transfer.to')
  const lacks = (...targets: readonly string[]): boolean => !targets.some((target) => fillsTarget(report, target))
  if (lacks('code')) codes.push('no_code')
  if (rowsWithName(report) < report.rows * NAMED_SHARE) codes.push('few_names')
  if (lacks('category')) codes.push('no_category')
  const lacksPlace = !isRide && lacks('location.coordinates', 'location.latitude')
  if (lacksPlace) codes.push('no_coordinates')
  if (!isRide && lacks('location.country')) codes.push('no_country')
  // With coordinates, an address adds little.
  if (lacksPlace && lacks('location.address')) codes.push('no_address')
  if (ignoredColumns(report).length > 0) codes.push('ignored_columns')
  return codes.map((code) => ({ code, message: FEED_WARNINGS[code] }))
}

/** Returns the number of rows with a value in a column of the name. */
export function rowsWithName({ columns, constants, rows }: ColumnReport): number {
  if (constants.some(({ target }) => target === 'name')) return rows
  return Math.max(0, ...columns.filter(({ targets }) => targets.includes('name')).map(({ filled }) => filled))
}
