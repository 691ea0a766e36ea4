import { printable } from '../text/printable.ts'
import { bracketed, type Paint, type Piece, type Style, widthOf, wrapped } from './styled-text.ts'

const MIN_COLUMNS = 80
const MAX_COLUMNS = 160
const LABEL_COLUMNS = 12
/** Columns between the two sides: a space, a mark, a space. */
const MARK_COLUMNS = 3
const LIST_COLUMNS = 34

export interface PageLayoutOptions {
  readonly paint: Paint
  /** Whether differences are coloured; otherwise they are in brackets. */
  readonly colours: boolean
  /** Columns of the terminal. The page uses at least 80 and at most 160. */
  readonly columns: number
}

/** Lays out text on the lines of a page: labels, two sides, a mark between them. */
export class PageLayout {
  readonly #paint: Paint
  readonly #mark: (pieces: readonly Piece[]) => readonly Piece[]
  readonly #columns: number
  readonly #side: number

  constructor({ paint, colours, columns }: PageLayoutOptions) {
    this.#paint = paint
    this.#mark = colours ? (pieces) => pieces : bracketed
    this.#columns = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns))
    this.#side = Math.floor((this.#columns - LABEL_COLUMNS - MARK_COLUMNS) / 2)
  }

  /** Returns one line, cut at the page width. */
  line(text: string, style: Style = 'plain'): string {
    return this.#write(wrapped(styled(text, style), this.#columns, 1)[0] ?? [])
  }

  /** Returns the wrapped lines of a text, up to a maximum. An empty text gives one empty line. */
  paragraph(text: string, style: Style, maxLines: number): string[] {
    const lines = wrapped(styled(text, style), this.#columns, maxLines).map((pieces) => this.#write(pieces))
    return lines.length === 0 ? [''] : lines
  }

  /** Returns one line after a label. */
  labelled(label: string, text: string, style: Style = 'plain'): string {
    return this.line(label.padEnd(LABEL_COLUMNS) + text, style)
  }

  /**
   * Returns two texts side by side after a label, each wrapped to several lines.
   *
   * @param mark - One character that shows how they compare.
   * @param maxLines - Maximum lines.
   */
  sides(label: string, left: readonly Piece[], right: readonly Piece[], mark: string, maxLines: number): string[] {
    const [lefts, rights] = [left, right].map((pieces) => wrapped(this.#mark(pieces), this.#side, maxLines))
    const height = Math.max(lefts?.length ?? 0, rights?.length ?? 0)
    return Array.from({ length: height }, (_, at) => {
      const one = lefts?.[at] ?? []
      const space = ' '.repeat(this.#side - widthOf(one))
      const start = at === 0 ? label : ''
      const middle = ` ${at === 0 ? mark : ' '} `
      return `${start.padEnd(LABEL_COLUMNS)}${this.#write(one)}${space}${middle}${this.#write(rights?.[at] ?? [])}`.trimEnd()
    })
  }

  /** Returns short texts in columns after a label, one below the other. */
  list(label: string, texts: readonly string[]): string[] {
    const perLine = Math.max(1, Math.floor((this.#columns - LABEL_COLUMNS) / LIST_COLUMNS))
    const height = Math.ceil(texts.length / perLine)
    return Array.from({ length: height }, (_, row) => {
      const cells = texts
        .filter((_text, at) => at % height === row)
        .map((text) => {
          const [pieces = []] = wrapped(styled(text, 'plain'), LIST_COLUMNS - 2, 1)
          return this.#write(pieces) + ' '.repeat(LIST_COLUMNS - widthOf(pieces))
        })
      return `${(row === 0 ? label : '').padEnd(LABEL_COLUMNS)}${cells.join('')}`.trimEnd()
    })
  }

  #write(pieces: readonly Piece[]): string {
    return pieces.map(this.#paint).join('')
  }
}

/** Returns a text in one style. */
export function styled(text: string, style: Style): Piece[] {
  const clean = printable(text)
  return clean === '' ? [] : [{ text: clean, style }]
}
