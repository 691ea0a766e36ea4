import { basename } from 'node:path'
import { whole } from '../../text/number-text.ts'
import { type Column, table } from '../../text/table.ts'
import { fractionText } from '../fraction-text.ts'
import type { PairEvaluation, PairMiss } from './evaluate-pairs.ts'

const TITLES = 'pairs positives threshold precision recall F1 P@match R@match bestF1 at PR-AUC Brier ECE pairs/s'.split(
  ' ',
)
const COLUMNS: readonly Column[] = [
  { title: 'file', maxColumns: 40 },
  ...TITLES.map((title): Column => ({ title, align: 'right' })),
]

/** Formats the measurements of each file for people. */
export function pairTable(evaluations: readonly PairEvaluation[]): string {
  const rows = evaluations.map((each) => [
    basename(each.file),
    whole(each.pairs),
    whole(each.positives),
    String(each.threshold),
    ...[each.precision, each.recall, each.f1].map(fractionText),
    ...[each.atMatch.precision, each.atMatch.recall, each.bestF1, each.bestThreshold].map(fractionText),
    ...[each.prAuc, each.brier, each.ece].map(fractionText),
    each.pairsPerSecond === null ? '-' : whole(each.pairsPerSecond),
  ])
  return [table(COLUMNS, rows), ...evaluations.flatMap(missLines)].join('')
}

function missLines({ file, misses = [] }: PairEvaluation): string[] {
  if (misses.length === 0) return []
  return [`\n${basename(file)}: misclassified pairs\n`, ...misses.map(missLine)]
}

function missLine({ line, match, a, b, confidence, because }: PairMiss): string {
  return [
    `line ${line}, label ${match}, confidence ${confidence}: ${because.join(', ')}`,
    `  a ${JSON.stringify(a)}`,
    `  b ${JSON.stringify(b)}\n`,
  ].join('\n')
}
