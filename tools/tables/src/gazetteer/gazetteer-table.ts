import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { type GeonamesCity, readGeonames } from '../source/geonames.ts'
import {
  type FileHeader,
  fold,
  LAYOUT_VERSION,
  SECTIONS,
  type SectionName,
  UNITS_PER_DEGREE,
} from '../source/repository.ts'
import { byCodeUnit, type Table } from '../source/table.ts'
import { type Airport, readAirports } from './airports.ts'
import { cityAliases } from './city-aliases.ts'

const MOST_SHARED_BYTES = 255

/** Builds the file of @utpid/gazetteer. Its reader describes the layout. */
export async function gazetteerTable(): Promise<Table> {
  const { cities: unsorted, newest } = readGeonames()
  const cities = unsorted.toSorted(
    (left, right) =>
      byCodeUnit(left.foldedName, right.foldedName) ||
      right.population - left.population ||
      left.geonameId - right.geonameId,
  )
  const aliases = sortedAliases(cities)
  const { airports, notes } = await readAirports()
  const countries = [...new Set([...cities, ...airports].map((place) => place.country))].sort(byCodeUnit)

  const sections = {
    ...texts(
      'city',
      cities.map((city) => city.name),
    ),
    ...places('city', cities, countries),
    cityPopulation: planes(
      cities.map((city) => city.population),
      4,
    ),
    ...texts(
      'alias',
      aliases.map((alias) => alias.name),
    ),
    aliasCity: planes(
      aliases.map((alias) => alias.city),
      3,
    ),
    airportIata: Buffer.from(airports.map((airport) => airport.iata).join(''), 'latin1'),
    ...texts(
      'airport',
      airports.map((airport) => airport.name),
    ),
    ...places('airport', airports, countries),
  } as Record<SectionName, Buffer>
  const header: FileHeader = {
    layout: LAYOUT_VERSION,
    version: `geonames-${newest}`,
    countries,
    cities: cities.length,
    aliases: aliases.length,
    airports: airports.length,
    sections: Object.fromEntries(SECTIONS.map((name) => [name, sections[name].length])) as Record<SectionName, number>,
  }
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...SECTIONS.map((name) => sections[name])])
  const bytes = brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  return {
    path: 'packages/gazetteer/data/gazetteer.bin.br',
    bytes,
    comparable: (compressed) => brotliDecompressSync(compressed),
    notes: [
      `${cities.length} cities, ${aliases.length} aliases, ${countries.length} countries, ${content.length} bytes before compression`,
      ...notes,
    ],
  }
}

function sortedAliases(cities: readonly GeonamesCity[]): { name: string; folded: string; city: number }[] {
  return cities
    .flatMap((city, index) => cityAliases(city).map((name) => ({ name, folded: fold(name), city: index })))
    .sort((left, right) => byCodeUnit(left.folded, right.folded) || left.city - right.city)
}

function texts(prefix: 'city' | 'alias' | 'airport', values: readonly string[]): Record<string, Buffer> {
  const shared = Buffer.alloc(values.length)
  const rest: Buffer[] = []
  let before = Buffer.alloc(0)
  for (const [index, value] of values.entries()) {
    const bytes = Buffer.from(`${value}\n`)
    let count = 0
    while (count < MOST_SHARED_BYTES && count < bytes.length - 1 && bytes[count] === before[count]) count++
    shared[index] = count
    rest.push(bytes.subarray(count))
    before = bytes
  }
  return { [`${prefix}Shared`]: shared, [`${prefix}Rest`]: Buffer.concat(rest) }
}

function places(
  prefix: 'city' | 'airport',
  rows: readonly (GeonamesCity | Airport)[],
  countries: readonly string[],
): Record<string, Buffer> {
  const units = (degrees: number, origin: number): number =>
    Math.round(degrees * UNITS_PER_DEGREE) + origin * UNITS_PER_DEGREE
  const countryIndex = new Map(countries.map((country, index) => [country, index]))
  return {
    [`${prefix}Country`]: planes(
      rows.map((row) => countryIndex.get(row.country) ?? 0),
      1,
    ),
    [`${prefix}Latitude`]: planes(
      rows.map((row) => units(row.latitude, 90)),
      3,
    ),
    [`${prefix}Longitude`]: planes(
      rows.map((row) => units(row.longitude, 180)),
      3,
    ),
  }
}

function planes(values: readonly number[], width: number): Buffer {
  const bytes = Buffer.alloc(values.length * width)
  for (const [index, value] of values.entries()) {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * width)) {
      throw new Error(`${value} does not fit in ${width} bytes.`)
    }
    for (let plane = 0; plane < width; plane++) {
      bytes[plane * values.length + index] = Math.floor(value / 2 ** (8 * (width - 1 - plane))) % 256
    }
  }
  return bytes
}
