import type { RowResult } from '@utpid/feed'
import type { MappedLine } from './mapped-line.ts'

/** Returns the values of `--annotate` for a matched input. Only a match has a UTPID. */
export function mappedResult({ decision, utpid, confidence, candidates, reason, error }: MappedLine): RowResult {
  if (decision === null) return { utpid: undefined, confidence: undefined, status: 'rejected', reason: error?.code }
  return {
    utpid: utpid ?? undefined,
    confidence: candidates.length === 0 && utpid === null ? undefined : confidence,
    status: decision === 'none' ? 'no_match' : decision,
    reason: reason ?? undefined,
  }
}
