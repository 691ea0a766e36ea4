import type { ReclusterReport } from '@utpid/core/operations'
import { counted, durationText } from '../text/number-text.ts'
import { changesText, modelVersionText } from './rescore-text.ts'

/** Formats a report for people: the compared records, the changes by kind, then examples. */
export function reclusterText({
  outcome,
  modelVersion,
  records,
  edges,
  changes,
  seconds,
}: ReclusterReport & { readonly seconds: number }): string {
  const isDone = outcome === 'reclustered'
  const did = isDone ? 'Reclustered' : 'Nothing was changed. This would recluster'
  const head = `${did} ${counted(records, 'record')} by ${modelVersionText(modelVersion)}, in ${durationText(seconds)}.\n`
  const counts = edges === 0 ? '' : `${counted(edges, 'edge')} ${isDone ? 'corrected' : 'to be corrected'}.\n`
  return `${head}${counts}${changesText(changes, isDone)}`
}
