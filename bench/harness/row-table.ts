import type { Row } from './row.ts'

/** Formats rows as an aligned text table. */
export function rowTable(rows: readonly Row[]): string {
  const cells = [
    ['', 'what', 'value', 'unit', 'bar'],
    ...rows.map(({ what, value, unit, bar, holds }) => [verdict(holds), what, valueText(value), unit, bar ?? '']),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map((row) => row.map((cell, at) => (at === 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))))
    .map((row) => row.join('  ').trimEnd())
    .join('\n')
}

function verdict(holds: boolean | null): string {
  return holds === null ? '' : holds ? 'ok' : 'FAILS'
}

function valueText(value: number | null): string {
  if (value === null) return '-'
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(Math.abs(value) < 10 ? 4 : 2)
}
