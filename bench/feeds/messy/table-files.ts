import { picker, shuffled } from '../../harness/seeded-random.ts'
import { encodeText, type FileEncoding, inEncoding } from './encode-text.ts'
import { type LandName, type MessyHotel, messyHotels } from './hotels.ts'
import { type CoordinateForm, drawLayout, type HeaderLanguage, type MessyColumn } from './layout.ts'
import { type MessyFile, PACKINGS, packed } from './messy-file.ts'

/** Encodings in which files of a country arrive, and languages of their headers. */
const PLACES: readonly (readonly [LandName, readonly FileEncoding[], readonly HeaderLanguage[]])[] = [
  ['english', ['utf-8', 'windows-1252', 'utf-16le'], ['english', 'technical']],
  ['german', ['windows-1252', 'utf-8-bom', 'iso-8859-1'], ['german', 'technical']],
  ['french', ['iso-8859-15', 'utf-8', 'windows-1252'], ['french', 'technical']],
  ['polish', ['windows-1250', 'iso-8859-2', 'utf-8'], ['polish', 'english']],
  ['czech', ['windows-1250', 'utf-8', 'iso-8859-2'], ['czech', 'english']],
  ['russian', ['windows-1251', 'utf-16be', 'iso-8859-5'], ['technical', 'english']],
  ['turkish', ['windows-1254', 'iso-8859-9', 'utf-8-bom'], ['turkish', 'technical']],
  ['greek', ['iso-8859-7', 'utf-8', 'windows-1253'], ['greek', 'english']],
]
const DELIMITERS = [',', ';', '\t', '|', ';', '~', '^']
const LINE_ENDS = ['\n', '\r\n', '\r\n', '\r']
const FORMS: readonly CoordinateForm[] = ['point', 'comma', 'swapped', 'pair', 'minutes', 'seconds', 'letters']
const STARTS = ['none', 'titles', 'comments', 'declared', 'none', 'wide titles'] as const
const ENDS = ['none', 'total', 'count', 'comment', 'none', 'mark'] as const
const QUOTINGS = ['needed', 'all', 'needed', 'single'] as const
const HEADERS = ['plain', 'duplicate', 'blank', 'repeated', 'plain'] as const
const ROWS = 24

/** Draws tables. Each trait takes all of its values equally often, in combinations that the seed decides. */
export function tableFiles(count: number, random: () => number): MessyFile[] {
  const turns = <Value>(values: readonly Value[]): ((at: number) => Value) => {
    const spread = shuffled(
      Array.from({ length: count }, (_, at) => values[at % values.length] as Value),
      random,
    )
    return (at) => spread[at] as Value
  }
  const [place, delimiter, lineEnd] = [turns(PLACES), turns(DELIMITERS), turns(LINE_ENDS)]
  const [form, start, end, quoting] = [turns(FORMS), turns(STARTS), turns(ENDS), turns(QUOTINGS)]
  const [header, packing] = [turns(HEADERS), turns(PACKINGS)]
  return Array.from({ length: count }, (_, at) => {
    const [land, encodings, languages] = place(at)
    return tableFile(
      {
        land,
        encoding: picker(random)(encodings),
        language: picker(random)(languages),
        delimiter: delimiter(at),
        lineEnd: lineEnd(at),
        form: form(at),
        start: start(at),
        end: end(at),
        quoting: quoting(at),
        header: header(at),
        packing: packing(at),
      },
      random,
    )
  })
}

interface TableTraits {
  readonly land: LandName
  readonly encoding: FileEncoding
  readonly language: HeaderLanguage
  readonly delimiter: string
  readonly lineEnd: string
  readonly form: CoordinateForm
  readonly start: (typeof STARTS)[number]
  readonly end: (typeof ENDS)[number]
  readonly quoting: (typeof QUOTINGS)[number]
  readonly header: (typeof HEADERS)[number]
  readonly packing: (typeof PACKINGS)[number]
}

function tableFile(traits: TableTraits, random: () => number): MessyFile {
  const { land, encoding, language, delimiter, lineEnd, form, packing } = traits
  const hotels = messyHotels(land, ROWS, random)
  const layout = drawLayout(language, form, random)
  const columns = withOddHeaders(layout.columns, traits.header)
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => quoted(inEncoding(cell, encoding), traits.quoting, delimiter)).join(delimiter)
  const header = line(columns.map((column) => column.header))
  const rows = hotels.map((hotel) => line(columns.map(({ cell }) => cell(hotel))))
  if (traits.header === 'repeated') rows.splice(ROWS / 2, 0, header)
  const lines = [...linesBefore(traits, columns.length), header, ...rows, ...linesAfter(traits, columns.length)]
  const text = `${lines.join(lineEnd)}${lineEnd}`
  const shown = { ...traits, delimiter: JSON.stringify(delimiter), lineEnd: JSON.stringify(lineEnd) }
  return {
    kind: 'CSV',
    what: Object.values(shown).join(' '),
    bytes: packed(encodeText(text, encoding), packing, 'hotels.csv'),
    hotels,
    controls: 0,
    columns: pathsOf(columns.map((column) => inEncoding(column.header, encoding))),
    tolerance: layout.tolerance,
    nameOf: ({ name }) => inEncoding(name, encoding),
  }
}

/** Adds a column with the name of another one, or without a name. */
function withOddHeaders(columns: readonly MessyColumn[], header: TableTraits['header']): readonly MessyColumn[] {
  const [code, name, ...others] = columns as [MessyColumn, MessyColumn, ...MessyColumn[]]
  const note = ({ rooms, stars }: MessyHotel): string => `lot ${rooms * 7 + stars}`
  if (header === 'duplicate') return [code, name, { header: name.header, cell: note }, ...others]
  if (header === 'blank') return [code, name, { header: '', cell: note }, ...others]
  return columns
}

/** Returns the names under which a reader reports the columns of a table, as its documentation says. */
export function pathsOf(headers: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headers.map((header, at) => {
    if (header === '') return `column_${at + 1}`
    const count = (seen.get(header) ?? 0) + 1
    seen.set(header, count)
    return count === 1 ? header : `${header}_${count}`
  })
}

function linesBefore({ start, delimiter }: TableTraits, width: number): readonly string[] {
  switch (start) {
    case 'titles':
      return ['Hotel export', '', 'Created: 2024-05-01', '']
    case 'wide titles':
      return [`Hotel export${delimiter.repeat(width - 1)}`, delimiter.repeat(width - 1)]
    case 'comments':
      return ['# hotels of the season', '# do not edit']
    case 'declared':
      return [`sep=${delimiter}`]
    case 'none':
      return []
  }
}

function linesAfter({ end, delimiter }: TableTraits, width: number): readonly string[] {
  switch (end) {
    case 'total':
      return [`Total${delimiter}${ROWS}${delimiter.repeat(width - 2)}`]
    case 'count':
      return [`(${ROWS} rows affected)`]
    case 'comment':
      return ['# end of file']
    case 'mark':
      return ['EOF']
    case 'none':
      return []
  }
}

function quoted(cell: string, quoting: TableTraits['quoting'], delimiter: string): string {
  const mark = quoting === 'single' ? "'" : '"'
  if (quoting === 'needed' && !cell.includes(delimiter) && !/["\r\n]/.test(cell)) return cell
  return `${mark}${cell.replaceAll(mark, mark + mark)}${mark}`
}
