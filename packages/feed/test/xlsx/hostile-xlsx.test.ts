import { deflateRawSync } from 'node:zlib'
import { few, runs } from '@utpid/testing'
import { workbookEntries, writeXlsx, writeZip, type ZipEntry } from '@utpid/testing/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readXlsx } from '../../src/xlsx/read-xlsx.ts'
import { noClock, type RowsRead, readRows } from '../support/read-rows.ts'
import { temporaryFile } from '../support/temporary-file.ts'

async function read(bytes: Buffer): Promise<RowsRead> {
  return await readRows(readXlsx(temporaryFile(bytes, 'hotels.xlsx'), { clock: noClock }))
}

const ENTRIES = workbookEntries({
  sheets: [
    {
      rows: [
        ['name', 'city'],
        ['A', 'Rom'],
        ['B', 'Paris'],
      ],
    },
  ],
})
const SHEET = 'xl/worksheets/sheet1.xml'

function withEntry(entry: ZipEntry): Buffer {
  return writeZip([...ENTRIES.filter(({ name }) => name !== entry.name), entry])
}

function withRows(rows: string): Buffer {
  return withEntry({ name: SHEET, content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
}

/** A container of OLE with one name in its folder. */
function ole(name: string): Buffer {
  const bytes = Buffer.alloc(2_048)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(1, 48)
  bytes.write(name, 1_024, 'utf16le')
  return bytes
}

test.each([
  ['a workbook with a password', ole('EncryptedPackage'), 'unsupported_workbook', /password/],
  ['an old workbook', ole('Workbook'), 'unsupported_workbook', /\.xls\b.*\.xlsx/],
  [
    'a spreadsheet of OpenDocument',
    writeZip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', deflate: false },
      { name: 'content.xml', content: '<a/>' },
    ]),
    'unsupported_workbook',
    /\.ods/,
  ],
  ['a binary workbook', withEntry({ name: 'xl/workbook.bin', content: 'x' }), 'unsupported_workbook', /\.xlsb/],
  ['a text', Buffer.from('name,city\n'), 'invalid_workbook', /ZIP/],
  ['an archive without a workbook', writeZip([{ name: 'a.txt', content: 'x' }]), 'invalid_workbook', /missing/],
  ['an archive that is cut', writeZip(ENTRIES).subarray(0, 900), 'invalid_workbook', /./],
  [
    'a part that exists twice',
    writeZip([...ENTRIES, { name: SHEET.toUpperCase(), content: 'x' }]),
    'invalid_workbook',
    /twice/,
  ],
  ['a part outside of the archive', withEntry({ name: '../evil', content: 'x' }), 'invalid_workbook', /relative path/],
  [
    'an encrypted part',
    withEntry({ name: SHEET, content: '<worksheet/>', flags: 0x801 }),
    'invalid_workbook',
    /encrypted/,
  ],
  [
    'a part that is larger than it claims',
    withEntry({ name: SHEET, content: '<worksheet/>', claimedBytes: 3 }),
    'invalid_workbook',
    /damaged/,
  ],
  ['a sheet that is no XML', withEntry({ name: SHEET, content: 'hello' }), 'invalid_workbook', /sheet1/],
  [
    'too many parts',
    writeZip([...ENTRIES, ...Array.from({ length: 10_000 }, (_, at) => ({ name: `a${at}`, content: '' }))]),
    'workbook_too_large',
    /parts/,
  ],
])('%s is refused', async (_, bytes, code, message) => {
  const found = await read(bytes)
  expect([found.rows, found.thrown]).toEqual([[], code])
  expect(found.message).toMatch(message)
})

test('a part that is damaged ends the reading after the rows before', async () => {
  const rows = Array.from(
    { length: 5_000 },
    (_, at) => `<row r="${at + 2}"><c t="inlineStr"><is><t>hotel ${at}</t></is></c><c><v>${at * 7}</v></c></row>`,
  )
  const header = '<row r="1"><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>code</t></is></c></row>'
  const content = `<worksheet><sheetData>${header}${rows.join('')}`
  const { rows: found, thrown } = await read(withEntry({ name: SHEET, content }))
  expect([found.length, thrown]).toEqual([5_000, 'invalid_workbook'])
})

test.each([
  ['a bomb in the sheet', SHEET, '<worksheet><sheetData>', '<row/>'],
  ['a bomb in the shared texts', 'xl/sharedStrings.xml', '<sst>', '<si><t>x</t></si>'],
  ['a bomb in the styles', 'xl/styles.xml', '<styleSheet><cellXfs>', '<xf/>'],
  ['a bomb in the workbook', 'xl/workbook.xml', '<workbook><sheets>', '<sheet/>'],
  ['a bomb of one text', SHEET, '<worksheet><sheetData><row><c><v>', '1'],
])('%s is refused by the bytes that come out, in bounded memory', async (_, name, start, part) => {
  const packed = deflateRawSync(start + part.repeat(Math.ceil(24_000_000 / part.length)), { level: 9 })
  const before = process.memoryUsage().rss
  const { thrown, rows } = await read(withEntry({ name, content: '', packed, claimedBytes: 0xffff_fffe }))
  expect([thrown, rows]).toEqual(['workbook_too_large', []])
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
})

const HEADER =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>city</t></is></c></row>'
const LAST = '<row r="9"><c r="A9"><v>9</v></c></row>'

test.each([
  ['a shared text that does not exist', '<c r="A2" t="s"><v>99</v></c>', 'invalid_cell'],
  ['a negative shared text', '<c r="A2" t="s"><v>-1</v></c>', 'invalid_cell'],
  ['a shared text without a number', '<c r="A2" t="s"><v>x</v></c>', 'invalid_cell'],
  ['a column beyond the sheet', '<c r="ZZZZ2"><v>1</v></c>', 'too_many_columns'],
  ['a long text', `<c r="A2" t="str"><v>${'x'.repeat(100_001)}</v></c>`, 'cell_too_long'],
  ['a very long text', `<c r="A2" t="str"><v>${'xyz '.repeat(600_000)}</v></c>`, 'line_too_long'],
  ['many cells', '<c><v>1</v></c>'.repeat(2_001), 'too_many_columns'],
  ['an undefined entity', '<c r="A2" t="str"><v>&nbsp;</v></c>', 'invalid_xml'],
])('%s fails its row only', async (_, cells, code) => {
  const found = await read(withRows(`${HEADER}<row r="2">${cells}</row>${LAST}`))
  expect([found.rows, found.failures, found.thrown]).toEqual([[{ name: '9' }], [`2:${code}`], undefined])
})

test('absurd numbers of rows, references and dimensions are no obstacle', async () => {
  const rows = `${HEADER}<row r="99999999999"><c r="A0"><v>1</v></c></row><row r="x"><c r="" ><v>2</v></c></row><row r="-1"><c r="7"><v>3</v></c></row>`
  const content = `<worksheet><dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols><sheetData>${rows}</sheetData></worksheet>`
  const found = await read(withEntry({ name: SHEET, content }))
  expect(found.rows).toEqual([{ name: '1' }, { name: '2' }, { name: '3' }])
})

test('a sheet with all rows and nothing in them is read quickly', async () => {
  const begun = process.cpuUsage()
  const found = await read(
    withRows(
      `${HEADER}${Array.from({ length: 200_000 }, (_, at) => `<row r="${at + 2}"><c r="XFD${at + 2}" s="1"/></row>`).join('')}<row r="1048576"><c r="A1048576"><v>7</v></c></row>`,
    ),
  )
  expect([found.rows, found.lines]).toEqual([[{ name: '7' }], [1_048_576]])
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(8_000)
})

test('a header with too many columns is an error', async () => {
  const header = Array.from(
    { length: 2_000 },
    (_, at) => `<c t="inlineStr"><is><t>${'long name '.repeat(5)}${at}</t></is></c>`,
  ).join('')
  const { thrown } = await read(withRows(`<row>${header}</row><row><c><v>1</v></c></row>`))
  expect(thrown).toBe('header_too_large')
})

const VALID = writeXlsx({
  sheets: [
    { rows: [['name', 'city', 'n'], ...Array.from({ length: 50 }, (_, at) => [`hotel ${at}`, `city ${at % 3}`, at])] },
  ],
})

test('a damaged workbook gives rows or an error of its kind', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 5 }),
      async (changes) => {
        const bytes = Buffer.from(VALID)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        const { thrown } = await read(bytes)
        expect(['invalid_workbook', 'unsupported_workbook', 'workbook_too_large', undefined]).toContain(thrown)
      },
    ),
    runs(few(200)),
  )
})
