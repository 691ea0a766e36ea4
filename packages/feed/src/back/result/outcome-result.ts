import type { MatchResult } from '@utpid/core'
import type { ImportOutcome } from '@utpid/core/operations'
import type { RowResult } from './row-result.ts'

/** Returns the values that are appended to the row of an imported record. */
export function importedResult(outcome: ImportOutcome): RowResult {
  if (outcome.outcome === 'rejected') return withoutProduct('rejected', outcome.rejection.code)
  const { utpid, confidence } = outcome
  return { utpid, confidence, status: outcome.outcome, reason: undefined }
}

/** The answer to an input, with `candidates` in place of the details of its matches. */
export interface AnsweredInput extends Pick<MatchResult, 'decision' | 'confidence' | 'reason'> {
  readonly utpid: string | null
  readonly candidates: number
  readonly error: { readonly code: string } | null | undefined
}

/** Returns the values that are appended to the row of a matched input. Only a match has a UTPID. */
export function mappedResult({ decision, utpid, confidence, candidates, reason, error }: AnsweredInput): RowResult {
  if (decision === null) return withoutProduct('rejected', error?.code)
  return {
    utpid: utpid ?? undefined,
    confidence: candidates === 0 && utpid === null ? undefined : confidence,
    status: decision === 'none' ? 'no_match' : decision,
    reason: reason ?? undefined,
  }
}

/** Returns the values of a row that has no product. */
export function withoutProduct(status: string, reason: string | undefined): RowResult {
  return { utpid: undefined, confidence: undefined, status, reason }
}
