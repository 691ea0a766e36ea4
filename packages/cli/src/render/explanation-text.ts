import type { Explanation } from '@utpid/core'
import { signedBits } from '../text/number-text.ts'
import { table } from '../text/table.ts'
import { COMPETITION_NAME, competitionText, competitorText } from './competition-text.ts'

const VALUE_CHARACTERS = 28

export interface ExplanationTitles {
  readonly input: string
  readonly record: string
}

/** Explains a confidence as a table: each comparison with bits, most bits first. */
export function explanationText(explanation: Explanation, titles: ExplanationTitles): string {
  const { comparisons, competition, prior, weight, vetoed } = explanation
  const counted = comparisons
    .filter(({ level }) => level !== 'unknown')
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
  const rows = counted.map(({ name, level, bits, input, record }) => [
    name,
    level.replaceAll('_', ' '),
    signedBits(bits),
    input ?? '',
    record ?? '',
  ])
  return table(
    [
      { title: 'compared' },
      { title: 'level' },
      { title: 'bits', align: 'right' },
      { title: titles.input, maxColumns: VALUE_CHARACTERS },
      { title: titles.record, maxColumns: VALUE_CHARACTERS },
    ],
    [
      ...rows,
      ...(competition === null
        ? []
        : [
            [
              COMPETITION_NAME,
              competitionText(competition),
              signedBits(competition.bits),
              '',
              competitorText(competition),
            ],
          ]),
      ['before any', '', signedBits(prior), '', ''],
      ['all together', '', signedBits(weight), vetoed ? 'capped by a veto' : '', ''],
    ],
  )
}

/** Indents every line of a text. */
export function indented(text: string, by: string = '  '): string {
  return text.replace(/^(?=.)/gm, by)
}
