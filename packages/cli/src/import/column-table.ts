import type { ColumnReport, ColumnUse } from '@utpid/feed'
import { whole } from '../text/number-text.ts'
import { table } from '../text/table.ts'

const PATH_CHARACTERS = 40
const EXAMPLE_CHARACTERS = 60

/** Formats what became of each column of a feed. */
export function columnTable({ rows, columns, more, constants }: ColumnReport): string {
  const lines = columns.map((column) => [
    column.path,
    rows === 0 ? '' : `${Math.round((column.filled / rows) * 1_000) / 10} %`,
    fieldText(column),
    column.by ?? '',
    column.guess === undefined ? '' : `${column.guess.kind} ${Math.round(column.guess.confidence * 100)} %`,
    column.examples.join(' | '),
  ])
  const fixed = constants.map(({ target, value }) => ['', '', target, 'constant', '', value])
  const text = table(
    [
      { title: 'column', maxColumns: PATH_CHARACTERS },
      { title: 'filled', align: 'right' },
      'field',
      'by',
      'values look like',
      { title: 'examples', maxColumns: EXAMPLE_CHARACTERS },
    ],
    [...lines, ...fixed],
  )
  return more > 0 ? `${text}and ${whole(more)} more\n` : text
}

function fieldText({ targets, by, kept }: ColumnUse): string {
  if (targets.length === 0) return 'ignored (in extra)'
  if (by === 'removal') return 'marks removed records'
  return kept > 0 ? `${targets.join(', ')} (${whole(kept)} in extra)` : targets.join(', ')
}
