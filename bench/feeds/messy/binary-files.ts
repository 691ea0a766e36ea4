import { parquetWriteBuffer, writeXlsx } from '@utpid/testing/files'
import { picker } from '../../harness/seeded-random.ts'
import { LANDS, type LandName, messyHotels } from './hotels.ts'
import { type CoordinateForm, drawLayout, HEADER_LANGUAGES, type HeaderLanguage } from './layout.ts'
import type { MessyFile } from './messy-file.ts'
import { pathsOf } from './table-files.ts'

const ROWS = 30
const LAND_NAMES = Object.keys(LANDS) as LandName[]

/** Draws workbooks of several sheets: a cover that is hidden, hotels below a title, and notes. */
export function workbookFiles(count: number, random: () => number): MessyFile[] {
  const forms: readonly CoordinateForm[] = ['point', 'comma', 'pair', 'seconds', 'swapped']
  return Array.from({ length: count }, (_, at) => {
    const language = HEADER_LANGUAGES[at % HEADER_LANGUAGES.length] as HeaderLanguage
    const form = forms[at % forms.length] as CoordinateForm
    const { columns, tolerance } = drawLayout(language, form, random)
    const hotels = messyHotels(picker(random)(LAND_NAMES), ROWS, random)
    const headers = columns.map(({ header }) => header)
    const title = at % 2 === 0 ? [['Hotels 2024'], []] : []
    const rows = hotels.map((hotel) => columns.map(({ cell }) => asNumber(cell(hotel))))
    const bytes = writeXlsx({
      inline: at % 3 === 0,
      sheets: [
        { name: 'Cover', state: 'hidden', rows: [['Internal'], ['do not send']] },
        { name: 'Hotels', rows: [...title, headers, ...rows] },
        { name: 'Notes', rows: [['Prices in EUR']] },
      ],
    })
    const file = { kind: 'XLSX', what: `${language} ${form}`, bytes, hotels, controls: 0, tolerance }
    return { ...file, columns: pathsOf(headers), nameOf: ({ name }) => name }
  })
}

function asNumber(cell: string): string | number {
  return /^(?:[1-9]\d{0,5}|\d{1,3}\.\d{1,8})$/.test(cell) ? Number(cell) : cell
}

/** Draws Parquet files with columns of texts and numbers, with each codec. */
export function parquetFiles(count: number, random: () => number): MessyFile[] {
  return Array.from({ length: count }, (_, at) => {
    const hotels = messyHotels(picker(random)(LAND_NAMES), ROWS, random)
    const columnData = [
      { name: 'property_code', data: hotels.map(({ code }) => code), type: 'STRING' as const },
      { name: 'property_name', data: hotels.map(({ name }) => name), type: 'STRING' as const },
      { name: 'city', data: hotels.map(({ city }) => city), type: 'STRING' as const },
      { name: 'country', data: hotels.map(({ country }) => country), type: 'STRING' as const },
      { name: 'lat', data: hotels.map(({ latitude }) => latitude), type: 'DOUBLE' as const },
      { name: 'lon', data: hotels.map(({ longitude }) => longitude), type: 'DOUBLE' as const },
      { name: 'rooms', data: hotels.map(({ rooms }) => rooms), type: 'INT32' as const },
      { name: 'opened', data: hotels.map(({ opened }) => opened), type: 'TIMESTAMP' as const },
      { name: 'price_class', data: hotels.map(({ price }) => Math.round(price)), type: 'INT32' as const },
    ]
    const codec = at % 2 === 0 ? 'SNAPPY' : 'UNCOMPRESSED'
    return {
      kind: 'Parquet',
      what: codec,
      bytes: Buffer.from(parquetWriteBuffer({ columnData, codec, pageSize: 400 })),
      hotels,
      controls: 0,
      columns: columnData.map(({ name }) => name),
      tolerance: 1e-6,
      nameOf: ({ name }) => name,
    }
  })
}
