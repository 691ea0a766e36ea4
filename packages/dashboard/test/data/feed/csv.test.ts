import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guessMapping, missingTargets, sentColumns, withColumn } from '../../../src/data/feed/column-mapping.ts'
import { csvLine, headerEnd, parseCsv } from '../../../src/data/feed/csv.ts'
import { formatOf, isReadable } from '../../../src/pages/jobs/feed-file.ts'

describe('a CSV', () => {
  test('is parsed with its delimiter, quotes and line ends', () => {
    expect(parseCsv('name;city\r\n"Hotel ""A""; B";Paris\r\n\r\nC;"two\nlines"\r\n', 5)).toEqual({
      delimiter: ';',
      columns: ['name', 'city'],
      rows: [
        ['Hotel "A"; B', 'Paris'],
        ['C', 'two\nlines'],
      ],
    })
    expect(parseCsv('\uFEFFsep=;\na;b\n1;2', 5)).toEqual({ delimiter: ';', columns: ['a', 'b'], rows: [['1', '2']] })
  })

  test('that is incomplete omits the last row, which may be cut', () => {
    expect(parseCsv('a,b\n1,2\n3,4', 5, false).rows).toEqual([['1', '2']])
    expect(parseCsv('a,b\n1,2\n3,4', 1, false).rows).toEqual([['1', '2']])
  })

  test('is parsed as it was written, with any content', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/^[=+\-@\t\r]/.test(text) && !text.includes('\r'))
    const rows = fc.array(fc.tuple(cell, fc.constant('end')), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(rows, (given) => {
        const text = csvLine(['first', 'last']) + given.map((row) => csvLine(row)).join('')
        expect(parseCsv(text, 10).rows).toEqual(given)
      }),
    )
  })

  test('contains no formula for a spreadsheet', () => {
    expect(csvLine(['=1+1', '@a', -2, null, 'plain'])).toBe("'=1+1,'@a,-2,,plain\n")
  })

  test('has a header that ends at the first unquoted line end, in any encoding', () => {
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
    for (const [text, rest] of [
      ['a,b\n1,2\n', '1,2\n'],
      ['"a\nb",c\r\n1,2', '1,2'],
      ['sep=;\na;b\n1;2', '1;2'],
      ['\uFEFFsep=;\na;b\n1;2', '1;2'],
      ['a,b', ''],
    ]) {
      const all = bytes(text as string)
      expect(new TextDecoder().decode(all.subarray(headerEnd(all)))).toBe(rest)
    }
    // In Windows-1252 é is one byte that is invalid UTF-8.
    expect(headerEnd(Uint8Array.of(0x6e, 0xe9, 0x0a, 0x31))).toBe(3)
  })
})

describe('columns', () => {
  test('are mapped by their names, each field once', () => {
    const columns = ['Hotel Name', 'id', 'Ville', 'code postal', 'LAT', 'lng', 'nom', 'remarks']
    expect(guessMapping(columns)).toEqual({
      'Hotel Name': 'name',
      id: 'code',
      Ville: 'location.city',
      'code postal': 'location.postalCode',
      LAT: 'location.latitude',
      lng: 'location.longitude',
    })
  })

  test('lose a field that is given to another column', () => {
    const mapping = withColumn({ a: 'name', b: 'code' }, 'c', 'name')
    expect(mapping).toEqual({ b: 'code', c: 'name' })
    expect(withColumn(mapping, 'c', '')).toEqual({ b: 'code' })
    expect(sentColumns(['a', 'b', 'c'], mapping)).toEqual(['a', 'code', 'name'])
  })

  test('must include codes and names for an import; a batch needs one of them', () => {
    expect(missingTargets({ a: 'name' }, 'import')).toEqual(['code'])
    expect(missingTargets({ a: 'code' }, 'batch')).toEqual([])
    expect(missingTargets({}, 'batch')).toEqual(['name'])
  })
})

test('a format follows from the file name, and only readable files are previewed', () => {
  expect(['a.csv', 'a.jsonl.gz', 'A.JSON', 'a.txt'].map(formatOf)).toEqual(['csv', 'ndjson', 'json', 'csv'])
  expect(isReadable(Uint8Array.of(0x1f, 0x8b, 8))).toBe(false)
  expect(isReadable(Uint8Array.of(0xff, 0xfe, 0x61))).toBe(false)
  expect(isReadable(Uint8Array.of(0x61, 0x2c))).toBe(true)
})
