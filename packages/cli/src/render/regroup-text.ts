import type { RegroupReport } from '@utpid/core/operations'
import { counted, durationText } from '../text/number-text.ts'
import { changesText, scoringText } from './rescore-text.ts'

/** Formats a report for people: the compared records, the changes by kind, then examples. */
export function regroupText({ outcome, scoring, records, edges, changes }: RegroupReport, seconds: number): string {
  const isDone = outcome === 'regrouped'
  const did = isDone ? 'Reclustered' : 'Nothing was changed. This would recluster'
  const head = `${did} ${counted(records, 'record')} by ${scoringText(scoring)}, in ${durationText(seconds)}.\n`
  const counts = edges === 0 ? '' : `${counted(edges, 'edge')} ${isDone ? 'corrected' : 'to be corrected'}.\n`
  return `${head}${counts}${changesText(changes, isDone)}`
}
