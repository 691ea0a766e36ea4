import { writeZip, type ZipEntry } from './write-zip.ts'

/** A sheet by its rows. A row is the XML inside `<sheetData>`, or the values of its cells. */
export interface SheetContent {
  readonly name?: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly rows: readonly (string | readonly CellContent[])[]
  /** XML before `<sheetData>`. */
  readonly before?: string
}

/** A text, a number, a truth value, nothing, or the XML of a cell. */
export type CellContent = string | number | boolean | null | { readonly xml: string }

export interface WorkbookContent {
  readonly sheets: readonly SheetContent[]
  /** Whether texts are stored once for all cells, as Excel does, or in each cell. Default: once. */
  readonly inline?: boolean
  /** Whether cells have no reference, as some writers do. Default: false. */
  readonly withoutReferences?: boolean
  /** Prefix of all elements of sheets and texts, such as `x:`. Default: none. */
  readonly prefix?: string
  /** XML of `<numFmts>` and `<cellXfs>`. */
  readonly styles?: string
  readonly workbookProperties?: string
  /** XML inside `<sst>`, before the texts of the cells. */
  readonly sharedTexts?: string
  readonly more?: readonly ZipEntry[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Writes a workbook (.xlsx). */
export function writeXlsx(workbook: WorkbookContent): Buffer {
  return writeZip([...workbookEntries(workbook), ...(workbook.more ?? [])])
}

/** Returns the entries of the archive of a workbook. */
export function workbookEntries(workbook: WorkbookContent): ZipEntry[] {
  const { sheets, prefix = '', styles, workbookProperties = '', sharedTexts = '' } = workbook
  const texts = new Map<string, number>()
  const known = sharedTexts === '' ? 0 : sharedTexts.split('<si>').length - 1
  const namespace = prefix === '' ? `xmlns="${MAIN}"` : `xmlns:${prefix.slice(0, -1)}="${MAIN}"`
  const parts = sheets.map(({ rows, before = '' }, at) => ({
    name: `xl/worksheets/sheet${at + 1}.xml`,
    content: `<?xml version="1.0" encoding="UTF-8"?>\n<${prefix}worksheet ${namespace}>${before}<${prefix}sheetData>${rows
      .map((row, index) => (typeof row === 'string' ? row : rowXml(row, index + 1, workbook, texts, known)))
      .join('')}</${prefix}sheetData></${prefix}worksheet>`,
  }))
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name ?? `Sheet${at + 1}`)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${at + 1}"/>`,
  )
  const relations = sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  relations.push(relation('s', 'sharedStrings', '/xl/sharedStrings.xml'), relation('t', 'styles', 'styles.xml'))
  const shared = [...texts.keys()].map((text) => `<${prefix}si><${prefix}t>${escaped(text)}</${prefix}t></${prefix}si>`)
  return [
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE}">${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${workbookProperties}<sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`,
    },
    { name: 'xl/styles.xml', content: `<styleSheet xmlns="${MAIN}">${styles ?? ''}</styleSheet>` },
    {
      name: 'xl/sharedStrings.xml',
      content: `<${prefix}sst ${namespace}>${sharedTexts}${shared.join('')}</${prefix}sst>`,
    },
    ...parts,
  ]
}

/** Returns the letters of a 0-based column. */
export function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26))
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last
}

function rowXml(
  cells: readonly CellContent[],
  line: number,
  { inline = false, withoutReferences = false, prefix = '' }: WorkbookContent,
  texts: Map<string, number>,
  known: number,
): string {
  const xml = cells.map((cell, column) => {
    if (cell === null) return withoutReferences ? `<${prefix}c/>` : ''
    if (typeof cell === 'object') return cell.xml
    const reference = withoutReferences ? '' : ` r="${letters(column)}${line}"`
    if (typeof cell === 'number') return `<${prefix}c${reference}><${prefix}v>${cell}</${prefix}v></${prefix}c>`
    if (typeof cell === 'boolean')
      return `<${prefix}c${reference} t="b"><${prefix}v>${cell ? 1 : 0}</${prefix}v></${prefix}c>`
    if (inline)
      return `<${prefix}c${reference} t="inlineStr"><${prefix}is><${prefix}t>${escaped(cell)}</${prefix}t></${prefix}is></${prefix}c>`
    if (!texts.has(cell)) texts.set(cell, known + texts.size)
    return `<${prefix}c${reference} t="s"><${prefix}v>${texts.get(cell)}</${prefix}v></${prefix}c>`
  })
  return `<${prefix}row${withoutReferences ? '' : ` r="${line}"`}>${xml.join('')}</${prefix}row>`
}

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
}

function escaped(value: string): string {
  return value.replace(/[<&>"\r]/g, (character) => `&#${character.codePointAt(0)};`)
}
