import {
  type CellContent,
  letters,
  type WorkbookContent,
  workbookEntries,
  writeXlsx,
  writeZip,
  type ZipEntry,
} from '@utpid/testing/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOf } from '../../src/xlsx/cell-formats.ts'
import { dateText, numberText } from '../../src/xlsx/cell-text.ts'
import { readXlsx } from '../../src/xlsx/read-xlsx.ts'
import { columnName, columnOf } from '../../src/xlsx/sheet-rows.ts'
import { FIRST_SHEET } from '../support/packed-parts.ts'
import { noClock, type RowsRead, readRows } from '../support/read-rows.ts'
import { temporaryFile } from '../support/temporary-file.ts'

interface XlsxRead extends RowsRead {
  readonly header: readonly string[]
  readonly sheet: string | undefined
  readonly others: readonly string[]
}

async function read(
  workbook: WorkbookContent | Buffer,
  options: { sheet?: string; columns?: string[] } = {},
): Promise<XlsxRead> {
  let header: readonly string[] = []
  let sheet: string | undefined
  let others: readonly string[] = []
  const rows = await readRows(
    readXlsx(temporaryFile(Buffer.isBuffer(workbook) ? workbook : writeXlsx(workbook), 'hotels.xlsx'), {
      ...options,
      clock: noClock,
      onHeader: (columns) => {
        header = columns
      },
      onSheet: (name, rest) => {
        sheet = name
        others = rest
      },
    }),
  )
  return { ...rows, header, sheet, others }
}

/** Returns the value of one cell below the header `name`, `v`. */
async function cellValue(cell: CellContent, workbook: Partial<WorkbookContent> = {}): Promise<unknown> {
  const { rows, thrown } = await read({
    ...workbook,
    sheets: [
      {
        rows: [
          ['name', 'v'],
          ['Adlon', cell],
        ],
      },
    ],
  })
  expect(thrown).toBe(undefined)
  return rows[0]?.v
}

const HOTELS: CellContent[][] = [
  ['code', 'name', 'rooms', 'open'],
  ['0012', 'Adlon & Söhne', 382, true],
  ['13', null, 1.5, false],
]
const ROWS = [
  { code: '0012', name: 'Adlon & Söhne', rooms: '382', open: 'true' },
  { code: '13', rooms: '1.5', open: 'false' },
]

test.each([
  ['with shared texts, as Excel writes', {}],
  ['with texts in cells, as openpyxl writes', { inline: true }],
  ['with a prefix', { prefix: 'x:' }],
  ['without references of cells', { withoutReferences: true }],
] as [string, Partial<WorkbookContent>][])('reads a sheet %s', async (_, workbook) => {
  const found = await read({ ...workbook, sheets: [{ name: 'Hotels', rows: HOTELS }] })
  expect(found).toMatchObject({
    rows: ROWS,
    lines: [2, 3],
    header: HOTELS[0],
    sheet: 'Hotels',
    failures: [],
    thrown: undefined,
  })
})

test.each([
  ['a formula has its stored result', '<c r="B2"><f>1+1</f><v>2</v></c>', '2'],
  ['a formula may result in a text', '<c r="B2" t="str"><f>"a"&amp;"b"</f><v>a &lt; b</v></c>', 'a < b'],
  ['an error value is empty', '<c r="B2" t="e"><v>#N/A</v></c>', undefined],
  ['a formatted cell without a value is empty', '<c r="B2" s="0"/>', undefined],
  [
    'a text of several runs is joined',
    '<c r="B2" t="inlineStr"><is><r><t>Grand </t></r><r><rPr><b/></rPr><t>Hotel</t></r></is></c>',
    'Grand Hotel',
  ],
  [
    'phonetic text is no part of a text',
    '<c r="B2" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
    '東京',
  ],
  [
    'escaped control characters are characters',
    '<c r="B2" t="inlineStr"><is><t>a_x000D_b_x005F_c</t></is></c>',
    'a\rb_c',
  ],
  ['a phone number that is a number keeps its digits', '<c r="B2"><v>4.93012345678E+11</v></c>', '493012345678'],
  ['a date as text', '<c r="B2" t="d"><v>2024-05-01</v></c>', '2024-05-01'],
])('%s', async (_, xml, expected) => {
  expect(await cellValue({ xml })).toBe(expected)
})

const STYLES = `<numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="166" formatCode="[$-407]d. mmmm yyyy;@"/><numFmt numFmtId="167" formatCode="#,##0.00 [$€-407]"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 22, 20, 164, 165, 166, 167, 10].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`

test.each([
  [1, '45413', '2024-05-01'],
  [2, '45413.604166666664', '2024-05-01T14:30:00'],
  [3, '0.60416666666666663', '14:30:00'],
  [4, '1234', '01234'],
  [5, '45413.604166666664', '2024-05-01T14:30:00'],
  [6, '45413', '2024-05-01'],
  [7, '12.5', '12.5'],
  [8, '0.85', '0.85'],
  [1, '-5', '-5'],
  [99, '7', '7'],
])('a number with style %i: %s is %s', async (style, stored, shown) => {
  expect(await cellValue({ xml: `<c r="B2" s="${style}"><v>${stored}</v></c>` }, { styles: STYLES })).toBe(shown)
})

test('dates count from 1904 if the workbook says so', async () => {
  const workbook = { styles: STYLES, workbookProperties: '<workbookPr date1904="1"/>' }
  expect(await cellValue({ xml: '<c r="B2" s="1"><v>43951</v></c>' }, workbook)).toBe('2024-05-01')
})

test('an error value reports a repair', async () => {
  const rows: CellContent[][] = [
    ['name', 'city'],
    ['A', { xml: '<c r="B2" t="e"><v>#REF!</v></c>' }],
    ['B', 'Rom'],
  ]
  const { rows: found, repairs } = await read({ sheets: [{ rows }] })
  expect([found, repairs]).toEqual([[{ name: 'A' }, { name: 'B', city: 'Rom' }], ['2:error_value_omitted']])
})

test('titles and empty rows above the header are skipped', async () => {
  const rows = [
    '<row r="1"/>',
    '<row r="2"><c r="A2" t="inlineStr"><is><t>Hotels 2024</t></is></c></row>',
    ...HOTELS.map((row, at) => rowAt(row, at + 4)),
  ]
  expect(await read({ sheets: [{ rows }] })).toMatchObject({ rows: ROWS, lines: [5, 6] })
})

test('sparse rows and rows in any order of cells have their columns', async () => {
  const rows = [
    ['a', 'b', 'c'],
    '<row r="7"><c r="C7"><v>3</v></c></row>',
    '<row r="9"><c r="C9"><v>3</v></c><c r="A9"><v>1</v></c></row>',
  ]
  expect(await read({ sheets: [{ rows }] })).toMatchObject({ rows: [{ c: '3' }, { a: '1', c: '3' }], lines: [7, 9] })
})

test('columns without a name, with the same name, or beyond the header keep their values', async () => {
  const rows: CellContent[][] = [
    ['name', null, 'tel', 'tel'],
    ['A', 'x', '1', '2', null, 'note'],
  ]
  const { rows: found, header } = await read({ sheets: [{ rows }] })
  expect(header).toEqual(['name', 'column_2', 'tel', 'tel_2'])
  expect(found).toEqual([{ name: 'A', column_2: 'x', tel: '1', tel_2: '2', column_6: 'note' }])
})

test('a sheet without a header has the given columns', async () => {
  const { rows } = await read(
    {
      sheets: [
        {
          rows: [
            ['A', 'Rom'],
            ['B', 'Paris'],
          ],
        },
      ],
    },
    { columns: ['name', 'city'] },
  )
  expect(rows).toEqual([
    { name: 'A', city: 'Rom' },
    { name: 'B', city: 'Paris' },
  ])
})

const SHEETS: WorkbookContent = {
  sheets: [
    {
      name: 'Hidden',
      state: 'hidden',
      rows: [
        ['h', 'i'],
        ['1', '2'],
      ],
    },
    { name: 'Empty', rows: [] },
    {
      name: 'Data & more',
      rows: [
        ['name', 'city'],
        ['A', 'Rom'],
      ],
    },
    {
      name: 'Other',
      rows: [
        ['name', 'city'],
        ['B', 'Paris'],
      ],
    },
  ],
}

test('the first visible sheet with a row is read, and the others are told', async () => {
  expect(await read(SHEETS)).toMatchObject({
    rows: [{ name: 'A', city: 'Rom' }],
    sheet: 'Data & more',
    others: ['Hidden', 'Empty', 'Other'],
  })
})

test('a named sheet is read, also a hidden one', async () => {
  expect((await read(SHEETS, { sheet: 'other' })).rows).toEqual([{ name: 'B', city: 'Paris' }])
  expect((await read(SHEETS, { sheet: 'Hidden' })).rows).toEqual([{ h: '1', i: '2' }])
})

test('a name that no sheet has is an error that names the sheets', async () => {
  const { thrown, message } = await read(SHEETS, { sheet: 'Hotels' })
  expect(thrown).toBe('unknown_records')
  expect(message).toContain('"Data & more"')
})

test('a workbook of empty sheets has no rows', async () => {
  expect(await read({ sheets: [{ rows: [] }] })).toMatchObject({ rows: [], thrown: undefined })
})

/** Returns a workbook of which the parts were changed. */
function changed(workbook: WorkbookContent, change: (entry: ZipEntry) => ZipEntry | undefined): Buffer {
  return writeZip(workbookEntries(workbook).flatMap((entry) => change(entry) ?? []))
}

const HOTEL_ROWS: CellContent[][] = [
  ['name', 'city'],
  ['A', 'Rom'],
]
const SECOND = 'xl/worksheets/sheet2.xml'
const CHART_TYPE = '/worksheet" Target="worksheets/sheet1.xml'
const asChart = (entry: ZipEntry): ZipEntry =>
  entry.name === 'xl/_rels/workbook.xml.rels'
    ? { ...entry, content: String(entry.content).replace(CHART_TYPE, '/chartsheet" Target="chartsheets/sheet1.xml') }
    : entry.name === FIRST_SHEET
      ? { name: 'xl/chartsheets/sheet1.xml', content: '<chartsheet/>' }
      : entry
const content = (name: string, text: string) => (entry: ZipEntry) =>
  entry.name === name ? { ...entry, content: text } : entry

test('a chart before the data is skipped, and it is no other sheet with rows', async () => {
  const workbook = changed(
    {
      sheets: [
        { name: 'Chart', rows: [] },
        { name: 'Data', rows: HOTEL_ROWS },
        { name: 'Old', rows: HOTEL_ROWS },
      ],
    },
    asChart,
  )
  expect(await read(workbook)).toMatchObject({ rows: [{ name: 'A' }], sheet: 'Data', others: ['Old'] })
  const named = await read(workbook, { sheet: 'Chart' })
  expect(named.thrown).toBe('unknown_records')
  expect(named.message).toContain('no cells in "Chart"')
})

test.each<[string, WorkbookContent, (entry: ZipEntry) => ZipEntry | undefined, string, string]>([
  ['only a chart', { sheets: [{ name: 'Chart', rows: [] }] }, asChart, 'unknown_records', '"Chart" (no cells)'],
  [
    'a sheet that is missing',
    { sheets: [{ name: 'Data', rows: HOTEL_ROWS }] },
    (entry) => (entry.name === FIRST_SHEET ? undefined : entry),
    'invalid_workbook',
    'the part of the sheet "Data" is missing',
  ],
  [
    'another document in place of the sheet',
    { sheets: [{ name: 'Data', rows: HOTEL_ROWS }] },
    content(FIRST_SHEET, '<chartsheet><row r="1"/></chartsheet>'),
    'invalid_workbook',
    'the part of the sheet "Data" is no table of cells, but <chartsheet>',
  ],
  ['an empty part', { sheets: [{ rows: HOTEL_ROWS }] }, content(FIRST_SHEET, ''), 'invalid_workbook', 'sheet1.xml'],
  ['no XML', { sheets: [{ rows: HOTEL_ROWS }] }, content(FIRST_SHEET, 'PK\u0003 x'), 'invalid_workbook', 'sheet1.xml'],
  [
    'only hidden sheets',
    { sheets: [{ name: 'Data', state: 'hidden', rows: HOTEL_ROWS }] },
    (entry) => entry,
    'unknown_records',
    'no visible sheet of cells; its sheets are "Data" (hidden)',
  ],
  [
    'rows only in a hidden sheet',
    {
      sheets: [
        { name: 'Cover', rows: [] },
        { name: 'Data', state: 'veryHidden', rows: HOTEL_ROWS },
      ],
    },
    (entry) => entry,
    'unknown_records',
    'the visible sheets have no rows; name a hidden one to read it: "Data" (hidden)',
  ],
  [
    'a sheet without a relation',
    { sheets: [{ name: 'Data', rows: HOTEL_ROWS }] },
    content('xl/_rels/workbook.xml.rels', '<Relationships/>'),
    'invalid_workbook',
    'the part of the sheet "Data" is missing',
  ],
])('a workbook with %s is a clear error', async (_, workbook, change, code, message) => {
  const found = await read(changed(workbook, change))
  expect([found.thrown, found.rows]).toEqual([code, []])
  expect(found.message).toContain(message)
})

test('a damaged sheet that is not read does not matter', async () => {
  const workbook = changed({ sheets: [{ rows: HOTEL_ROWS }, { rows: HOTEL_ROWS }] }, content(SECOND, '<x/>'))
  expect(await read(workbook)).toMatchObject({ rows: [{ name: 'A' }], thrown: undefined })
})

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value) => value.replace(/[\p{Cc}\p{Cn}\uFFFE\uFFFF]/gu, '')),
  fc.maxSafeInteger().filter((value) => Math.abs(value) < 1e15),
  fc.boolean(),
  fc.constant(null),
)

test('rows that were written are read again, from each kind of writer', async () => {
  const header = ['a', 'b', 'c', 'd']
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 20 }),
      fc.record({ inline: fc.boolean(), withoutReferences: fc.boolean(), prefix: fc.constantFrom('', 'x:') }),
      async (rows, writer) => {
        const { rows: found } = await read({ ...writer, sheets: [{ rows: [header, ...rows] }] })
        const expected = rows
          .map((row) =>
            Object.fromEntries(
              row.flatMap((value, at) =>
                value === null || value === '' ? [] : [[header[at], String(Object.is(value, -0) ? 0 : value)]],
              ),
            ),
          )
          .filter((row) => Object.keys(row).length > 0)
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  ['1', '1'],
  ['0', '0'],
  ['-0', '0'],
  ['1.1000000000000001', '1.1'],
  ['0.30000000000000004', '0.3'],
  ['5.0', '5'],
  ['1E+15', '1000000000000000'],
  ['1.5E-7', '0.00000015'],
  ['-2.5e-10', '-0.00000000025'],
  ['1e300', '1e300'],
  ['abc', 'abc'],
])('the number %s is shown as %s', (stored, shown) => {
  expect(numberText(stored)).toBe(shown)
})

test.each([
  ['1', '1900-01-01'],
  ['59', '1900-02-28'],
  ['61', '1900-03-01'],
  ['2958465', '9999-12-31'],
  ['2958466', '2958466'],
])('day %s is %s', (stored, shown) => {
  expect(dateText(stored, 'date', false)).toBe(shown)
})

test.each([
  ['General', undefined],
  ['0.00', undefined],
  ['#,##0', undefined],
  ['@', undefined],
  ['0.00E+00', undefined],
  ['"day" 0', undefined],
  ['[Red]0.0', undefined],
  ['dd/mm/yyyy', 'date'],
  ['mmm-yy', 'date'],
  ['[h]:mm:ss', 'time'],
  ['m/d/yy h:mm', 'dateTime'],
  ['000', 3],
])('the format %s shows %s', (code, kind) => {
  expect(formatOf(code)).toBe(kind)
})

test('columns have the same letters in both directions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16_383 }), (column) => {
      expect([columnOf(`${letters(column)}12`), columnName(column)]).toEqual([column, letters(column)])
    }),
  )
})

function rowAt(cells: readonly CellContent[], line: number): string {
  const xml = cells.map((value, at) => {
    const reference = `r="${letters(at)}${line}"`
    if (value === null || typeof value === 'object') return ''
    if (typeof value === 'boolean') return `<c ${reference} t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'number') return `<c ${reference}><v>${value}</v></c>`
    return `<c ${reference} t="inlineStr"><is><t>${value.replaceAll('&', '&amp;')}</t></is></c>`
  })
  return `<row r="${line}">${xml.join('')}</row>`
}
