import type { MatchResult, Repair, Utpid } from '@utpid/core'
import type { FeedItem } from '@utpid/feed'
import { csvRow } from '../text/csv-row.ts'

/** The answer to one input line of `map`. */
export interface MappedLine {
  /** 1-based line number; the header of a CSV counts. */
  readonly line: number
  /** The input's own identifier: its code, else its `ref`; null when it has neither. */
  readonly ref: string | null
  /** Null when the line could not be read or is no valid input; `error` then has the reason. */
  readonly decision: MatchResult['decision']
  /** Only for the decision `match`. */
  readonly utpid: Utpid | null
  /** Confidence of the best product, 0 to 1. */
  readonly confidence: number
  readonly method: MatchResult['method']
  readonly reason: MatchResult['reason']
  /** Best candidate first; only candidates that reach the review threshold. */
  readonly candidates: readonly { readonly utpid: Utpid; readonly name: string; readonly confidence: number }[]
  readonly repairs: readonly Repair[]
  readonly error: { readonly code: string; readonly message: string } | null
}

/** @param result - Result of the line's record; undefined when the line could not be read. */
export function mappedLine(item: FeedItem, result: MatchResult | undefined): MappedLine {
  if ('error' in item || result === undefined) {
    return {
      line: item.line,
      ref: null,
      decision: null,
      utpid: null,
      confidence: 0,
      method: null,
      reason: null,
      candidates: [],
      repairs: [],
      error: 'error' in item ? item.error : null,
    }
  }
  const { decision, utpid, confidence, method, reason, matches, repairs, error } = result
  return {
    line: item.line,
    ref: result.ref ?? refOf(item.record),
    decision,
    utpid,
    confidence,
    method,
    reason,
    candidates: matches.map((match) => ({ utpid: match.utpid, name: match.name, confidence: match.confidence })),
    repairs,
    error: error === undefined ? null : { code: error.code, message: error.message },
  }
}

function refOf({ code, extra }: Record<string, unknown>): string | null {
  const own = code ?? (extra as Record<string, unknown> | undefined)?.ref
  return typeof own === 'string' || typeof own === 'number' ? String(own) : null
}

const COLUMNS = ['line', 'ref', 'decision', 'utpid', 'confidence', 'method', 'reason', 'candidates', 'error'] as const

export const MAPPED_CSV_HEADER: string = csvRow(COLUMNS)

/** Returns the answer as a row of CSV (RFC 4180). Candidates are written as `UTPID:CONFIDENCE`, separated by spaces. */
export function mappedCsvRow(mapped: MappedLine): string {
  const cells = COLUMNS.map((column) => {
    if (column === 'candidates')
      return mapped.candidates.map(({ utpid, confidence }) => `${utpid}:${confidence}`).join(' ')
    if (column === 'error') return mapped.error?.message ?? ''
    return String(mapped[column] ?? '')
  })
  return csvRow(cells)
}
