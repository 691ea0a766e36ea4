import stringWidth from 'string-width'
import { printable } from './printable.ts'

export interface Column {
  readonly title: string
  /** `right` for numbers. Default: `left`. */
  readonly align?: 'left' | 'right'
  /** Maximum terminal columns; longer text is cut and ends in `…`. Default: no limit. */
  readonly maxColumns?: number
}

/** Maximum characters of lines for people outside of tables. */
export const LINE_CHARACTERS = 100

const GAP = '  '

/**
 * Aligns text in columns by terminal width: a Chinese character takes two columns.
 *
 * @param titles - Columns, or only their titles.
 */
export function table(titles: readonly (Column | string)[], rows: readonly (readonly string[])[]): string {
  const columns = titles.map((title): Column => (typeof title === 'string' ? { title } : title))
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    columns.map(({ maxColumns }, at) => cut(printable(row[at] ?? ''), maxColumns ?? Number.POSITIVE_INFINITY)),
  )
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => stringWidth(row[at] ?? ''))))
  const lines = cells.map((row) =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.align))
      .join(GAP)
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

/** Cuts text to a width, at whole characters. */
export function cut(text: string, maxColumns: number): string {
  if (stringWidth(text) <= maxColumns) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > maxColumns - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

function pad(text: string, width: number, align: Column['align'] = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'right' ? space + text : text + space
}
