import type { RegroupReport } from '@utpid/core'
import { counted, durationText } from '../text/number-text.ts'
import { changesText, scoringText } from './rescore-text.ts'

/** A report for people: what was compared, what changed by kind, then examples. */
export function regroupText({ outcome, scoring, records, edges, changes }: RegroupReport, seconds: number): string {
  const isDone = outcome === 'regrouped'
  const did = isDone ? 'Regrouped' : 'Nothing was changed. This would regroup'
  const head = `${did} ${counted(records, 'record')} by ${scoringText(scoring)}, in ${durationText(seconds)}.\n`
  const counts = edges === 0 ? '' : `${counted(edges, 'edge')} ${isDone ? 'put right' : 'to be put right'}.\n`
  return `${head}${counts}${changesText(changes, isDone)}`
}
