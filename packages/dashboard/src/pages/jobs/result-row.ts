import { csvLine } from '../../data/feed/csv.ts'

/** What came of one row of a batch or an import, or of a record at the end of an import, as it is shown. */
export interface ResultRow {
  /** Absent of what is known at the end only: it is of no row. */
  readonly index: number | undefined
  readonly line: number | undefined
  /** The decision of a batch, the outcome of an import. */
  readonly outcome: string
  /** The caller's mark, or supplier and code. */
  readonly ref: string
  /** The product, or the best candidate of one that is to be reviewed. */
  readonly utpid: string
  readonly name: string
  readonly confidence: number | undefined
  readonly why: string
}

type Loose = Readonly<Record<string, unknown>>

/** The rows that one result is shown as: of links that were parted one for each. */
export function resultsOf(given: unknown): ResultRow[] {
  const { outcome, links, supplier, missing, ended } = objectOf(given)
  if (outcome === 'parted' && Array.isArray(links)) {
    return links.map((link) => {
      const { to, from, alertId, ...rest } = objectOf(link)
      const parted = resultOf({ ...rest, outcome, utpid: to })
      const asked = textOf(alertId) === '' ? '' : ', a duplicate alert asks'
      return { ...parted, why: `${parted.why}: was in ${textOf(from)}${asked}` }
    })
  }
  if (outcome === 'full') {
    return [
      { ...resultOf({ outcome, supplier }), why: `${numberOf(missing) ?? 0} missing, ${numberOf(ended) ?? 0} ended` },
    ]
  }
  return [resultOf(given)]
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

/** The rows as a CSV, line by line. */
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
