import { createFeedStats } from '@utpid/feed'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotingOf } from '../../src/csv/csv-dialect.ts'
import { parseCsvLines } from '../../src/csv/parse-csv-lines.ts'
import { splitRow } from '../../src/csv/split-row.ts'
import { read } from '../support/feed-text.ts'

const RECORDS = [
  { code: '1', name: 'Hotel A', location: { city: 'Ulm' } },
  { code: '2', name: 'Hotel B', location: { city: 'Bonn' } },
  { code: '3', name: 'Hotel C', location: { city: 'Jena' } },
]
const CSV = 'code,name,city\n1,Hotel A,Ulm\n2,Hotel B,Bonn\n3,Hotel C,Jena\n'

// The same three records in other dialects.
test.each<[string, string]>([
  ...[';', '\t', '|', '~', '^', ':', '\x1f', '\x01', '||', '¦', '§'].map((delimiter): [string, string] => [
    `delimiter ${JSON.stringify(delimiter)}`,
    CSV.replaceAll(',', delimiter),
  ]),
  ['a declared delimiter', `sep=$\n${CSV.replaceAll(',', '$')}`],
  ['commas in unquoted cells of a table with semicolons', CSV.replaceAll(',', ';')],
  ['comments before the header', `# Export\n// of hotels, 2024\n#\n${CSV}`],
  ['a header in a comment', `#${CSV}`],
  ['a title and a date before the header', `Hotel list\n\nCreated: 2024-01-01\n${CSV}`],
  ['titles of a sheet before the header', `Hotel list,,\n2024-01-01,,\n,,\n${CSV}`],
  ['a mark of the end', `${CSV}EOF\n`],
  ['a count at the end', `${CSV}# 3 rows\n`],
  ['a number of rows at the end', `${CSV}(3 rows affected)\n`],
  ['repeated headers', CSV.replace('2,', 'code,name,city\n2,')],
  ['appended files with byte order marks', CSV.replace('2,', '\ufeffcode,name,city\n2,')],
  ['a byte order mark in quotes', `\ufeff\ufeff${CSV}`],
  ['single CRs in the header', CSV.replace('\n', '\r')],
  ['single CRs between rows', CSV.replace('2,', '2,').replace('Ulm\n', 'Ulm\r')],
  ['CR, LF and CRLF', 'code,name,city\r\n1,Hotel A,Ulm\r2,Hotel B,Bonn\n3,Hotel C,Jena\r\n'],
  ['single quotes', CSV.replaceAll(/[^,\n]+/g, "'$&'")],
  ['single quotes below titles', `Hotels,,\n,,\n${CSV.replaceAll(/[^,\n]+/g, "'$&'")}`],
  ['a last column without a name or values', CSV.replaceAll('\n', ',\n')],
])('reads a table with %s, however it is split into chunks', async (_, text) => {
  for (const pieceBytes of [64 * 1024, 1, 7]) {
    const { records, failures, thrown } = await read(text, { pieceBytes, format: 'csv' })
    expect({ records, failures, thrown }).toEqual({ records: RECORDS, failures: [], thrown: undefined })
  }
})

test('counts lines that are neither rows nor errors', async () => {
  const stats = createFeedStats()
  await read(`Title\n${CSV}code,name,city\nTotal\n# end\n`, { stats })
  expect(stats.skippedLines).toBe(4)
})

test('quotes may be escaped by backslashes, in some rows or in all', async () => {
  const expected = ['A "x", B', 'C', 'D\\', 'E "y"']
  const rows = ['1,"A \\"x\\", B"', '2,"C"', '3,"D\\"', '4,"E ""y"""']
  expect((await read(`code,name\n${rows.join('\n')}\n`)).records.map(({ name }) => name)).toEqual(expected)
  const all = Array.from({ length: 60 }, (_, at) => `"${at}","Hotel \\"${at}\\", by \\\\ the lake"`).join('\n')
  const { records, failures } = await read(`"code","name"\n${all}\n`)
  expect([failures, records.length, records[59]?.name]).toEqual([[], 60, 'Hotel "59", by \\ the lake'])
})

test('single quotes may be around the delimiter in each row', async () => {
  const rows = ["1','Hotel O''Hara','52,5','13,4", "2','','48,1','11,5", "3','Hotel C','50,9','6,9"]
  const text = ["'code','name','lat','lng'", ...rows.map((row) => `'${row}'`)].join('\n')
  const { records } = await read(text)
  expect(records).toMatchObject([
    { name: "Hotel O'Hara" },
    { code: '2' },
    { location: { coordinates: ['50,9', '6,9'] } },
  ])
})

test('single quotes may be around texts with double quotes', async () => {
  const { records } = await read(`'code';'name';'lat';'lon'\n'1';'L''Été';'48°51''24"N';'2°21''0"E'\n`)
  expect(records).toEqual([{ code: '1', name: "L'Été", location: { coordinates: [48 + 51.4 / 60, 2.35] } }])
})

test('a table with apostrophes keeps them', async () => {
  const { records } = await read("code,name\n1,'t Zand\n2,L'Hôtel\n3,D'Or\n")
  expect(records.map(({ name }) => name)).toEqual(["'t Zand", "L'Hôtel", "D'Or"])
})

test('a table without a header is read with given columns, and refused without, with its first row', async () => {
  const rows = '44840|Hotel Sol|2.65|39.57\n40162|Hotel Luna|2.66|39.58\n'
  const columns = ['code', 'name', 'lng', 'lat']
  for (const text of [rows, `${columns.join('|')}\n${rows}`]) {
    expect((await read(text, { columns, format: 'csv' })).records).toEqual([
      { code: '44840', name: 'Hotel Sol', location: { coordinates: ['39.57', '2.65'] } },
      { code: '40162', name: 'Hotel Luna', location: { coordinates: ['39.58', '2.66'] } },
    ])
  }
  const refused = await read(rows, { format: 'csv' })
  expect(refused).toMatchObject({ thrown: 'no_header', records: [] })
  expect(refused.message).toContain('44840, Hotel Sol, 2.65, 39.57')
  expect((await read(rows, { columns: ['code', 'name'], format: 'csv' })).failures).toEqual([
    '1:too_many_columns',
    '2:too_many_columns',
  ])
})

test('a column name that occurs twice is read with a number, and reported once', async () => {
  const { items, records } = await read('code,name,tint,tint\n1,A,7,8\n2,B,7,\n')
  expect(records[0]).toMatchObject({ extra: { tint: '7', tint_2: '8' } })
  expect(items.map((item) => ('repairs' in item ? item.repairs?.map(({ code }) => code) : undefined))).toEqual([
    ['column_renamed'],
    undefined,
  ])
})

test('a column without a name is kept where rows have values', async () => {
  const { records } = await read('code,,name,\n1,x,A,y\n2,,B,\n')
  expect(records).toEqual([
    { code: '1', name: 'A', extra: { column_2: 'x', column_4: 'y' } },
    { code: '2', name: 'B' },
  ])
})

test('rows without their last empty cells are padded where the writer omits them, and each is reported', async () => {
  const rows = ['1,A,x,y', '2,B', '3,C,x', '4,D', '5,E,x,y']
  const { items, failures } = await read(`code,name,a,b\n${rows.join('\n')}\n`)
  expect(failures).toEqual([])
  expect(items.map((item) => ('repairs' in item ? item.repairs?.[0]?.code : ''))).toEqual([
    '',
    'row_padded',
    'row_padded',
    'row_padded',
    '',
  ])
  // A row that ends with an empty cell shows that the writer does not omit such cells.
  expect((await read(`code,name,a,b\n${rows.join('\n')}\n6,F,,\n`)).failures).toHaveLength(3)
})

test('a row is split as csv-parse splits it, wherever its quotes are regular', () => {
  const unit = fc.constantFrom('"', '""', ',', ' ', 'a', 'é', '\t', 'b"', ',"', '",', '\u00a0', '\\')
  const cases = fc.tuple(fc.array(unit, { maxLength: 14 }), fc.constantFrom(',', '\t', '||', ' ; '.trim()))
  let compared = 0
  fc.assert(
    fc.property(cases, ([units, delimiter]) => {
      const text = units.join('').replaceAll(',', delimiter)
      const quoting = quotingOf(delimiter)
      const cells = splitRow(text, quoting)
      const parsed = parseCsvLines([{ line: 1, bytes: Buffer.from(text), tooLong: false }], quoting)
      if (cells === 'open') expect(parsed.unclosed).toBe(0)
      if (!Array.isArray(cells) || cells.every((cell) => cell.trim() === '')) return
      // The result of csv-parse does not tell whether such quotes are part of the cell.
      if (cells.some((cell) => /^"[^"]*"[ \t]+$/.test(cell))) return
      compared += 1
      expect(parsed.records.map((record) => record.cells)).toEqual([cells])
    }),
    runs(2_000),
  )
  expect(compared).toBeGreaterThan(200)
})

test('any cells are read back, with any delimiter and quotes', async () => {
  const cell = fc.stringMatching(/^[a-zé ,;|"']{0,10}$/).map((text) => text.trim())
  const cases = fc.tuple(
    fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 60 }),
    fc.constantFrom(',', ';', '\t', '|', '~', '^', '\x1f'),
    fc.boolean(),
    fc.integer({ min: 1, max: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(cases, async ([table, delimiter, isBackslash, pieceBytes]) => {
      const mark = isBackslash ? '\\"' : '""'
      const line = (cells: readonly string[]): string =>
        cells.map((each) => `"${each.replaceAll('"', mark)}"`).join(delimiter)
      const rows = table.map(([name, x], at) => line([`${at}`, name, x]))
      const { records, failures } = await read([line(['code', 'name', 'x']), ...rows].join('\n'), {
        pieceBytes,
        format: 'csv',
      })
      expect(failures).toEqual([])
      expect(records.map(({ code, name = '', extra = {} }) => [code, name, (extra as { x?: string }).x ?? ''])).toEqual(
        table.map(([name, x], at) => [`${at}`, name, x]),
      )
    }),
    runs(100),
  )
})
