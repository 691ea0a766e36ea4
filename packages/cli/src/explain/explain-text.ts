import { indented } from '../render/explanation-text.ts'
import { repairsText } from '../render/match-text.ts'
import { confidenceText } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'
import {
  comparedRecords,
  type ExplainedPair,
  outcomeText,
  sideText,
  thresholdMarks,
  unknownComparisons,
  weightSteps,
} from './explained-pair.ts'
import { curationText, linkText, reasonText } from './reason-text.ts'
import { waterfallText } from './waterfall-text.ts'

const VALUE_CHARACTERS = 30

/** Explains why two sides are one product or not, for a terminal. */
export function explainText(explained: ExplainedPair, columns: number): string {
  const { a, b, pair, path, weakest, curatedBy, reasons, repairs } = explained
  const parts = [
    `a  ${printable(sideText(a))}\n`,
    `b  ${printable(sideText(b))}\n`,
    `\n${printable(outcomeText(explained))}\n`,
    repairsText(repairs),
  ]
  for (const [at, reason] of reasons.entries()) {
    const { sentence, lines } = reasonText(reason)
    parts.push(`  ${at + 1}. ${printable(sentence)}\n`, ...lines.map((line) => `     ${printable(line)}\n`))
  }
  if (path.length > 0) {
    parts.push('\nLinked by\n', ...path.map((link) => `  ${printable(linkText(link))}\n`))
    if (path.length > 1 && weakest !== null) parts.push(`  weakest: ${printable(linkText(weakest))}\n`)
  }
  if (curatedBy.length > 0)
    parts.push('\nCurated by people\n', ...curatedBy.map((each) => `  ${printable(curationText(each))}\n`))
  if (pair !== null) {
    const compared = comparedRecords(explained)
    const of = compared === undefined ? '' : ` of ${compared}`
    parts.push(
      `\nConfidence ${confidenceText(pair.confidence)}${printable(of)}: ${pair.weight.toFixed(1)} bits\n`,
      waterfallText(weightSteps(pair), thresholdMarks(explained), columns),
      `\n${valuesTable(explained)}`,
    )
    const silent = unknownComparisons(pair)
    if (silent.length > 0) parts.push(`  nothing to compare: ${silent.join(', ')}\n`)
  }
  return parts.join('')
}

/** Returns a table of the compared values. Several comparisons use the names, which are shown only once. */
function valuesTable({ pair }: ExplainedPair): string {
  const lookedAt = new Map<string, { names: string[]; values: string[] }>()
  for (const { name, level, input, record } of pair?.comparisons ?? []) {
    if (level === 'unknown') continue
    const values = [input ?? '', record ?? '']
    const seen = lookedAt.get(JSON.stringify(values))
    if (seen === undefined) lookedAt.set(JSON.stringify(values), { names: [name], values })
    else seen.names.push(name)
  }
  const rows = [...lookedAt.values()].map(({ names, values }) => [names.join(', '), ...values])
  return indented(
    table(
      [
        { title: 'compared' },
        { title: 'a', maxColumns: VALUE_CHARACTERS },
        { title: 'b', maxColumns: VALUE_CHARACTERS },
      ],
      rows,
    ),
  )
}
