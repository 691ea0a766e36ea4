/** Returns a row of CSV (RFC 4180): a cell is quoted if it contains a comma, a quote or a line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
