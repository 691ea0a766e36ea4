import type { GroupCounts, ImportSummary, LinkCounts, SupplierHabits, SupplierReport } from '@utpid/core/operations'
import { dayText } from '../text/moment-text.ts'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { type Column, table } from '../text/table.ts'
import { adviceText } from './advice-text.ts'

const SHOWN_GROUPS = 10

/** A report with the last imports, newest first. */
export interface ReportWithImports extends SupplierReport {
  readonly imports: readonly ImportSummary[]
}

/** Formats a report: totals, advice, countries, categories and the last imports. */
export function supplierReportText({
  supplier,
  name,
  records,
  advice,
  byCountry,
  byCategory,
  habits,
  imports,
}: ReportWithImports): string {
  const title = name === supplier ? supplier : `${name} (${supplier})`
  const parts = [
    `${printable(title)}: ${counted(records.records, 'active record')}, ${whole(records.linked)} linked (${shareText(records.linked, records)}), ${whole(records.alone)} alone, ${whole(records.own)} only with own records, ${whole(records.doubtful)} doubtful.\n`,
  ]
  if (habits !== undefined) parts.push(`Learned habits: ${habitsText(habits)}.\n`)
  if (advice.length > 0) parts.push(adviceText(advice))
  if (records.records > 0) parts.push(groupTable('country', byCountry), groupTable('category', byCategory))
  parts.push(imports.length === 0 ? 'No import is stored.\n' : importsTable(imports))
  return parts.join('\n')
}

function habitsText({ severalCodes, coordinateErrorMeters }: SupplierHabits): string {
  const share = `${Math.round(severalCodes * 100)} % of its records have another code for the same product`
  const error = `its coordinates are up to ${whole(coordinateErrorMeters)} m wrong`
  return [...(severalCodes > 0 ? [share] : []), ...(coordinateErrorMeters > 0 ? [error] : [])].join('; ')
}

function groupTable(title: string, groups: readonly GroupCounts[]): string {
  return table(
    [{ title, maxColumns: 30 }, ...['records', 'linked', 'share', 'alone', 'doubtful'].map(numbers)],
    groups
      .slice(0, SHOWN_GROUPS)
      .map((group) => [
        group.name,
        whole(group.records),
        whole(group.linked),
        shareText(group.linked, group),
        whole(group.alone),
        whole(group.doubtful),
      ]),
  )
}

function importsTable(imports: readonly ImportSummary[]): string {
  const columns = [
    'linked',
    'created',
    'alerted',
    'updated',
    'unchanged',
    'rejected',
    'repaired',
    'deactivated',
  ] as const
  return table(
    ['import', { title: 'file', maxColumns: 30 }, ...columns.map(numbers), numbers('unreadable')],
    imports.map(({ finishedAt, counts, source }) => [
      dayText(finishedAt),
      printable(source?.file ?? ''),
      ...columns.map((name) => whole(counts[name])),
      whole(source?.unreadable ?? 0),
    ]),
  )
}

function shareText(linked: number, { records }: LinkCounts): string {
  return records === 0 ? '-' : `${Math.round((linked / records) * 100)} %`
}

function numbers(title: string): Column {
  return { title, align: 'right' }
}
