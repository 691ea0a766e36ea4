import {
  type ColumnReport,
  type ColumnUse,
  type FeedWarningCode,
  feedWarnings,
  ignoredColumns,
  rowsWithName,
} from '@utpid/feed'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import type { FeedReport } from './import-feed.ts'

/** Ignored columns that are named in a summary. */
const NAMED_COLUMNS = 100
const CATEGORIES_SHOWN = 5

/** The categories that records without a category got, by their source, with the number of records. */
export interface InferredCategories {
  readonly name: ReadonlyMap<string, number>
  /** The defaults of suppliers. */
  readonly supplier: ReadonlyMap<string, number>
}

/**
 * Returns lines on the columns of a feed: the ignored columns with the option that would use them, and the fields whose
 * absence matters.
 *
 * @param file - The name of the feed in the lines.
 */
export function columnNotes(
  file: string,
  report: Pick<FeedReport, 'read' | 'rejected' | 'removed' | 'absent' | 'kept' | 'columns' | 'failure'>,
  inferred: InferredCategories,
): string[] {
  const { columns } = report
  // Removals need only a code.
  const read = report.read - report.rejected - report.removed - report.absent - report.kept
  if (columns === undefined || report.failure !== undefined || read <= 0) return []
  return [...absences(columns, read, inferred), ...ignored(columns)].map((text) => `${file}: ${text}`)
}

function ignored(report: ColumnReport): string[] {
  const columns = ignoredGroups(report)
  if (columns.length === 0) return []
  const shown = columns.slice(0, NAMED_COLUMNS).map(ignoredText).join(', ')
  const more = columns.length - NAMED_COLUMNS + report.more
  const verb = columns.length === 1 ? 'column is no field and stays' : 'columns are no field and stay'
  const rest = more > 0 ? `, and ${whole(more)} more; --columns-report lists them` : ''
  return [`${whole(columns.length)} ${verb} in extra: ${shown}${rest}.`]
}

interface IgnoredGroup {
  readonly path: string
  readonly count: number
  readonly guess: ColumnUse['guess']
}

/** Returns the ignored columns. The members of an object of which nothing is used are one entry. */
function ignoredGroups(report: ColumnReport): IgnoredGroup[] {
  const used = new Set(report.columns.filter(({ targets }) => targets.length > 0).map(({ path }) => outermost(path)))
  const groups = new Map<string, IgnoredGroup>()
  for (const { path, guess } of ignoredColumns(report)) {
    const key = used.has(outermost(path)) ? path : outermost(path)
    const count = (groups.get(key)?.count ?? 0) + 1
    groups.set(key, { path: key, count, guess: path === key ? guess : undefined })
  }
  return [...groups.values()]
}

function outermost(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path
}

function ignoredText({ path, count, guess }: IgnoredGroup): string {
  const name = printable(path)
  if (count > 1) return `${name} (${counted(count, 'member')})`
  if (guess === undefined) return name
  const kind = `${guess.kind} ${Math.round(guess.confidence * 100)} %`
  if (guess.target === undefined || guess.kind === 'coordinate') return `${name} (${kind})`
  return `${name} (${kind}: --column ${shortTarget(guess.target)}=${quotedIfNeeded(name)})`
}

function shortTarget(target: string): string {
  return target.replace(/^location\./, '')
}

function quotedIfNeeded(name: string): string {
  return /^[\p{L}\p{N}_.-]+$/u.test(name) ? name : `"${name}"`
}

/** Returns a line for each important field that no column fills. */
function absences(report: ColumnReport, read: number, inferred: InferredCategories): string[] {
  const named = rowsWithName(report)
  const texts: Partial<Record<FeedWarningCode, string>> = {
    no_code: 'no column is the code; name its column with --column code=COLUMN.',
    few_names: `rows without a name: ${whole(report.rows - named)} of ${whole(report.rows)}.`,
    no_category: `no column is the category; ${inferredText(inferred, read)}`,
    no_coordinates: 'no column has coordinates, so records match by name and address alone.',
    no_country:
      'no column is the country; it is derived where city or coordinates prove it. --set country=FR sets one.',
    no_address: 'no column has an address either.',
  }
  const warnings = new Set(feedWarnings(report).map(({ code }) => code))
  // Without records, the categories say nothing.
  if (read === 0) warnings.delete('no_category')
  const lines = [...warnings].flatMap((code) => texts[code] ?? [])
  const total = sumOf(inferred.name) + sumOf(inferred.supplier)
  if (!warnings.has('no_category') && total > 0) lines.push(`rows without a category: ${inferredText(inferred, total)}`)
  return lines
}

/** Says how many categories came from where. */
function inferredText({ name, supplier }: InferredCategories, read: number): string {
  const parts = [
    ...(supplier.size > 0 ? [`the default of the supplier: ${countsText(supplier)}`] : []),
    ...(name.size > 0 ? [`inferred from the name: ${countsText(name)}`] : []),
  ]
  if (parts.length === 0) parts.push('no name proves one')
  const other = read - sumOf(name) - sumOf(supplier)
  if (other > 0) parts.push(`${counted(other, 'record')} without one (other)`)
  return `${parts.join('; ')}. --set category=hotel sets one for all.`
}

function countsText(counts: ReadonlyMap<string, number>): string {
  const shown = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, CATEGORIES_SHOWN)
  return shown.map(([category, count]) => `${whole(count)} ${category}`).join(', ')
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
