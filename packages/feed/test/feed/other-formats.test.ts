import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { createFeedStats, type ReadFeedOptions, readFeed } from '@utpid/feed'
import { writeXlsx, writeZip } from '@utpid/testing/files'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { collect, read, utf16 } from '../support/feed-text.ts'
import { temporaryFile } from '../support/temporary-file.ts'

const XML = `<?xml version="1.0"?>
<hotels>
  <hotel code="1"><name>Adlon</name><city>Berlin</city><phone>+49 30 22610</phone></hotel>
  <hotel code="2"><name>Sacher &amp; Söhne</name><city>Wien</city></hotel>
</hotels>`
const XLSX = writeXlsx({
  sheets: [
    {
      name: 'Hotels',
      rows: [
        ['code', 'name', 'city', 'phone'],
        ['1', 'Adlon', 'Berlin', '+49 30 22610'],
        ['2', 'Sacher & Söhne', 'Wien'],
      ],
    },
    {
      name: 'More',
      rows: [
        ['code', 'name'],
        ['3', 'Ritz'],
      ],
    },
  ],
})
const PARQUET = Buffer.from(
  parquetWriteBuffer({
    columnData: [
      { name: 'code', data: ['1', '2'] },
      { name: 'name', data: ['Adlon', 'Sacher & Söhne'] },
      { name: 'city', data: ['Berlin', 'Wien'] },
      { name: 'phone', data: ['+49 30 22610', null], type: 'STRING' },
    ],
  }),
)
const RECORDS = [
  { code: '1', name: 'Adlon', location: { city: 'Berlin' }, phone: '+49 30 22610' },
  { code: '2', name: 'Sacher & Söhne', location: { city: 'Wien' } },
]

const SOURCES = [
  ['XML', Buffer.from(XML), 'xml', 'hotels/hotel'],
  ['XML in UTF-16', utf16(XML, 'le'), 'xml', 'hotels/hotel'],
  ['XML in Latin-1', Buffer.from(XML.replace('?>', ' encoding="iso-8859-1"?>'), 'latin1'), 'xml', 'hotels/hotel'],
  ['XML in gzip', gzipSync(XML), 'xml', 'hotels/hotel'],
  ['XML in zip', writeZip([{ name: 'feed.xml', content: XML }]), 'xml', 'hotels/hotel'],
  ['a workbook', XLSX, 'xlsx', 'Hotels'],
  ['a workbook in gzip', gzipSync(XLSX), 'xlsx', 'Hotels'],
  ['Parquet', PARQUET, 'parquet', undefined],
  ['Parquet in gzip', gzipSync(PARQUET), 'parquet', undefined],
] as const

test.each(SOURCES)(
  '%s is recognized by its content, from a file and from a stream',
  async (_, bytes, format, recordPath) => {
    for (const name of ['feed', 'feed.csv', `feed.${format}`]) {
      const stats = createFeedStats()
      const { records, failures, thrown } = await collect(readFeed(temporaryFile(bytes, name), { stats }))
      expect([records, failures, thrown]).toEqual([RECORDS, [], undefined])
      expect(stats).toMatchObject({ format, records: 2, bytesTotal: bytes.length })
      expect(stats.recordPath).toBe(recordPath)
    }
    expect((await read(bytes, { pieceBytes: 1_000 })).records).toEqual(RECORDS)
    expect((await collect(readFeed(Readable.from([bytes])))).records).toEqual(RECORDS)
  },
)

test('the option records names a sheet or an element', async () => {
  expect((await read(XLSX, { records: 'More' })).records).toEqual([{ code: '3', name: 'Ritz' }])
  expect((await read(`<r><a><x code="1"/></a><b><y code="2"/></b></r>`, { records: 'y' })).records).toEqual([
    { code: '2' },
  ])
  expect((await read(XLSX, { records: 'None' })).thrown).toBe('unknown_records')
})

const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)])

test.each([
  ['an old workbook', OLE, {}, 'unsupported_workbook'],
  ['Parquet that is cut', PARQUET.subarray(0, -9), {}, 'invalid_parquet'],
  ['XML given as JSON', Buffer.from(XML), { format: 'json' }, 'wrong_format'],
  ['JSON given as XML', Buffer.from('{"name":"A"}'), { format: 'xml' }, 'wrong_format'],
  ['a workbook given as CSV', XLSX, { format: 'csv' }, 'wrong_format'],
  ['CSV given as Parquet', Buffer.from('code,name\n1,A\n'), { format: 'parquet' }, 'wrong_format'],
  [
    'a sheet without a known column',
    writeXlsx({
      sheets: [
        {
          rows: [
            ['foo', 'bar'],
            ['1', '2'],
          ],
        },
      ],
    }),
    {},
    'no_usable_column',
  ],
  ['a web page', Buffer.from('<!DOCTYPE html><html><body>Log in</body></html>'), {}, 'unsupported_format'],
] as [string, Buffer, ReadFeedOptions, string][])('%s is refused', async (_, bytes, options, code) => {
  expect((await read(bytes, options)).thrown).toBe(code)
})

test('XML with one record is a record, also if it has lists', async () => {
  const { records, thrown } = await read(
    '<OTA><HotelDescriptiveContents><HotelDescriptiveContent HotelCode="7"><Images><Image a="1"/><Image a="2"/></Images></HotelDescriptiveContent></HotelDescriptiveContents></OTA>',
  )
  expect([thrown, records.length]).toEqual([undefined, 1])
})

const folder = process.env.UTPID_DATA === undefined ? undefined : join(process.env.UTPID_DATA, 'formats')

if (folder === undefined || !existsSync(folder)) {
  console.warn('UTPID_DATA is not set: no XML of a supplier is imported. Set it to the folder that contains formats/.')
  // The samples of suppliers are not part of the repository, so the test needs a folder with them.
  test.skip('XML of suppliers (set UTPID_DATA to the folder that contains formats/)', () => {})
} else {
  test.each([
    ['giata-multicodes.xml', 2],
    ['ota-HotelDescriptiveContentNotifRQ-hotelinfo.xml', 1],
    ['ota-HotelDescriptiveInfoRS-hotelinfo.xml', 1],
  ])('reads %s', async (name, count) => {
    const { records, failures, thrown } = await collect(readFeed(createReadStream(join(folder, name))))
    expect([records.length, failures, thrown]).toEqual([count, [], undefined])
  })
}
