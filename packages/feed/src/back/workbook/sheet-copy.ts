import { columnName, rowNumber } from '../../xlsx/sheet-rows.ts'
import type { AnsweredRow, AnsweredRows } from '../result/answered-rows.ts'
import { RESULT_COLUMNS, type RowResult } from '../result/row-result.ts'
import type { ResultCells } from './result-cells.ts'
import { columnAfter } from './sheet-extent.ts'
import { attributeIn, type SheetPiece, type SheetScanner, withAttribute } from './sheet-scanner.ts'

/** `A1:T100`, or one cell. */
const AREA = /^([A-Z]{1,3}\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/
const SPAN = /^(\d{1,5}):\d{1,5}$/

/** Copies the XML of a sheet and adds the cells of the results to the header and to each row. */
export class SheetCopy {
  readonly #rows: AnsweredRows
  readonly #cells: ResultCells
  readonly #scanner: SheetScanner
  readonly #headerLine: number
  #next: AnsweredRow | undefined
  #line = 0
  /** The result of the current row, `header` in the header, or undefined in a row that gets no cells. */
  #adding: RowResult | 'header' | undefined
  #column = -1
  #isInserted = false
  #isDropping = false
  /** The styles of cells that are replaced. In a new header all have the style of the last cell. */
  #styles: (string | undefined)[] = []

  /** @param headerLine - Number of the row of the header, if there is one. */
  constructor(rows: AnsweredRows, cells: ResultCells, scanner: SheetScanner, headerLine: number | undefined) {
    this.#rows = rows
    this.#cells = cells
    this.#scanner = scanner
    this.#headerLine = headerLine ?? 0
  }

  /** The row that the sheet does not have, if there is one. */
  get missing(): AnsweredRow | undefined {
    return this.#next
  }

  /** @param first - The first row, if there is one. */
  async *copy(chunks: AsyncIterable<Buffer>, first: AnsweredRow | undefined): AsyncGenerator<Buffer> {
    this.#next = first
    // A title above the header that cannot be read gets no cells.
    while (this.#next !== undefined && this.#next.line <= this.#headerLine) this.#next = await this.#rows.next()
    for await (const chunk of chunks) {
      let copied = ''
      for (const piece of this.#scanner.cut(chunk.toString('latin1'))) {
        if (piece.element === 'row' && piece.kind !== 'close') {
          const isTaken = this.#openRow(piece)
          copied += this.#rowTag(piece)
          if (isTaken) this.#next = await this.#rows.next()
        } else copied += this.#piece(piece)
      }
      if (copied !== '') yield Buffer.from(copied, 'latin1')
    }
    yield Buffer.from(this.#scanner.end(), 'latin1')
  }

  /** Returns whether the row gets a result. */
  #openRow({ text }: SheetPiece): boolean {
    this.#line = rowNumber(attributeIn(text, 'r'), this.#line)
    this.#column = -1
    this.#isInserted = false
    this.#isDropping = false
    this.#styles = []
    const isTaken = this.#next?.line === this.#line
    this.#adding = isTaken ? this.#next?.result : this.#line === this.#headerLine ? 'header' : undefined
    return isTaken
  }

  #rowTag({ text, kind, prefix }: SheetPiece): string {
    if (this.#adding === undefined) return text
    const [, start] = SPAN.exec(attributeIn(text, 'spans') ?? '') ?? []
    const tag = start === undefined ? text : withAttribute(text, 'spans', `${start}:${this.#cells.end}`)
    return kind === 'empty' ? `${tag.slice(0, -2)}>${this.#insert(prefix)}</${prefix}row>` : tag
  }

  #piece(piece: SheetPiece): string {
    const { text, element, prefix } = piece
    if (element === 'dimension') return withColumns(text, this.#cells.end)
    if (this.#adding === undefined) return text
    if (element === 'row') return this.#isInserted ? text : this.#insert(prefix) + text
    const isNeeded = this.#cells.replaces || this.#adding === 'header'
    return isNeeded ? this.#cellPiece(piece) : text
  }

  #cellPiece({ text, element, kind, prefix }: SheetPiece): string {
    if (this.#isDropping) {
      if (element === 'c' && kind === 'close') this.#isDropping = false
      return ''
    }
    if (element !== 'c' || kind === 'close') return text
    this.#column = columnAfter(this.#column, text)
    const { first, end, replaces } = this.#cells
    if (!replaces) {
      // The new header looks like the last cell of the header.
      this.#styles = RESULT_COLUMNS.map(() => attributeIn(text, 's'))
      return text
    }
    if (this.#column >= first && this.#column < end) {
      this.#styles[this.#column - first] = attributeIn(text, 's')
      this.#isDropping = kind === 'open'
      return ''
    }
    return this.#column < end || this.#isInserted ? text : this.#insert(prefix) + text
  }

  #insert(prefix: string): string {
    this.#isInserted = true
    if (this.#adding === 'header') return this.#cells.header(prefix, this.#line, this.#styles)
    return this.#adding === undefined ? '' : this.#cells.row(prefix, this.#line, this.#adding, this.#styles)
  }
}

/** Returns the tag of the dimension of a sheet, enlarged to a number of columns. */
function withColumns(tag: string, columns: number): string {
  const [, start, , row] = AREA.exec(attributeIn(tag, 'ref') ?? '') ?? []
  if (start === undefined) return tag
  const last = row ?? start.replace(/^[A-Z]+/, '')
  return withAttribute(tag, 'ref', `${start}:${columnName(columns - 1)}${last}`)
}
