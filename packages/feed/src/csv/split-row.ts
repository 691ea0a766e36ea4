import type { CsvQuoting } from './csv-dialect.ts'

/** A row whose last quoted cell is still open at the end of the text. */
export const OPEN_ROW = 'open'
/** A row with other text after a closing quote. */
export const IRREGULAR_ROW = 'irregular'

/** Cells of a row, or the reason why the row has to be read in another way. */
export type SplitRow = string[] | typeof OPEN_ROW | typeof IRREGULAR_ROW

const BACKSLASH = 0x5c

/** Splits the text of a row that may contain quotes. A quote inside a cell that does not start with it is text. */
export function splitRow(text: string, { delimiter, quote, escape: mark, trims }: CsvQuoting): SplitRow {
  if (!text.includes(quote)) return splitPlainRow(text, delimiter, trims)
  const cells: string[] = []
  const end = text.length
  let at = 0
  for (;;) {
    if (trims) at = skipSpace(text, at)
    if (text[at] !== quote) {
      const next = text.indexOf(delimiter, at)
      const cell = next === -1 ? text.slice(at) : text.slice(at, next)
      // Only a quoted cell may have a line end.
      if (cell.includes('\n')) return IRREGULAR_ROW
      cells.push(cell)
      if (next === -1) return cells
      at = next + delimiter.length
      continue
    }
    const close = closingQuote(text, at + 1, quote, mark)
    if (close === -1) return OPEN_ROW
    const content = text.slice(at + 1, close)
    cells.push(unescaped(content, quote, mark))
    at = close + 1
    if (trims && !content.includes(quote)) at = skipBlanks(text, at)
    if (at === end) return cells
    if (!text.startsWith(delimiter, at)) return IRREGULAR_ROW
    at += delimiter.length
  }
}

/** Splits the text of a row without quotes. */
function splitPlainRow(text: string, delimiter: string, trims: boolean): string[] {
  const cells = text.split(delimiter)
  if (!trims) return cells
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] as string
    // No white space is between `!` and `\x7f`.
    const first = cell.charCodeAt(0)
    if (first <= 0x20 || first >= 0x80) cells[at] = cell.trimStart()
  }
  return cells
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x20 && code < 0x80) break
    if ((text[at] as string).trim() !== '') break
  }
  return at
}

/** Skips the spaces and tabs after a quoted cell. */
function skipBlanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at += 1
  return at
}

function closingQuote(text: string, from: number, quote: string, mark: string): number {
  let at = from
  for (;;) {
    const next = text.indexOf(quote, at)
    if (next === -1) return -1
    if (mark === quote) {
      if (text[next + 1] !== quote) return next
      at = next + 2
    } else if (isEscaped(text, from, next)) at = next + 1
    else return next
  }
}

/** Returns whether an odd number of backslashes is before a position. */
function isEscaped(text: string, from: number, position: number): boolean {
  let at = position - 1
  while (at >= from && text.charCodeAt(at) === BACKSLASH) at -= 1
  return (position - 1 - at) % 2 === 1
}

function unescaped(text: string, quote: string, mark: string): string {
  if (mark === quote) return text.includes(quote) ? text.replaceAll(quote + quote, quote) : text
  return text.includes('\\') ? text.replace(/\\(["'\\])/g, '$1') : text
}
