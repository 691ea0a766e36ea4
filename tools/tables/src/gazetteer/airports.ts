import { type GeonamesCity, readGeonames } from '../source/geonames.ts'
import { requireFromTables } from '../source/source-package.ts'
import { byCodeUnit } from '../source/table.ts'
import { RIGHT_AIRPORTS, WRONG_AIRPORTS } from './airport-review.ts'

export const AIRPORT_SOURCE = 'airport-data-js'

interface SourceAirport {
  readonly iata: string
  readonly airport: string
  readonly country_code: string
  readonly latitude: number
  readonly longitude: number
}

export interface Airport {
  readonly iata: string
  readonly name: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

/** Railway and bus stations, which have IATA codes too. */
const STATION_PATTERN =
  /\b(?:railway|rail|bus|train|coach station|ferry|flightlink)\b|\b(?:hbf|hauptbahnhof|bus stn|railway stn)\b/i

/** Codes of whole cities (PAR, BAK) with several airports. */
const CITY_PATTERN = /\bmetropolitan(?: area)?$/i

/**
 * Review an airport if the nearest foreign town is nearer than the nearest domestic town by more than this many
 * kilometres.
 */
const BORDER_KILOMETERS = 60
const TOWN_KILOMETERS = 150

/** Reads the airports with an IATA code and checks them against nearby towns. Also returns the dropped rows. */
export async function readAirports(): Promise<{ airports: Airport[]; notes: string[] }> {
  const source = requireFromTables(AIRPORT_SOURCE) as {
    findAirports(filter: object): Promise<SourceAirport[]>
  }
  const rows = (await source.findAirports({})).filter((row) => /^[A-Z]{3}$/.test(row.iata))
  const nearest = createTownFinder(readGeonames().cities)
  const dropped = new Map<string, string[]>()
  const drop = (reason: string, row: SourceAirport): void => {
    dropped.set(reason, [...(dropped.get(reason) ?? []), row.iata])
  }
  const airports: Airport[] = []
  const unclear: string[] = []
  const seen = new Set<string>()
  for (const row of rows.toSorted((left, right) => byCodeUnit(left.iata, right.iata))) {
    const { own, any } = nearest(row)
    if (seen.has(row.iata)) throw new Error(`${AIRPORT_SOURCE} has two rows of ${row.iata}.`)
    seen.add(row.iata)
    if (STATION_PATTERN.test(row.airport)) drop('a station, not an airport', row)
    else if (CITY_PATTERN.test(row.airport)) drop('a city, not an airport', row)
    else if (WRONG_AIRPORTS[row.iata] !== undefined) drop('wrong, by hand', row)
    else if (Number.isInteger(row.latitude) && Number.isInteger(row.longitude)) drop('placed on whole degrees', row)
    else if (!isCoordinate(row)) drop('no coordinates', row)
    else if (!/^[A-Z]{2}$/.test(row.country_code) || row.airport.trim() === '') drop('no country or no name', row)
    else if (any < TOWN_KILOMETERS && own === Number.POSITIVE_INFINITY) drop('far from its country', row)
    else {
      if (any < TOWN_KILOMETERS && own > any + BORDER_KILOMETERS && !RIGHT_AIRPORTS.has(row.iata))
        unclear.push(row.iata)
      airports.push({
        iata: row.iata,
        name: row.airport.replace(/\s+/g, ' ').trim(),
        country: row.country_code,
        latitude: row.latitude,
        longitude: row.longitude,
      })
    }
  }
  if (unclear.length > 0) {
    throw new Error(
      `Nearer to foreign towns than to own towns; check the map and add them to airport-review.ts: ${unclear.join(', ')}.`,
    )
  }
  const notes = [...dropped].map(
    ([reason, codes]) => `airports dropped, ${reason} (${codes.length}): ${codes.join(' ')}`,
  )
  return { airports, notes: [`${airports.length} airports of ${rows.length} rows with an IATA code`, ...notes] }
}

function isCoordinate({ latitude, longitude }: SourceAirport): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
}

/**
 * Returns the kilometres to the nearest town of the airport's own country, and to the nearest town of any country.
 * Infinite beyond a few degrees.
 */
function createTownFinder(cities: readonly GeonamesCity[]): (row: SourceAirport) => { own: number; any: number } {
  const key = (latitude: number, longitude: number): number => Math.floor(latitude) * 1000 + Math.floor(longitude)
  const cells = new Map<number, GeonamesCity[]>()
  for (const city of cities) {
    const cell = cells.get(key(city.latitude, city.longitude))
    if (cell === undefined) cells.set(key(city.latitude, city.longitude), [city])
    else cell.push(city)
  }
  return (row) => {
    let own = Number.POSITIVE_INFINITY
    let any = Number.POSITIVE_INFINITY
    for (let north = -5; north <= 5; north++) {
      for (let east = -6; east <= 6; east++) {
        for (const city of cells.get(key(row.latitude + north, row.longitude + east)) ?? []) {
          const distance = kilometers(row, city)
          any = Math.min(any, distance)
          if (city.country === row.country_code) own = Math.min(own, distance)
        }
      }
    }
    return { own, any }
  }
}

function kilometers(from: SourceAirport, to: GeonamesCity): number {
  const radians = Math.PI / 180
  const latitude = Math.sin(((to.latitude - from.latitude) * radians) / 2) ** 2
  const longitude = Math.sin(((to.longitude - from.longitude) * radians) / 2) ** 2
  const chord = latitude + Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * longitude
  return 12_742 * Math.asin(Math.sqrt(chord))
}
