import { csvLine } from '../../data/feed/csv.ts'

/** The displayed result of a row of a batch or import, or of a record at the end of an import. */
export interface ResultRow {
  /** Index of the row. Absent for final results, which belong to no row. */
  readonly index: number | undefined
  readonly line: number | undefined
  /** The match decision for a batch, or the outcome for an import. */
  readonly outcome: string
  /** The caller's reference of the row, or supplier and code. */
  readonly ref: string
  /** The product; for the decision `review`, the best candidate. */
  readonly utpid: string
  readonly name: string
  readonly confidence: number | undefined
  readonly why: string
}

type Loose = Readonly<Record<string, unknown>>

/** Returns the displayed rows of one result. A result about separated records gives one row for each record. */
export function resultsOf(given: unknown): ResultRow[] {
  const { outcome, links, supplier, missing, deactivated } = objectOf(given)
  if (outcome === 'separated' && Array.isArray(links)) {
    return links.map((link) => {
      const { to, from, alertId, ...rest } = objectOf(link)
      const separated = resultOf({ ...rest, outcome, utpid: to })
      const asked = textOf(alertId) === '' ? '' : ', has a duplicate alert'
      return { ...separated, why: `${separated.why}: was in ${textOf(from)}${asked}` }
    })
  }
  if (outcome === 'full') {
    return [
      {
        ...resultOf({ outcome, supplier }),
        why: `${numberOf(missing) ?? 0} missing, ${numberOf(deactivated) ?? 0} deactivated`,
      },
    ]
  }
  // The page of the job shows these numbers.
  if (outcome === 'loss') return []
  if (outcome === 'ending') return [endingOf(objectOf(given))]
  // The summary of a dry run has its own panel.
  if (outcome === 'dry_run') return []
  return [resultOf(given)]
}

function endingOf(record: Loose): ResultRow {
  const where = textOf(record.city) === '' ? '' : `, ${textOf(record.city)}`
  const last = record.isLast === true ? ', last of its product' : ''
  return {
    ...resultOf(record),
    outcome: 'ending',
    name: `${textOf(record.name)}${where}`,
    why: `${textOf(record.reason)}${last}`,
  }
}

export function resultOf(given: unknown): ResultRow {
  const row = objectOf(given)
  const [best] = Array.isArray(row.matches) ? row.matches.map(objectOf) : []
  const decision = textOf(row.decision)
  const isProduct = decision === 'match' || decision === 'review'
  const fault = objectOf(row.rejection ?? row.error)
  return {
    index: numberOf(row.index),
    line: numberOf(row.line),
    outcome: decision || textOf(row.outcome),
    ref: textOf(row.ref) || [textOf(row.supplier), textOf(row.code)].filter((each) => each !== '').join(' '),
    utpid: textOf(row.utpid) || (isProduct ? textOf(best?.utpid) : ''),
    name: isProduct ? textOf(best?.name) : '',
    confidence: decision === '' || decision === 'invalid' ? undefined : numberOf(row.confidence),
    why: textOf(fault.message) || textOf(row.reason).replaceAll('_', ' '),
  }
}

/** Returns the rows as CSV lines. */
export function csvOf(rows: readonly ResultRow[]): string[] {
  const names = ['index', 'outcome', 'ref', 'utpid', 'name', 'confidence', 'why'] as const
  return [csvLine(names), ...rows.map((row) => csvLine(names.map((name) => row[name])))]
}

function objectOf(value: unknown): Loose {
  return typeof value === 'object' && value !== null ? (value as Loose) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
