import { type DateKind, dateText, numberText } from './cell-text.ts'
import type { WorkbookArchive } from './workbook-archive.ts'
import { attributeOf, readPart } from './workbook-parts.ts'

/** How the numbers of cells with one style are shown. A number is the minimum of digits: `00000` shows `01234`. */
type NumberFormat = DateKind | number | undefined

/** Formats that every workbook has, by their number. See ECMA-376 part 1, 18.8.30. */
const BUILT_IN: ReadonlyMap<number, DateKind> = new Map<number, DateKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date'] as const),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47, 55, 56].map((id) => [id, 'time'] as const),
  [22, 'dateTime'],
])

/** Styles of a workbook. Excel itself allows 65,490. */
const STYLES_MAX = 100_000
const FORMAT_CHARACTERS_MAX = 1_000
const DIGITS_MAX = 15

/** The number formats of the styles of a workbook. */
export class CellFormats {
  readonly #formats: readonly NumberFormat[]
  readonly #from1904: boolean

  constructor(formats: readonly NumberFormat[], from1904: boolean) {
    this.#formats = formats
    this.#from1904 = from1904
  }

  /**
   * Returns the text of a stored number as its style shows it: dates as ISO 8601, and leading zeros.
   *
   * @param style - Position of the style, as the cell has it.
   */
  show(stored: string, style: string | undefined): string {
    const format = style === undefined ? undefined : this.#formats[Number(style)]
    if (format === undefined) return numberText(stored)
    if (typeof format !== 'number') return dateText(stored, format, this.#from1904)
    const text = numberText(stored)
    return /^\d+$/.test(text) ? text.padStart(format, '0') : text
  }
}

/** @throws {FeedError} `invalid_workbook` or `workbook_too_large` */
export async function readCellFormats(
  archive: WorkbookArchive,
  part: string | undefined,
  path: string,
  from1904: boolean,
): Promise<CellFormats> {
  const codes = new Map<number, NumberFormat>(BUILT_IN)
  const formats: NumberFormat[] = []
  if (part === undefined) return new CellFormats(formats, from1904)
  let isInCells = false
  await readPart(
    archive,
    part,
    path,
    ({ name, attributes }) => {
      if (name === 'cellXfs') isInCells = true
      if (name === 'numFmt' && codes.size < STYLES_MAX) {
        codes.set(Number(attributeOf(attributes, 'numFmtId')), formatOf(attributes.formatCode ?? ''))
      }
      if (name === 'xf' && isInCells && formats.length < STYLES_MAX) {
        formats.push(codes.get(Number(attributeOf(attributes, 'numFmtId'))))
      }
    },
    (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  )
  return new CellFormats(formats, from1904)
}

/** Returns how a format code shows a number. */
export function formatOf(code: string): NumberFormat {
  const positive = code
    .slice(0, FORMAT_CHARACTERS_MAX)
    // linear: the alternatives start with different characters, and the code is cut.
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';', 1)[0] as string
  if (/^0{2,}$/.test(positive)) return Math.min(positive.length, DIGITS_MAX)
  // Brackets contain a colour, a condition or a currency, or hours that are not limited to a day.
  const letters = positive.replace(/\[(?!h|m|s)[^\][]*\]/gi, '').toLowerCase()
  if (/general|[#?@]/.test(letters) || /^[^a-z]*e[+-]/.test(letters)) return undefined
  const hasDay = /[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters))
  const hasTime = /[hs]/.test(letters)
  if (hasDay) return hasTime ? 'dateTime' : 'date'
  return hasTime ? 'time' : undefined
}
