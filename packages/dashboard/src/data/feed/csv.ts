/** The preview of a CSV: its columns and first rows. */
export interface CsvTable {
  readonly delimiter: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const DECLARED = /^"?sep=([,;\t|])"?\r?\n/i

/**
 * Parses the start of a CSV with quotes, one of four delimiters, and Excel's line `sep=;`.
 *
 * @param isWhole - Whether the text is the whole file. If not, the last row is omitted, since that row may be
 * incomplete.
 */
export function parseCsv(text: string, maxRows: number, isWhole = true): CsvTable {
  const plain = text.replace(/^\uFEFF/, '')
  const declared = DECLARED.exec(plain)
  const body = declared === null ? plain : plain.slice(declared[0].length)
  const delimiter = declared?.[1] ?? likelyDelimiter(body)
  const rows = parseRows(body, delimiter, maxRows + 2)
  if (!isWhole && rows.length < maxRows + 2) rows.pop()
  const [columns = [], ...more] = rows
  return { delimiter, columns: columns.map((name) => name.trim()), rows: more.slice(0, maxRows) }
}

/** Returns the delimiter that gives the most columns in the first row. */
function likelyDelimiter(text: string): string {
  const widths = DELIMITERS.map((delimiter) => parseRows(text, delimiter, 1)[0]?.length ?? 0)
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ','
}

function parseRows(text: string, delimiter: string, maxRows: number): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = (): void => {
    row.push(cell)
    // Skip empty lines.
    if (row.length > 1 || cell.trim() !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length && rows.length < maxRows; at++) {
    const sign = text[at] as string
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (rows.length < maxRows && (cell !== '' || row.length > 0)) endRow()
  return rows
}

/** Returns the byte offset of the first row after the header. Works for any encoding that extends ASCII. */
export function headerEnd(bytes: Uint8Array): number {
  const declared = DECLARED.exec(String.fromCharCode(...bytes.subarray(0, 16)).replace(/^\u00EF\u00BB\u00BF/, ''))
  let isQuoted = false
  let isDeclaration = declared !== null
  for (const [at, byte] of bytes.entries()) {
    if (byte === QUOTE) isQuoted = !isQuoted
    if (byte !== LINE_END || isQuoted) continue
    if (!isDeclaration) return at + 1
    isDeclaration = false
  }
  return bytes.length
}

const QUOTE = 0x22
const LINE_END = 0x0a

/** Formats a CSV line. Escapes cells that a spreadsheet would run as formulas. */
export function csvLine(cells: readonly unknown[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\n`
}

function csvCell(value: unknown, delimiter: string): string {
  const text = value === null || value === undefined ? '' : String(value)
  const isFormula = typeof value === 'string' && /^[=+\-@\t\r]/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe
}
