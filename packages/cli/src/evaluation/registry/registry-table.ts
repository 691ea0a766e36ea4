import { whole } from '../../text/number-text.ts'
import { table } from '../../text/table.ts'
import { fractionText } from '../fraction-text.ts'
import type { RegistryEvaluation } from './evaluate-registry.ts'
import type { MissEnd, MissList, RegistryMiss, RegistryMisses } from './registry-misses.ts'

const MISS_TITLES: Readonly<Record<keyof RegistryMisses, string>> = {
  unblocked: 'Positives without a common blocking key',
  apart: 'Positives with two UTPIDs and no alert',
  alerted: 'Positives with two UTPIDs and an alert',
  wronglyJoined: 'Negatives with one UTPID',
  wronglyAlerted: 'Negatives with an alert',
}

/** Formats the measurements for people. */
export function registryTable(evaluation: RegistryEvaluation): string {
  const { alertsPer1000Records: alerts } = evaluation
  const figures: [string, string][] = [
    ['records', whole(evaluation.records)],
    ['products', whole(evaluation.products)],
    ['positive pairs', whole(evaluation.positives)],
    ['  same UTPID', fractionText(evaluation.sameUtpid)],
    ['  same UTPID or an alert', fractionText(evaluation.sameUtpidOrAlert)],
    ['  blocking recall', fractionText(evaluation.blockingRecall)],
    ['records of positive pairs: cluster F1', fractionText(evaluation.clusterF1)],
    ['negative pairs', whole(evaluation.negatives)],
    ['  wrongly joined', fractionText(evaluation.wronglyJoined)],
    ['pairs outside of the feeds', whole(evaluation.outside)],
    ['open alerts per 1,000 records', alerts === null ? '-' : String(alerts)],
    ['precision of labelled alerts', fractionText(evaluation.labelledAlertPrecision)],
    ['seconds of the import', evaluation.seconds.toFixed(2)],
  ]
  const { misses } = evaluation
  const lists =
    misses === undefined
      ? []
      : Object.entries(MISS_TITLES).map(([kind, title]) => missLines(title, misses[kind as keyof RegistryMisses]))
  return [table([{ title: 'measured' }, { title: 'value', align: 'right' }], figures), ...lists].join('')
}

function missLines(title: string, { total, pairs }: MissList): string {
  const shown = pairs.length < total ? `, ${whole(pairs.length)} shown` : ''
  return [`\n${title}: ${whole(total)}${shown}\n`, ...pairs.map(missLine)].join('')
}

function missLine({ set, a, b, confidence, because }: RegistryMiss): string {
  const end = ({ supplier, code, name, utpid }: MissEnd): string => `${name} (${supplier} ${code}, ${utpid})`
  return [`${confidence} ${set}: ${because.join(', ')}`, `  ${end(a)}`, `  ${end(b)}\n`].join('\n')
}
