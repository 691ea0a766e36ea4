import { deflateRawSync } from 'node:zlib'
import { workbookEntries, writeXlsx, writeZip, type ZipEntry } from '@utpid/testing/files'
import { type HostileFile, whole } from './hostile-file.ts'

const KIND = 'XLSX'
const SHEET = 'xl/worksheets/sheet1.xml'
const TEXTS = 'xl/sharedStrings.xml'
const ENTRIES = workbookEntries({ sheets: [{ rows: [['code', 'name'], ...rowsOf(50)] }] })
const HEADER =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c><c r="B1" t="inlineStr"><is><t>name</t></is></c></row>'

function rowsOf(count: number): (readonly string[])[] {
  return Array.from({ length: count }, (_, at) => [`A${at}`, `Hotel ${at}`])
}

function withEntry(entry: ZipEntry): Buffer {
  return writeZip([...ENTRIES.filter(({ name }) => name !== entry.name), entry])
}

function withRows(rows: string, before = ''): Buffer {
  return withEntry({ name: SHEET, content: `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>` })
}

function withBomb(name: string, start: string, part: string, megabytes: number): Buffer {
  const content = Buffer.from(start + part.repeat(Math.ceil((megabytes * 1_000_000) / part.length)))
  return withEntry({ name, content: '', packed: deflateRawSync(content, { level: 9 }), claimedBytes: content.length })
}

function numbered(count: number, of: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => of(at)).join('')
}

/** Workbooks with parts that expand, far references, wrong parts and damaged XML. */
export function workbookFiles(): HostileFile[] {
  return [...bombs(), ...sheets(), ...parts()].map(([what, content]) => whole(KIND, what, content))
}

type Cases = readonly (readonly [string, () => Buffer])[]

function bombs(): Cases {
  return [
    ['a bomb of rows', () => withBomb(SHEET, '<worksheet><sheetData>', '<row/>', 60)],
    ['a bomb of cells', () => withBomb(SHEET, '<worksheet><sheetData><row>', '<c><v>1</v></c>', 60)],
    ['a bomb of one text', () => withBomb(SHEET, '<worksheet><sheetData><row><c><v>', '1', 60)],
    ['a bomb of space', () => withBomb(SHEET, '<worksheet>', ' ', 60)],
    ['a bomb of shared texts', () => withBomb(TEXTS, '<sst>', '<si><t>x</t></si>', 60)],
    ['a bomb of one shared text', () => withBomb(TEXTS, '<sst><si><t>', 'x', 60)],
    ['a bomb of parts of a text', () => withBomb(TEXTS, '<sst><si>', '<r><t>x</t></r>', 60)],
    ['a bomb of styles', () => withBomb('xl/styles.xml', '<styleSheet><cellXfs>', '<xf/>', 60)],
    ['a bomb of sheets', () => withBomb('xl/workbook.xml', '<workbook><sheets>', '<sheet/>', 60)],
    ['a bomb of relations', () => withBomb('xl/_rels/workbook.xml.rels', '<Relationships>', '<Relationship/>', 60)],
    [
      'a sheet that claims 10 bytes',
      () => withEntry({ name: SHEET, content: `<worksheet>${' '.repeat(100_000)}</worksheet>`, claimedBytes: 10 }),
    ],
    [
      'two million different shared texts',
      () => withEntry({ name: TEXTS, content: `<sst>${numbered(1_000_000, (at) => `<si><t>${at}</t></si>`)}</sst>` }),
    ],
  ]
}

function sheets(): Cases {
  const cell = (reference: string): string => `<c r="${reference}"><v>1</v></c>`
  return [
    ['a million columns', () => withRows(`<row>${'<c><v>1</v></c>'.repeat(1_000_000)}</row>`)],
    ['cells far to the right', () => withRows(`${HEADER}<row r="2">${cell('XFD2')}${cell('ZZZZZZ2')}</row>`)],
    ['a row far below', () => withRows(`${HEADER}<row r="999999999999">${cell('A999999999999')}</row>`)],
    [
      'references that are none',
      () => withRows(`${HEADER}<row r="x">${cell('')}${cell('7')}${cell('A')}${cell('-1')}</row>`),
    ],
    ['the same cell 100,000 times', () => withRows(`${HEADER}<row r="2">${cell('A2').repeat(100_000)}</row>`)],
    [
      'rows in the wrong order',
      () =>
        withRows(`${HEADER}${numbered(10_000, (at) => `<row r="${10_000 - at}">${cell(`A${10_000 - at}`)}</row>`)}`),
    ],
    [
      'a dimension that lies',
      () => withRows(HEADER, '<dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols>'),
    ],
    ['300,000 empty rows', () => withRows(`${HEADER}${'<row/>'.repeat(300_000)}`)],
    [
      'texts that the workbook lacks',
      () => withRows(`${HEADER}${'<row><c t="s"><v>99999999</v></c><c t="s"><v>-1</v></c></row>'.repeat(10_000)}`),
    ],
    [
      'a text of 200,000 characters',
      () => withRows(`${HEADER}<row><c t="str"><v>${'x'.repeat(200_000)}</v></c></row>`),
    ],
    [
      'unknown errors and types',
      () => withRows(`${HEADER}${'<row><c t="e"><v>#N/A</v></c><c t="zzz"><v>1</v></c></row>'.repeat(5_000)}`),
    ],
    [
      'dates that are none',
      () =>
        withRows(`${HEADER}${'<row><c s="999"><v>1e999</v></c><c t="d"><v>2024-99-99</v></c></row>'.repeat(5_000)}`),
    ],
    ['deep elements', () => withRows(`${HEADER}<row><c>${'<is>'.repeat(200_000)}</c></row>`)],
    [
      'entities',
      () =>
        withEntry({
          name: SHEET,
          content: `<!DOCTYPE w [<!ENTITY a "${'x'.repeat(10_000)}">]><worksheet><sheetData><row><c t="str"><v>${'&a;'.repeat(10_000)}</v></c></row></sheetData></worksheet>`,
        }),
    ],
    [
      '2,000 merged ranges',
      () => withRows(HEADER, `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(2_000)}</mergeCells>`),
    ],
  ]
}

function parts(): Cases {
  const valid = writeXlsx({ sheets: [{ rows: [['code', 'name'], ...rowsOf(50)] }] })
  return [
    ['no sheet', () => writeZip(ENTRIES.filter(({ name }) => name !== SHEET))],
    ['no workbook', () => writeZip(ENTRIES.filter(({ name }) => name !== 'xl/workbook.xml'))],
    ['no relations', () => writeZip(ENTRIES.filter(({ name }) => !name.endsWith('.rels')))],
    ['a sheet that is no XML', () => withEntry({ name: SHEET, content: 'hello' })],
    [
      'a sheet of random bytes',
      () =>
        withEntry({
          name: SHEET,
          content: Buffer.from(
            rowsOf(2_000)
              .join()
              .split('')
              .map((c) => c.charCodeAt(0) ^ 0xa5),
          ),
        }),
    ],
    [
      'a relation to a file outside',
      () =>
        withEntry({
          name: 'xl/_rels/workbook.xml.rels',
          content:
            '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
        }),
    ],
    [
      'a relation to an address',
      () =>
        withEntry({
          name: 'xl/_rels/workbook.xml.rels',
          content:
            '<Relationships><Relationship Id="rId1" TargetMode="External" Type="http://x/worksheet" Target="http://127.0.0.1:9/"/></Relationships>',
        }),
    ],
    [
      'a relation to itself',
      () =>
        withEntry({
          name: 'xl/_rels/workbook.xml.rels',
          content:
            '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="workbook.xml"/></Relationships>',
        }),
    ],
    ['the same part twice', () => writeZip([...ENTRIES, { name: SHEET, content: '<worksheet/>' }])],
    [
      '20,000 parts',
      () => writeZip([...ENTRIES, ...Array.from({ length: 20_000 }, (_, at) => ({ name: `xl/a${at}`, content: '' }))]),
    ],
    ['5,000 sheets', () => writeXlsx({ sheets: Array.from({ length: 5_000 }, () => ({ rows: [] })) })],
    ['an encrypted part', () => withEntry({ name: SHEET, content: '<worksheet/>', flags: 0x801 })],
    ['a container of OLE', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096, 0xff)])],
    ['half of it', () => valid.subarray(0, valid.length / 2)],
  ]
}
