import type { RawLine } from './raw-lines.ts'
import type { AnsweredRow, AnsweredRows } from './result/answered-rows.ts'
import type { WriteBytes } from './result/write-bytes.ts'
import type { CellChange, TableCells } from './table-cells.ts'
import type { TextUnits } from './text-units.ts'

const RETURN_OR_FEED = /[\r\n]/

/** Copies the lines of a table and appends cells to the header and to each row. */
export class TableCopy {
  readonly #rows: AnsweredRows
  readonly #cells: TableCells
  readonly #units: TextUnits
  readonly #write: WriteBytes
  /** Rows that start on the same line, the next ones to be written. Empty after the last row. */
  #group: AnsweredRow[] = []
  /** The row after the group. */
  #following: AnsweredRow | undefined
  /** The lines of the current row before its last line. */
  #begun: Buffer[] = []
  /** Whether a line of the current row is so long that it came in parts. */
  #isLong = false

  constructor(rows: AnsweredRows, cells: TableCells, units: TextUnits, write: WriteBytes) {
    this.#rows = rows
    this.#cells = cells
    this.#units = units
    this.#write = write
  }

  /**
   * @param first - The first row, if there is one.
   * @returns The row that the source does not have, if there is one.
   */
  async copy(batches: AsyncIterable<RawLine[]>, first: AnsweredRow | undefined): Promise<AnsweredRow | undefined> {
    this.#following = first
    await this.#nextGroup()
    for await (const lines of batches) {
      const pieces: Buffer[] = []
      for (const line of lines) {
        const row = this.#group[0]
        const isHeader = line.line === this.#cells.form.headerLine
        if (row !== undefined && line.line >= row.line && line.line <= row.endLine) {
          if (await this.#copyRow(line, row, isHeader, pieces)) await this.#nextGroup()
        } else if (isHeader && line.isEnd) {
          pieces.push(line.content, this.#units.encode(this.#cells.header()), line.end)
        } else pieces.push(line.content, line.end)
      }
      await this.#write(Buffer.concat(pieces))
    }
    return this.#group[0]
  }

  async #nextGroup(): Promise<void> {
    this.#group = []
    while (this.#following !== undefined) {
      const row = this.#following
      if (this.#group.length > 0 && row.line !== (this.#group[0] as AnsweredRow).line) return
      this.#group.push(row)
      this.#following = await this.#rows.next()
    }
  }

  /** Returns whether the row ends with the line. */
  async #copyRow(line: RawLine, row: AnsweredRow, isHeader: boolean, pieces: Buffer[]): Promise<boolean> {
    this.#isLong ||= !line.isStart || !line.isEnd
    if (line.line < row.endLine || !line.isEnd) {
      if (this.#isLong) pieces.push(...this.#begun.splice(0), line.content, line.end)
      else this.#begun.push(line.content, line.end)
      return false
    }
    const isLong = this.#isLong
    this.#isLong = false
    if (isLong) {
      const { text } = this.#cells.row(undefined, row.result)
      pieces.push(...this.#begun.splice(0), line.content, this.#units.encode(text), line.end)
    } else if (this.#group.length > 1 || isHeader) this.#copyParts(line, isHeader, pieces)
    else {
      const content = this.#begun.length === 0 ? line.content : Buffer.concat([...this.#begun.splice(0), line.content])
      this.#push(content, this.#cells.row(this.#units.decode(content), row.result), pieces)
      pieces.push(line.end)
    }
    return true
  }

  /** Copies a line with other line ends inside. Its last parts are the rows, and the part before may be the header. */
  #copyParts(line: RawLine, isHeader: boolean, pieces: Buffer[]): void {
    const parts = this.#units.decode(line.content).split(RETURN_OR_FEED)
    const filled = parts.flatMap((part, at) => (part.trim() === '' ? [] : [at]))
    const firstRow = filled.length - this.#group.length
    let start = 0
    for (const [at, part] of parts.entries()) {
      const bytes = line.content.subarray(start, start + part.length * this.#units.size)
      const index = filled.indexOf(at)
      const row = index === -1 ? undefined : this.#group[index - firstRow]
      if (row !== undefined) this.#push(bytes, this.#cells.row(part, row.result), pieces)
      else {
        pieces.push(bytes)
        if (isHeader && index !== -1 && index === firstRow - 1) pieces.push(this.#units.encode(this.#cells.header()))
      }
      start += bytes.length
      pieces.push(line.content.subarray(start, start + this.#units.size))
      start += this.#units.size
    }
    pieces.push(line.end)
  }

  #push(content: Buffer, { from, to, text }: CellChange, pieces: Buffer[]): void {
    const { size } = this.#units
    pieces.push(content.subarray(0, from * size), this.#units.encode(text), content.subarray(to * size))
  }
}
