import { distanceInMeters } from '../../geo/distance.ts'
import type { Gazetteer, GazetteerCity } from '../../geo/gazetteer.ts'
import type { Coordinates } from '../../model/place.ts'
import type { RepairCode } from '../../model/repair.ts'
import type { RepairLog } from './repair-log.ts'

/** A point this near to the named city is in it or beside it. */
const CITY_METERS = 40_000
/** A point this near to a city of the country is in the country, or so near the border that nothing is proved. */
const COUNTRY_METERS = 50_000
/** A point this near to a city of its country may be a lonely spot of it: islands, deserts. Nothing is flipped then. */
const FAR_METERS = 300_000
const CITIES_ASKED = 1_000
const CLOSE_METERS = 10_000
/** Points on the dot of a city of the gazetteer are the city's, not the product's. */
/** A pair of numbers takes no more, however it is written. */
const PAIR_UNITS = 200
const CENTROID_METERS = 15
const CENTROID_PRECISION_METERS = 3_000

const FIELD = 'location.coordinates'

/** What the other fields say of the place. */
export interface NamedPlace {
  readonly city?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
}

/**
 * Reads coordinates as suppliers write them: `[lat, lon]`, `{ lat, lon }`, `"48.85, 2.35"`,
 * numbers as text, decimal commas. Out of range, not numbers or both 0 is nothing.
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
    // No latitude is beyond 90 degrees: the range alone proves the swap.
    log.add(field, 'coordinates_swapped', pair, [longitude, latitude])
    return [longitude, latitude]
  }
  log.add(field, 'coordinates_removed', value)
  return undefined
}

function pairOf(value: unknown): Coordinates | undefined {
  if (typeof value === 'string') {
    if (value.length > PAIR_UNITS) return undefined
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
  // Adding 0 makes -0 the 0 that it is once it was written as JSON.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'string' || !/^\s*[+-]?\d{1,3}(?:[.,]\d+)?\s*$/.test(value)) return undefined
  return Number(value.replace(',', '.')) + 0
}

/**
 * Puts right coordinates that are swapped or have a wrong sign, when the city or country of the
 * record proves it: the point as given lies elsewhere, and exactly one of its variations lies
 * where the record says. What cannot be proved is kept as it came.
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
      // A point in the right country but far from the named city proves nothing.
      (cities.length === 0 || isNear(point, cities)),
  )
  const [only] = proved
  if (proved.length !== 1 || only === undefined) return coordinates
  // Asked last: so wide a circle holds a thousand cities, and few variations get this far.
  if (named.country !== undefined && isWithin(coordinates, named.country, FAR_METERS, gazetteer)) return coordinates
  log.add(FIELD, only[1], coordinates, only[0])
  return only[0]
}

/**
 * True when a point lies where the record says. With a country that is its country: towns of
 * one name are too many for a flip inside it to prove anything.
 */
function agrees(
  point: Coordinates,
  cities: readonly GazetteerCity[],
  { country }: NamedPlace,
  gazetteer: Gazetteer,
): boolean {
  // The named cities are those of the country: a point near one of them needs no further look, and nearly all are.
  return isNear(point, cities) || (country !== undefined && isWithin(point, country, COUNTRY_METERS, gazetteer))
}

function isWithin(point: Coordinates, country: string, meters: number, gazetteer: Gazetteer): boolean {
  const isThere = (radius: number, limit: number): boolean =>
    gazetteer.citiesNear(point, radius, limit).some((city) => city.country === country)
  // A city close by nearly always answers; the many farther off need not be looked at for every record.
  return isThere(Math.min(meters, CLOSE_METERS), 1) || isThere(meters, CITIES_ASKED)
}

function isNear(point: Coordinates, cities: readonly GazetteerCity[]): boolean {
  return cities.some((city) => distanceInMeters(point, city.coordinates) <= CITY_METERS)
}

/** The precision in metres of a point that is the dot of a whole city, else undefined. */
export function centroidPrecision(coordinates: Coordinates, gazetteer: Gazetteer, log: RepairLog): number | undefined {
  const [city] = gazetteer.citiesNear(coordinates, CENTROID_METERS, 1)
  if (city === undefined) return undefined
  log.add(FIELD, 'coordinates_imprecise', coordinates, `${city.name}, ${city.country}`)
  return CENTROID_PRECISION_METERS
}
