import { pairMetrics } from '@utpid/evaluation'
import { falseShareAbove, type TrainedModel, type TrainedSet } from '@utpid/training'
import { whole } from '../text/number-text.ts'
import { type Column, table } from '../text/table.ts'

/** The result for the pairs of one set, each scored by a model that was trained without it. */
export interface TrainingRow {
  readonly set: string
  readonly pairs: number
  readonly matches: number
  /** At the model's `pair` threshold. */
  readonly f1: number | null
  /** Expected calibration error: mean distance between confidence and share of matches. */
  readonly ece: number | null
  /** Pairs at the model's `match` threshold or above. */
  readonly links: number
  readonly wrongLinks: number
  /** Upper bound of the share of wrong links, at a confidence level of 95 %. */
  readonly wrongAtMost: number
}

const COLUMNS: readonly Column[] = [
  { title: 'set', maxColumns: 40 },
  ...['pairs', 'matches', 'F1', 'ECE', 'links', 'wrong', 'at most'].map((title): Column => ({ title, align: 'right' })),
]

export function trainingRows({ model, sets }: TrainedModel): TrainingRow[] {
  return sets.map(({ name, pairs, matches, unseen }: TrainedSet) => {
    const { f1, ece } = pairMetrics(unseen, model.thresholds.pair)
    const { links, wrong, upper } = falseShareAbove(unseen, model.thresholds.match)
    return { set: name, pairs, matches, f1, ece, links, wrongLinks: wrong, wrongAtMost: upper }
  })
}

export function trainingTable(rows: readonly TrainingRow[]): string {
  const figures = (value: number | null): string => (value === null ? '-' : value.toFixed(4))
  return table(
    COLUMNS,
    rows.map(({ set, pairs, matches, f1, ece, links, wrongLinks, wrongAtMost }) => [
      set,
      whole(pairs),
      whole(matches),
      figures(f1),
      figures(ece),
      whole(links),
      whole(wrongLinks),
      `${(100 * wrongAtMost).toFixed(2)} %`,
    ]),
  )
}
