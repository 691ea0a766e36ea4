import type { ImportOutcome } from '@utpid/core/operations'
import type { RowResult } from '@utpid/feed'

/** Returns the values of `--annotate` for an imported record. */
export function importedResult(outcome: ImportOutcome): RowResult {
  if (outcome.outcome === 'rejected') {
    return { utpid: undefined, confidence: undefined, status: 'rejected', reason: outcome.rejection.code }
  }
  const { utpid, confidence } = outcome
  return { utpid, confidence, status: outcome.outcome, reason: undefined }
}
