import { distanceInMeters } from '../../geo/distance.ts'
import type { Gazetteer, GazetteerCity } from '../../geo/gazetteer.ts'
import type { Coordinates } from '../../model/place.ts'
import type { RepairCode } from '../../model/repair.ts'
import type { RepairLog } from './repair-log.ts'

/** The maximum distance of a point from its city. */
const CITY_METERS = 40_000
/**
 * The maximum distance from a city of the country. A point within this distance is in the country, or so close to the
 * border that its country proves nothing.
 */
const COUNTRY_METERS = 50_000
/**
 * Maximum distance of remote places, such as islands and deserts, from a city of their country. Within this distance,
 * the code flips no sign.
 */
const FAR_METERS = 300_000
const MAX_CITIES = 1_000
const CLOSE_METERS = 10_000
/** The maximum number of UTF-16 units of a pair of numbers, in any notation. */
const MAX_PAIR_UNITS = 200
/**
 * The maximum distance at which a point counts as the gazetteer's position of the city instead of the product's
 * position.
 */
const CENTROID_METERS = 15
const CENTROID_PRECISION_METERS = 3_000

const FIELD = 'location.coordinates'

/** The place that the other fields of the record name. */
export interface NamedPlace {
  readonly city?: string
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country?: string
}

/**
 * Parses coordinates in any notation that suppliers use: `[lat, lon]`, `{ lat, lon }`, `"48.85, 2.35"`, numbers as
 * text, decimal commas. The function removes values that are out of range, not numbers, or both 0.
 */
export function parseCoordinates(value: unknown, log: RepairLog, field: string = FIELD): Coordinates | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const pair = pairOf(value)
  if (pair === undefined) {
    log.add(field, 'coordinates_removed', value)
    return undefined
  }
  const [latitude, longitude] = pair
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0)) return pair
  if (Math.abs(latitude) > 90 && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) {
    // No latitude is beyond 90 degrees, so the range alone proves that latitude and longitude are swapped.
    log.add(field, 'coordinates_swapped', pair, [longitude, latitude])
    return [longitude, latitude]
  }
  log.add(field, 'coordinates_removed', value)
  return undefined
}

function pairOf(value: unknown): Coordinates | undefined {
  if (typeof value === 'string') {
    if (value.length > MAX_PAIR_UNITS) return undefined
    const parts = value.split(/\s*[,;]\s+|[;\s]+|,(?=\s*-?\d+\.)/).filter(Boolean)
    return parts.length === 2 ? pairOf(parts) : undefined
  }
  if (Array.isArray(value)) {
    if (value.length !== 2) return undefined
    const [latitude, longitude] = value.map(numberOf)
    return latitude === undefined || longitude === undefined ? undefined : [latitude, longitude]
  }
  if (typeof value !== 'object' || value === null) return undefined
  const named = value as Record<string, unknown>
  return pairOf([named.lat ?? named.latitude, named.lon ?? named.lng ?? named.longitude])
}

function numberOf(value: unknown): number | undefined {
  // Adding 0 changes -0 into 0, as JSON does.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,3}(?:[.,]\d+)?\s*$/.test(value)) return undefined
  return Number(value.replace(',', '.')) + 0
}

/**
 * Corrects swapped coordinates and wrong signs if the city or country of the record proves it. Proof means: the given
 * point is elsewhere, and exactly one of its variations is at the record's place. Without proof, coordinates stay
 * unchanged.
 */
export function proveCoordinates(
  coordinates: Coordinates,
  named: NamedPlace,
  gazetteer: Gazetteer,
  log: RepairLog,
): Coordinates {
  const cities = named.city === undefined ? [] : gazetteer.citiesByName(named.city, named.country)
  if (cities.length === 0 && named.country === undefined) return coordinates
  if (agrees(coordinates, cities, named, gazetteer)) return coordinates
  const [latitude, longitude] = coordinates
  const variations: (readonly [Coordinates, RepairCode])[] = [
    [[longitude, latitude], 'coordinates_swapped'],
    [[-latitude, longitude], 'coordinates_sign_flipped'],
    [[latitude, -longitude], 'coordinates_sign_flipped'],
    [[-latitude, -longitude], 'coordinates_sign_flipped'],
  ]
  const proved = variations.filter(
    ([point]) =>
      Math.abs(point[0]) <= 90 &&
      agrees(point, cities, named, gazetteer) &&
      // A point in the right country but far from the named city is no proof.
      (cities.length === 0 || isNear(point, cities)),
  )
  const [only] = proved
  if (proved.length !== 1 || only === undefined) return coordinates
  // This check comes last: such a wide circle contains a thousand cities, and few variations reach this check.
  if (named.country !== undefined && isWithin(coordinates, named.country, FAR_METERS, gazetteer)) return coordinates
  log.add(FIELD, only[1], coordinates, only[0])
  return only[0]
}

/**
 * Reports whether a point is at the record's place. With a country, only the country counts: many towns share a name,
 * so a flip within a country proves nothing.
 */
function agrees(
  point: Coordinates,
  cities: readonly GazetteerCity[],
  { country }: NamedPlace,
  gazetteer: Gazetteer,
): boolean {
  // The named cities are in the country. Nearly all points are near a named city and need no further check.
  return isNear(point, cities) || (country !== undefined && isWithin(point, country, COUNTRY_METERS, gazetteer))
}

function isWithin(point: Coordinates, country: string, meters: number, gazetteer: Gazetteer): boolean {
  const isThere = (radius: number, limit: number): boolean =>
    gazetteer.citiesNear(point, radius, limit).some((city) => city.country === country)
  // A nearby city nearly always decides. So the code need not search the many distant cities for every record.
  return isThere(Math.min(meters, CLOSE_METERS), 1) || isThere(meters, MAX_CITIES)
}

function isNear(point: Coordinates, cities: readonly GazetteerCity[]): boolean {
  return cities.some((city) => distanceInMeters(point, city.coordinates) <= CITY_METERS)
}

/** Returns the precision in metres of a point that equals a city's position in the gazetteer; otherwise undefined. */
export function centroidPrecision(coordinates: Coordinates, gazetteer: Gazetteer, log: RepairLog): number | undefined {
  const [city] = gazetteer.citiesNear(coordinates, CENTROID_METERS, 1)
  if (city === undefined) return undefined
  log.add(FIELD, 'coordinates_imprecise', coordinates, `${city.name}, ${city.country}`)
  return CENTROID_PRECISION_METERS
}
