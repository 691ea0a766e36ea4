import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readXml } from '../../src/xml/read-xml.ts'
import { noClock, readRows } from '../support/read-rows.ts'

const folder = process.env.UTPID_DATA === undefined ? undefined : join(process.env.UTPID_DATA, 'formats')

/** The file, the path of its records, and members of the first record. */
const SAMPLES = [
  [
    'giata-multicodes.xml',
    'properties/property',
    ['giataId', 'name', 'addresses', 'geoCodes', 'phones', 'propertyCodes'],
  ],
  [
    'ota-HotelDescriptiveContentNotifRQ-hotelinfo.xml',
    'OTA_HotelDescriptiveContentNotifRQ/HotelDescriptiveContents/HotelDescriptiveContent',
    ['HotelCode', 'HotelName', 'HotelInfo'],
  ],
  [
    'ota-HotelDescriptiveInfoRS-hotelinfo.xml',
    'OTA_HotelDescriptiveInfoRS/HotelDescriptiveContents/HotelDescriptiveContent',
    ['HotelCode', 'HotelName', 'HotelInfo'],
  ],
] as const

if (folder === undefined || !existsSync(folder)) {
  console.warn('UTPID_DATA is not set: no XML of a supplier is read. Set it to the folder that contains formats/.')
  // The samples of suppliers are not part of the repository, so the test needs a folder with them.
  test.skip('XML of suppliers (set UTPID_DATA to the folder that contains formats/)', () => {})
} else {
  test.each(SAMPLES)('finds the records of %s', async (file, path, members) => {
    const paths: string[] = []
    const chunks = createReadStream(join(folder, file)) as AsyncIterable<Buffer>
    const found = await readRows(readXml(chunks, { clock: noClock, onRecords: (each) => paths.push(each) }))
    expect([paths, found.failures, found.thrown]).toEqual([[path], [], undefined])
    expect(Object.keys(found.rows[0] ?? {})).toEqual(expect.arrayContaining([...members]))
  })
}
