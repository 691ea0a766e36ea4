import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { few, newFolder, runs } from '@utpid/testing'
import { letters, type WorkbookContent, writeXlsx, writeZip } from '@utpid/testing/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWhere, type ReadFeedOptions } from '../../src/index.ts'
import { readXlsx } from '../../src/xlsx/read-xlsx.ts'
import { FIRST_SHEET, type PackedPart, packedParts, xmlOf } from '../support/packed-parts.ts'
import { noClock, readRows } from '../support/read-rows.ts'
import { annotate } from './annotate.ts'

/** Returns what is inside `<sheetData>` of the copy. */
async function rowsAfter(rows: string, options: ReadFeedOptions = {}, before = ''): Promise<string> {
  const copy = await annotate(writeXlsx({ sheets: [{ rows: [rows], before }] }), 'feed.xlsx', options)
  const xml = await xmlOf(copy)
  expect(xml).toContain('<sheetData>')
  return before === '' ? (/<sheetData>(.*)<\/sheetData>/s.exec(xml)?.[1] ?? '') : xml
}

const text = (reference: string, value: string, style = ''): string =>
  `<c r="${reference}"${style} t="inlineStr"><is><t>${value}</t></is></c>`

function names(line: number, first: number, style = ''): string {
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => `${letters(first + at)}${line}`) as [string, string, string, string]
  return text(a, 'utpid', style) + text(b, 'confidence', style) + text(c, 'status', style) + text(d, 'reason', style)
}

function linked(line: number, first: number, code: string): string {
  const [a, b, c] = [0, 1, 2].map((at) => `${letters(first + at)}${line}`) as [string, string, string]
  return `${text(a, code)}<c r="${b}"><v>0.9877</v></c>${text(c, 'linked')}`
}

const HEADER = text('A1', 'code') + text('B1', 'name')

test('cells stand to the right of all cells; all else stays', async () => {
  const rows = (cells: readonly string[], spans: string): string =>
    `
    <row r="1" spans="1:3"><c r="A1"/><!-- </row> <row r="9"> --></row>
    <row r="2" ht="20" spans="${spans}">${text('A2', 'code', ' s="7"')}${text('B2', 'name', ' s="7"')} ${cells[0]}</row>
    <row r="3" spans='${spans}'>${text('A3', 'ü')}${text('B3', 'Höfe')}<c r="C3"><f>1&gt;0</f><v>1</v></c>${cells[1]}</row>
    <row r="4" spans="1:3"/>
    <row r="7" x='a > "b" r="5"'><c r="A7" t="str"><v>7</v></c><c r="B7"><v><![CDATA[</row>7]]></v></c>
    ${cells[2]}</row>
    <row><c><v>8</v></c><c t="str"><v>A</v></c>${cells[3]}</row>`
  const before = (end: string): string =>
    `<dimension ref="A1:${end}8"/><sheetViews><sheetView><pane ySplit="2" topLeftCell="A3" state="frozen"/></sheetView></sheetViews>`
  const copy = await rowsAfter(rows(['', '', '', ''], '1:3'), {}, before('C'))
  const result = ['&#252;', '7', '8'].map((code, at) => linked([3, 7, 8][at] as number, 3, code))
  const expected = rows([names(2, 3, ' s="7"'), ...result], '1:7')
  expect(copy).toContain(`${before('G')}<sheetData>${expected}</sheetData>`)
})

test('every other part keeps its packed bytes, and the shared texts are not changed', async () => {
  const source = writeXlsx({
    sheets: [
      {
        rows: [
          ['code', 'name'],
          ['1', 'Adlon'],
          ['2', 'Ritz'],
        ],
      },
      {
        rows: [
          ['other', 'sheet'],
          ['x', 'y'],
        ],
      },
    ],
    more: [
      { name: 'xl/tables/table1.xml', content: '<table ref="A1:B3"><autoFilter ref="A1:B3"/></table>' },
      { name: 'xl/media/image1.png', content: 'png', deflate: false },
    ],
  })
  const [before, after] = [await packedParts(source), await packedParts(await annotate(source, 'feed.xlsx'))]
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, { entry, packed }] of before) {
    if (name === FIRST_SHEET) continue
    const copied = after.get(name) as PackedPart
    expect(copied.packed.equals(packed), name).toBe(true)
    expect([copied.entry.crc32, copied.entry.uncompressedSize]).toEqual([entry.crc32, entry.uncompressedSize])
  }
})

test('the sheet that is read gets the results', async () => {
  const other: WorkbookContent['sheets'][number] = {
    name: 'Notes',
    rows: [
      ['a', 'b'],
      ['1', '2'],
    ],
  }
  const source = writeXlsx({
    sheets: [
      other,
      {
        name: 'Hotels',
        rows: [
          ['code', 'name'],
          ['1', 'Adlon'],
        ],
      },
    ],
  })
  const copy = await annotate(source, 'feed.xlsx', { records: 'Hotels' })
  expect(await xmlOf(copy)).toBe(await xmlOf(source))
  expect(await xmlOf(copy, 'xl/worksheets/sheet2.xml')).toContain(linked(2, 2, '1'))
})

test('a prefix of the elements is that of the row', async () => {
  const source = writeXlsx({
    prefix: 'x:',
    sheets: [
      {
        rows: [
          ['code', 'name'],
          ['1', 'Adlon'],
        ],
      },
    ],
  })
  expect(await xmlOf(await annotate(source, 'feed.xlsx'))).toContain(
    '<x:c r="C2" t="inlineStr"><x:is><x:t>1</x:t></x:is></x:c><x:c r="D2"><x:v>0.9877</x:v></x:c>',
  )
})

test('rows without a record have the reason, and an own column of the same name stays', async () => {
  const rows = `<row>${HEADER}${text('C1', 'Status')}</row><row><c><v>1</v></c>${text('B2', 'A')}</row><row><c><v>2</v></c>${text('B3', 'B')}</row><row><c t="s"><v>9</v></c></row>`
  const copy = await rowsAfter(rows, { where: parseWhere(['code!=2']) })
  expect(copy).toContain(text('F1', 'status_2'))
  expect(copy).toContain(`${text('B2', 'A')}${linked(2, 3, '1')}`)
  expect(copy).toContain(`${text('B3', 'B')}${text('F3', 'filtered')}`)
  expect(copy).toContain(`<c t="s"><v>9</v></c>${text('F4', 'unreadable')}${text('G4', 'invalid_cell')}`)
})

test('an earlier copy is replaced, and its cells keep their styles', async () => {
  const source = writeXlsx({
    sheets: [
      {
        rows: [
          ['code', 'name'],
          ['1', 'Adlon'],
          ['2', 'Ritz'],
        ],
      },
    ],
  })
  const once = await annotate(source, 'feed.xlsx')
  expect(await xmlOf(await annotate(once, 'feed.xlsx'))).toBe(await xmlOf(once))
  const [at, after] = [names(1, 2), text('G2', 'behind')]
  const styled = `<row>${HEADER}${at}</row><row><c><v>1</v></c>${text('B2', 'A')}<c r="C2" s="4"/><c r="F2" s="5"><v>9</v></c>${after}</row>`
  const copy = `<row>${HEADER}${at}</row><row><c><v>1</v></c>${text('B2', 'A')}${linked(2, 2, '1').replace('r="C2"', 'r="C2" s="4"')}<c r="F2" s="5"/>${after}</row>`
  expect(await rowsAfter(styled)).toBe(copy)
})

test('a column of formulas is no earlier copy', async () => {
  const rows = `<row>${HEADER}${names(1, 2)}</row><row><c><v>1</v></c>${text('B2', 'A')}<c r="C2"><f>B2</f><v>2</v></c></row>`
  const copy = await rowsAfter(rows)
  expect(copy).toContain(text('G1', 'utpid_2'))
  expect(copy).toContain(`<c r="C2"><f>B2</f><v>2</v></c>${linked(2, 6, '1')}`)
})

test('cells up to the last column are overwritten only if they are empty', async () => {
  const rows = (last: string): string =>
    `<row>${HEADER}</row><row><c><v>1</v></c>${text('B2', 'A')}<c r="C2" s="3"/><c r="XFC2" s="1"/>${last}</row>`
  const result = linked(2, 2, '1').replace('r="C2"', 'r="C2" s="3"')
  expect(await rowsAfter(rows(''))).toContain(`${text('B2', 'A')}${result}<c r="XFC2" s="1"/></row>`)
  await expect(rowsAfter(rows('<c r="XFD2"><v>1</v></c>'))).rejects.toMatchObject({ code: 'not_annotatable' })
})

test('a sheet without a header gets cells only, one with a header alone gets names, an empty workbook stays', async () => {
  const row = `<row r="1"><c><v>1</v></c>${text('B1', 'A')}</row>`
  expect(await rowsAfter(row, { columns: ['code', 'name'] })).toBe(row.replace('</row>', `${linked(1, 2, '1')}</row>`))
  const header = `<row r="1">${HEADER}</row>`
  expect(await rowsAfter(header)).toBe(header.replace('</row>', `${names(1, 2)}</row>`))
  expect(await rowsAfter('<row r="3"/>')).toBe('<row r="3"/>')
})

test('a workbook in an archive comes back as a workbook', async () => {
  const source = writeXlsx({
    sheets: [
      {
        rows: [
          ['code', 'name'],
          ['1', 'Adlon'],
        ],
      },
    ],
  })
  const copy = await annotate(writeZip([{ name: 'feed.xlsx', content: source }]), 'feed.zip')
  expect(copy).toEqual(await annotate(source, 'feed.xlsx'))
})

test('a sheet with a document type is refused', async () => {
  const source = writeXlsx({
    sheets: [
      {
        rows: [
          ['code', 'name'],
          ['1', 'Adlon'],
        ],
      },
    ],
  })
  const xml = (await xmlOf(source)).replace('<worksheet', '<!DOCTYPE worksheet [<!ENTITY a "<row>">]><worksheet')
  const parts = await packedParts(source)
  const changed = writeZip(
    [...parts].map(([name, { packed }]) => ({ name, content: name === FIRST_SHEET ? xml : inflateRawSync(packed) })),
  )
  await expect(annotate(changed, 'feed.xlsx')).rejects.toMatchObject({ code: 'invalid_workbook' })
})

const cell = fc.oneof(
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .map((value) => value.replace(/[^\P{C}]|["]/gu, '') || 'x'),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('<c s="1"/>', '<c><f>A1&lt;2</f><v>3</v></c>', '<c t="e"><v>#N/A</v></c>').map((xml) => ({ xml })),
)

test('a copy without the added cells is the sheet, and has its values', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { maxLength: 6 }), { minLength: 1, maxLength: 30 }),
      fc.record({ inline: fc.boolean(), withoutReferences: fc.boolean(), prefix: fc.constantFrom('', 'x:') }),
      async (rows, form) => {
        const before = '<dimension ref="A1:G99"/>'
        const header = ['code', 'name', 'city', null, null, null, 'last']
        const source = writeXlsx({ ...form, sheets: [{ before, rows: [header, ...rows.map((row) => ['c', ...row])] }] })
        const copy = await annotate(source, 'feed.xlsx')
        const added = new RegExp(`<${form.prefix}c r="[HIJK]\\d+"(?:(?!<${form.prefix}c ).)*?</${form.prefix}c>`, 'gs')
        const xml = await xmlOf(copy)
        expect(xml.replace(added, '').replace('A1:K99', 'A1:G99')).toBe(await xmlOf(source))
        const read = await valuesOf(copy)
        expect(read.map(({ utpid: _u, confidence: _c, status: _s, ...own }) => own)).toEqual(await valuesOf(source))
        expect(read.map(({ utpid, confidence, status }) => [utpid, confidence, status])).toEqual(
          rows.map(() => ['c', '0.9877', 'linked']),
        )
      },
    ),
    runs(few(60)),
  )
})

async function valuesOf(workbook: Buffer): Promise<Record<string, unknown>[]> {
  const [found, remove] = writtenFile(workbook)
  try {
    return (await readRows(readXlsx(found, { clock: noClock }))).rows
  } finally {
    remove()
  }
}

function writtenFile(bytes: Buffer): [path: string, remove: () => void] {
  const folder = newFolder()
  const path = join(folder, 'feed.xlsx')
  writeFileSync(path, bytes)
  return [path, () => rmSync(folder, { recursive: true, force: true })]
}
