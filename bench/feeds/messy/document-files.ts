import { picker } from '../../harness/seeded-random.ts'
import { encodeText, type FileEncoding, inEncoding } from './encode-text.ts'
import { LANDS, type LandName, type MessyHotel, messyHotels } from './hotels.ts'
import { type MessyFile, PACKINGS, packed } from './messy-file.ts'

const ROWS = 30
const LAND_NAMES = Object.keys(LANDS) as LandName[]

/** A hotel as an object of a supplier, with the paths of its values in that form. */
interface ObjectForm {
  readonly of: (hotel: MessyHotel) => Record<string, unknown>
  readonly paths: readonly string[]
}

const FLAT: ObjectForm = {
  of: ({ code, name, street, city, postcode, country, latitude, longitude, phone, stars, price, opened }) => ({
    hotelCode: code,
    hotelName: name,
    street,
    city,
    zip: postcode,
    countryCode: country,
    latitude: String(latitude),
    longitude: String(longitude),
    phoneNumber: phone,
    starRating: stars,
    priceFrom: price,
    openedOn: opened.toISOString(),
  }),
  paths:
    'hotelCode hotelName street city zip countryCode latitude longitude phoneNumber starRating priceFrom openedOn'.split(
      ' ',
    ),
}

const NESTED: ObjectForm = {
  of: ({ code, name, street, city, postcode, countryName, latitude, longitude, phone, email, stars, rooms }) => ({
    id: code,
    name,
    address: { line1: street, city, postalCode: postcode, country: countryName },
    geo: { lat: latitude, lng: longitude },
    contact: { phone, email },
    rating: { stars },
    facilities: [{ label: 'WLAN', free: true }, { label: `${rooms} rooms` }],
    source: { batch: `b${rooms % 3}` },
  }),
  paths:
    'id name address.line1 address.city address.postalCode address.country geo.lat geo.lng contact.phone contact.email rating.stars facilities[].label facilities[].free source.batch'.split(
      ' ',
    ),
}

type Envelope = (records: readonly Record<string, unknown>[]) => string

const JSON_ENVELOPES: Readonly<Record<string, Envelope>> = {
  'hotels[]': (hotels) => JSON.stringify({ total: hotels.length, page: 1, hotels }),
  'data.items[]': (items) =>
    JSON.stringify({ status: 'ok', requestId: 'r-1', data: { count: items.length, items } }, null, 2),
  'response[0].properties[]': (properties) => JSON.stringify({ response: { errors: [], properties } }),
  'a list': (all) => JSON.stringify(all, null, 1),
  'an object by codes': (all) =>
    JSON.stringify({ hotels: Object.fromEntries(all.map((hotel) => [String(hotel.hotelCode ?? hotel.id), hotel])) }),
  'pages in lines': (all) =>
    [0, 10, 20].map((from) => JSON.stringify({ page: from / 10, hotels: all.slice(from, from + 10) })).join('\n'),
  'pages in a list': (all) =>
    JSON.stringify([0, 10, 20].map((from) => ({ page: from / 10, hotels: all.slice(from, from + 10) }))),
}

/** Draws JSON documents, each with another envelope. */
export function jsonFiles(count: number, random: () => number): MessyFile[] {
  const envelopes = Object.entries(JSON_ENVELOPES)
  return Array.from({ length: count }, (_, at) => {
    const [name, envelope] = envelopes[at % envelopes.length] as (typeof envelopes)[number]
    return documentFile('JSON', name, at % 2 === 0 ? FLAT : NESTED, at, random, envelope)
  })
}

/** Draws JSON Lines with a line that is no record at their start, and every second time one at their end. */
export function jsonLinesFiles(count: number, random: () => number): MessyFile[] {
  return Array.from({ length: count }, (_, at) => {
    const controls = 1 + (at % 2)
    const file = documentFile(
      'JSON Lines',
      `${controls} control lines`,
      at % 3 === 0 ? NESTED : FLAT,
      at,
      random,
      (all) =>
        [
          { type: 'header', exportedAt: '2024-05-01T00:00:00Z', total: ROWS },
          ...all,
          ...(controls > 1 ? [{ type: 'footer', checksum: 'a1b2' }] : []),
        ]
          .map((line) => JSON.stringify(line))
          .join('\n'),
    )
    return { ...file, controls }
  })
}

/** Draws GeoJSON: points with properties. */
export function geoJsonFiles(count: number, random: () => number): MessyFile[] {
  return Array.from({ length: count }, (_, at) => {
    const form: ObjectForm = {
      of: (hotel) => {
        const { latitude, longitude, ...properties } = FLAT.of(hotel)
        const point = { type: 'Point', coordinates: [Number(longitude), Number(latitude)] }
        return { type: 'Feature', id: properties.hotelCode, geometry: point, properties }
      },
      paths: FLAT.paths.filter((path) => path !== 'latitude' && path !== 'longitude'),
    }
    return documentFile('GeoJSON', at % 2 === 0 ? 'a collection' : 'a feature a line', form, at, random, (features) =>
      at % 2 === 0
        ? JSON.stringify({ type: 'FeatureCollection', name: 'hotels', features })
        : features.map((feature) => JSON.stringify(feature)).join('\n'),
    )
  })
}

const XML_FORMS = ['elements', 'attributes', 'namespaces', 'entities', 'CDATA'] as const

/** Draws XML: values as elements, attributes, with namespaces, HTML entities or CDATA sections. */
export function xmlFiles(count: number, random: () => number): MessyFile[] {
  return Array.from({ length: count }, (_, at) => {
    const form = XML_FORMS[at % XML_FORMS.length] as (typeof XML_FORMS)[number]
    const encoding = XML_ENCODINGS[at % XML_ENCODINGS.length] as FileEncoding
    const file = documentFile(
      'XML',
      `${form} in ${encoding}`,
      FLAT,
      at,
      random,
      (all) =>
        `<?xml version="1.0" encoding="${encoding}"?>\n<export xmlns:h="urn:example:hotels">\n<generated>2024-05-01</generated>\n<list>\n${all
          .map((hotel) => xmlOf(hotel, form))
          .join('\n')}\n</list>\n</export>`,
      encoding,
    )
    // The letters of entities do not depend on the encoding.
    return form === 'entities' ? { ...file, nameOf: ({ name }) => name } : file
  })
}

const XML_ENCODINGS: readonly FileEncoding[] = ['utf-8', 'windows-1252', 'iso-8859-1']

function xmlOf(hotel: Record<string, unknown>, form: (typeof XML_FORMS)[number]): string {
  const members = Object.entries(hotel)
  const prefix = form === 'namespaces' ? 'h:' : ''
  const tag = `${prefix}accommodationUnit`
  if (form === 'attributes') {
    return `<${tag} ${members.map(([key, value]) => `${key}="${escaped(String(value), form)}"`).join(' ')}/>`
  }
  const elements = members.map(([key, value]) => {
    const text = form === 'CDATA' ? `<![CDATA[${value}]]>` : escaped(String(value), form)
    return `  <${prefix}${key}>${text}</${prefix}${key}>`
  })
  return `<${tag}>\n${elements.join('\n')}\n</${tag}>`
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  é: 'eacute',
  è: 'egrave',
  ô: 'ocirc',
  ü: 'uuml',
  ö: 'ouml',
  ä: 'auml',
  ß: 'szlig',
  î: 'icirc',
  Î: 'Icirc',
  â: 'acirc',
  œ: 'oelig',
  '’': 'rsquo',
  É: 'Eacute',
  ê: 'ecirc',
}

function escaped(value: string, form: string): string {
  const text = value.replace(/[<&>"]/g, (character) => `&#${character.codePointAt(0)};`)
  if (form !== 'entities') return text
  return text.replace(/[^\0-\x7f]/gu, (letter) =>
    HTML_NAMES[letter] === undefined ? letter : `&${HTML_NAMES[letter]};`,
  )
}

function documentFile(
  kind: string,
  what: string,
  { of, paths }: ObjectForm,
  at: number,
  random: () => number,
  envelope: Envelope,
  encoding: FileEncoding = (['utf-8', 'utf-8-bom', 'utf-8', 'utf-16le'] as const)[at % 4] as FileEncoding,
): MessyFile {
  const isWestern = !encoding.startsWith('utf')
  const land = picker(random)(isWestern ? (['german', 'french', 'english'] as const) : LAND_NAMES)
  const packing = PACKINGS[at % PACKINGS.length] as (typeof PACKINGS)[number]
  const hotels = messyHotels(land, ROWS, random)
  const text = inEncoding(envelope(hotels.map(of)), encoding)
  return {
    kind,
    what: `${what} ${land} ${encoding} ${packing}`,
    bytes: packed(encodeText(text, encoding), packing, 'feed'),
    hotels,
    controls: 0,
    columns: paths,
    tolerance: 1e-6,
    nameOf: ({ name }) => inEncoding(name, encoding),
  }
}
