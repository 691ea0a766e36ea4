import { generateFeeds } from '@utpid/generator'
import { seededRandom } from '../../harness/seeded-random.ts'
import { HEADERS } from './header-words.ts'

type Row = Readonly<Record<string, unknown>>

/** The country of the values, by the language of the headers. */
const COUNTRIES: Readonly<Record<string, string>> = {
  English: 'GB',
  German: 'DE',
  French: 'FR',
  Spanish: 'ES',
  Italian: 'IT',
  Portuguese: 'PT',
  Dutch: 'NL',
  Polish: 'PL',
  Czech: 'CZ',
  Turkish: 'TR',
  Greek: 'GR',
  Swedish: 'SE',
}

/**
 * Returns a CSV with the headers of a language and generated values: hotels of one source, with a value in nine of ten
 * cells of optional columns. Numbers have a decimal comma where the language writes one.
 */
export function headerFile(language: string, rows: number, seed: number): string {
  const next = seededRandom(seed)
  const headers = HEADERS[language] ?? []
  const records = hotelsOf(rows, seed)
  const isPoint = language === 'English'
  const delimiter = isPoint ? ',' : ';'
  const lines = records.map((record, at) =>
    headers
      .map(([, target]) => (isRequired(target) || next() < 0.9 ? cellOf(target, record, at, next, language) : ''))
      .map((value) => quoted(isPoint || !/^-?\d+\.\d+$/.test(value) ? value : value.replace('.', ','), delimiter))
      .join(delimiter),
  )
  return `${[headers.map(([header]) => quoted(header, delimiter)).join(delimiter), ...lines].join('\r\n')}\r\n`
}

function isRequired(target: string): boolean {
  return target === 'code' || target === 'name'
}

/** Returns records of one source whose coordinates are known, one for each hotel. */
function hotelsOf(count: number, seed: number): Row[] {
  const found: Row[] = []
  for (const record of generateFeeds({ seed, products: count * 4, mix: 'bedbank' }).records) {
    const row: Row = { ...record }
    const { lat, address, phone } = row
    if (lat !== undefined && address !== undefined && phone !== undefined) found.push(row)
    if (found.length === count) break
  }
  return found
}

function cellOf(target: string, row: Row, at: number, next: () => number, language: string): string {
  const host = `haus-${at}.example`
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  switch (target) {
    case 'code':
      return String(row.sourceId)
    case 'name':
      return String(row.name)
    case 'location.address':
      return String(row.address ?? '')
    case 'location.city':
      return String(row.city)
    case 'location.postalCode':
      return String(row.postcode ?? '')
    case 'location.region':
      return ['Nord', 'Süd', 'Est', 'Centro'][between(0, 3)] as string
    case 'location.country':
      return String(row.country ?? COUNTRIES[language])
    case 'location.latitude':
      return String(row.lat)
    case 'location.longitude':
      return String(row.lon)
    case 'phone':
      return String(row.phone)
    case 'email':
      return `info@${host}`
    case 'website':
      return `https://www.${host}/`
    case 'stars':
      return String(between(1, 5))
    case 'rooms':
      return String(between(4, 400))
    case 'brand':
      return ['Accor', 'Melia', 'Hilton', 'Best Western'][between(0, 3)] as string
    case 'category':
      return String(row.category)
    case 'description':
      return `${row.name}, ${row.city}. ${'Lorem ipsum dolor sit amet. '.repeat(between(2, 6))}`.trim()
    case 'images':
      return `https://img.${host}/${at}.jpg`
    case 'checkIn.from':
      return `${between(13, 16)}:00`
    case 'checkOut.until':
      return `${between(10, 12)}:00`
    default:
      throw new Error(`There are no values for ${target}.`)
  }
}

function quoted(value: string, delimiter: string): string {
  return value.includes(delimiter) || value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value
}
