import { COLUMNS, feedValues, NUMBERS } from './feed-values.ts'

/** A text format of a feed. */
export interface TextForm {
  readonly start: string
  readonly row: (values: readonly string[]) => string
  /** Text between two rows. */
  readonly between: string
  readonly end: string
}

/** Returns the form of a CSV. A cell with the delimiter, a quote or a line end is quoted. */
export function csvForm(delimiter = ',', lineEnd = '\n'): TextForm {
  const row = (values: readonly string[]): string =>
    values
      .map((value) => (value.includes(delimiter) || /["\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
      .join(delimiter)
  return { start: `${row(COLUMNS)}${lineEnd}`, row, between: lineEnd, end: lineEnd }
}

export const JSON_LINES: TextForm = { start: '', row: jsonRow, between: '\n', end: '\n' }

/** A list inside an object, as an API answers. */
export const JSON_LIST: TextForm = { start: '{"hotels":[\n', row: jsonRow, between: ',\n', end: '\n]}\n' }

export const XML: TextForm = {
  start: '<?xml version="1.0" encoding="UTF-8"?>\n<hotels>\n',
  row: (values) =>
    `<hotel>${values.map((value, at) => `<${COLUMNS[at]}>${escapedXml(value)}</${COLUMNS[at]}>`).join('')}</hotel>`,
  between: '\n',
  end: '\n</hotels>\n',
}

/** Rows of one piece. */
const PIECE_ROWS = 1_000

/** Yields the text of a feed in pieces. */
export function* feedText({ start, row, between, end }: TextForm, rows: number): Generator<string> {
  yield start
  for (let from = 0; from < rows; from += PIECE_ROWS) {
    const length = Math.min(PIECE_ROWS, rows - from)
    const texts = Array.from({ length }, (_, at) => row(feedValues(from + at)))
    yield `${from === 0 ? '' : between}${texts.join(between)}`
  }
  yield end
}

function jsonRow(values: readonly string[]): string {
  const members = values.map((value, at) => {
    const column = COLUMNS[at] as string
    return `"${column}":${NUMBERS.has(column) ? String(Number(value)) : JSON.stringify(value)}`
  })
  return `{${members.join(',')}}`
}

function escapedXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
