import { feedName } from '../text/feed-name.ts'
import { thousandths, whole } from '../text/number-text.ts'
import { type Column, table } from '../text/table.ts'
import type { FeedReport } from './import-feed.ts'

type Counted = Omit<FeedReport, 'failure' | 'full' | 'parts' | 'advice'>

const COUNTS = [
  ['records', 'read'],
  ['linked', 'linked'],
  ['created', 'created'],
  ['alerted', 'alerted'],
  ['updated', 'updated'],
  ['unchanged', 'unchanged'],
  ['repaired', 'repaired'],
  ['rejected', 'rejected'],
  ['superseded', 'superseded'],
  ['suppressed', 'suppressed'],
  ['removed', 'removed'],
  ['absent', 'absent'],
  ['kept', 'kept'],
  ['deactivated', 'deactivated'],
] as const

const RARE: ReadonlySet<string> = new Set([
  'unchanged',
  'superseded',
  'suppressed',
  'removed',
  'absent',
  'kept',
  'deactivated',
])

const FEED_CHARACTERS = 30

/** Formats the counts of each feed, and the total of several feeds. */
export function importTable(reports: readonly Counted[]): string {
  // These counts are mostly zero. With all columns, a line would exceed 100 characters.
  const counts = COUNTS.filter(([, key]) => !RARE.has(key) || reports.some((report) => report[key] > 0))
  const columns: Column[] = [
    { title: 'feed', maxColumns: FEED_CHARACTERS },
    ...counts.map(([title]) => ({ title, align: 'right' as const })),
    { title: 'seconds', align: 'right' },
  ]
  const rows = reports.length > 1 ? [...reports, { ...totalOf(reports), file: 'all' }] : reports
  return table(
    columns,
    rows.map((report) => [
      feedName(report.file),
      ...counts.map(([, key]) => whole(report[key])),
      report.seconds.toFixed(1),
    ]),
  )
}

/** Returns the sums of several feeds. */
export function totalOf(reports: readonly Counted[]): Omit<Counted, 'file'> {
  const sum = (key: Exclude<keyof Counted, 'file' | 'separated' | 'columns' | 'dryRun'>): number =>
    reports.reduce((total, each) => total + each[key], 0)
  return {
    read: sum('read'),
    linked: sum('linked'),
    created: sum('created'),
    alerted: sum('alerted'),
    updated: sum('updated'),
    unchanged: sum('unchanged'),
    suppressed: sum('suppressed'),
    rejected: sum('rejected'),
    superseded: sum('superseded'),
    removed: sum('removed'),
    absent: sum('absent'),
    kept: sum('kept'),
    deactivated: sum('deactivated'),
    repaired: sum('repaired'),
    unreadable: sum('unreadable'),
    filtered: sum('filtered'),
    otherSupplier: sum('otherSupplier'),
    seconds: thousandths(sum('seconds')),
  }
}
