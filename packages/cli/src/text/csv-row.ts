/** A row of CSV as RFC 4180 has it: a cell is quoted where it holds a comma, a quote or the end of a line. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
