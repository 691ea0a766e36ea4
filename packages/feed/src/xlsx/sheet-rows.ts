import { type FeedFailure, failure } from '../item/feed-item.ts'
import { tooLongMessage } from '../json/read-json-lines.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongCell, longCellFailure } from '../limits/long-cell.ts'
import { RecordTime } from '../limits/record-time.ts'
import { localName } from '../xml/local-name.ts'
import type { XmlEvents } from '../xml/xml-parser.ts'
import type { CellFormats } from './cell-formats.ts'
import { decodeEscapes, numberText } from './cell-text.ts'
import type { SharedTexts } from './shared-texts.ts'

/** A row of a sheet with at least one cell that is not empty, or with a failure. */
export interface SheetRow {
  /** 1-based number of the row in the sheet. */
  readonly line: number
  /** 0-based columns of the cells that are not empty, in the order of the file. */
  readonly columns: readonly number[]
  /** The text of each of these cells. */
  readonly texts: readonly string[]
  /** Number of these cells that are texts, and not numbers, dates or truth values. */
  readonly textCells: number
  /** The first error value, such as `#N/A`, and its column. Such cells count as empty. */
  readonly errorValue: { readonly column: number; readonly value: string } | undefined
  readonly failure: FeedFailure | undefined
  readonly cpu: number
}

/** Columns of a sheet. */
export const COLUMNS_MAX = 16_384
const ROWS_MAX = 1_048_576
const LETTERS = 26
const LETTER_A = 0x41
const LETTER_Z = 0x5a

/** Collects the rows of a sheet from the events of its XML. */
export class SheetRows implements XmlEvents {
  readonly #shared: SharedTexts
  readonly #formats: CellFormats
  readonly #time: RecordTime
  /** Local name of the outermost element, once it was read. */
  root: string | undefined
  #rows: SheetRow[] = []
  #line = 0
  #columns: number[] = []
  #texts: string[] = []
  #textCells = 0
  #characters = 0
  #errorValue: SheetRow['errorValue']
  #failure: FeedFailure | undefined
  #column = -1
  #type = 'n'
  #style: string | undefined
  #value = ''
  #isInCell = false
  #isValue = false
  #isPhonetic = false

  constructor(shared: SharedTexts, formats: CellFormats, clock: CpuClock) {
    this.#shared = shared
    this.#formats = formats
    this.#time = new RecordTime(clock)
  }

  /** Returns the complete rows. Other code may run before the next event. */
  take(): SheetRow[] {
    this.#time.pause()
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(qualified: string, attributes: Record<string, string>): void {
    this.#time.resume()
    const name = qualified.length === 1 ? qualified : localName(qualified)
    this.root ??= name
    switch (name) {
      case 'c':
        this.#openCell(attributes)
        break
      case 'v':
      case 't':
        this.#isValue = this.#isInCell && !this.#isPhonetic
        break
      case 'row':
        this.#openRow(attributes.r)
        break
      case 'rPh':
        this.#isPhonetic = true
        break
    }
  }

  close(qualified: string): void {
    this.#time.resume()
    const name = qualified.length === 1 ? qualified : localName(qualified)
    switch (name) {
      case 'v':
      case 't':
        this.#isValue = false
        break
      case 'c':
        this.#isInCell = false
        if (this.#value !== '') this.#closeCell()
        break
      case 'row':
        this.#closeRow()
        break
      case 'rPh':
        this.#isPhonetic = false
        break
    }
  }

  text(text: string): void {
    if (this.#isValue) this.#value = this.#value === '' ? text : this.#value + text
  }

  oversize(): void {
    this.#fail(failure(this.#line, 'line_too_long', tooLongMessage('row')))
  }

  fault(message: string): void {
    this.#fail(failure(this.#line, 'invalid_xml', `${message}.`))
  }

  #openRow(reference: string | undefined): void {
    this.#line = rowNumber(reference, this.#line)
    this.#time.begin()
    this.#columns = []
    this.#texts = []
    this.#textCells = 0
    this.#characters = 0
    this.#errorValue = undefined
    this.#failure = undefined
    this.#column = -1
  }

  #openCell(attributes: Record<string, string>): void {
    const { r: reference, t: type, s: style } = attributes
    const column = reference === undefined ? -1 : columnOf(reference)
    this.#column = column === -1 ? this.#column + 1 : column
    this.#type = type ?? 'n'
    this.#style = style
    this.#value = ''
    this.#isInCell = true
    this.#isPhonetic = false
  }

  #closeCell(): void {
    if (this.#failure !== undefined) return
    const text = this.#cellText(this.#value)
    if (text === '') return
    this.#characters += text.length
    if (this.#column >= COLUMNS_MAX || this.#columns.length >= FEED_LIMITS.columns) {
      const limit = FEED_LIMITS.columns.toLocaleString('en')
      this.#fail(failure(this.#line, 'too_many_columns', `The row has more than ${limit} cells that are not empty.`))
    } else if (isLongCell(text)) this.#fail(longCellFailure(this.#line, [columnName(this.#column)], text.length))
    else if (this.#characters > FEED_LIMITS.lineBytes) {
      this.#fail(failure(this.#line, 'line_too_long', tooLongMessage('row')))
    } else {
      this.#columns.push(this.#column)
      this.#texts.push(text)
    }
  }

  #cellText(value: string): string {
    switch (this.#type) {
      case 'n':
        return this.#style === undefined ? numberText(value) : this.#formats.show(value, this.#style)
      case 's':
        return this.#sharedText(value)
      case 'b':
        return value === '1' || value === 'true' ? 'true' : 'false'
      case 'e':
        this.#errorValue ??= { column: this.#column, value }
        return ''
      case 'd':
        return value
      default:
        this.#textCells += 1
        return decodeEscapes(value)
    }
  }

  #sharedText(value: string): string {
    const text = this.#shared.at(Number(value))
    if (text === undefined) {
      const count = this.#shared.count.toLocaleString('en')
      const message = `Column ${columnName(this.#column)} refers to the text ${value.slice(0, 20)} of the workbook, which has ${count} texts. Save the workbook again.`
      this.#fail(failure(this.#line, 'invalid_cell', message))
      return ''
    }
    this.#textCells += 1
    return text
  }

  #closeRow(): void {
    if (this.#columns.length === 0 && this.#failure === undefined) return
    this.#rows.push({
      line: this.#line,
      columns: this.#columns,
      texts: this.#texts,
      textCells: this.#textCells,
      errorValue: this.#errorValue,
      failure: this.#failure,
      cpu: this.#time.milliseconds,
    })
  }

  #fail(fault: FeedFailure): void {
    this.#failure ??= fault
  }
}

/** Returns the number of a row. A row without a valid number follows the previous row. */
export function rowNumber(reference: string | undefined, previous: number): number {
  const given = reference === undefined ? Number.NaN : Number(reference)
  return Number.isInteger(given) && given >= 1 && given <= ROWS_MAX ? given : previous + 1
}

/** Returns the 0-based column of a reference such as `AB12`; -1 if it has none. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length && at < 4; at++) {
    const code = reference.charCodeAt(at) & 0xdf
    if (code < LETTER_A || code > LETTER_Z) break
    column = column * LETTERS + code - LETTER_A + 1
  }
  return column - 1
}

/** Returns the letters of a 0-based column: 0 is `A`, 27 is `AB`. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / LETTERS)) {
    name = String.fromCharCode(LETTER_A + ((left - 1) % LETTERS)) + name
  }
  return name
}
