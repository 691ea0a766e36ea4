import { MAX_PRECISION_METERS } from '../fields/location-fields.ts'
import type { Gazetteer, GazetteerCity } from '../geo/gazetteer.ts'
import { defined } from '../model/defined.ts'
import { LIMITS } from '../model/limits.ts'
import type { Coordinates, Location } from '../model/place.ts'
import { parseCountry } from './parse-country.ts'
import { parseNumber } from './parse-number.ts'
import { centroidPrecision, parseCoordinates, proveCoordinates } from './repairs/repair-coordinates.ts'
import type { RepairLog } from './repairs/repair-log.ts'
import { restorePostcodeZero } from './repairs/repair-postcode.ts'
import { repairText } from './repairs/repair-text.ts'

/** The maximum distance of a city that determines the country of a point. */
const COUNTRY_METERS = 60_000
const CLOSE_METERS = 10_000

/** Parses the location of a record. The function derives a missing field if the other fields prove its value. */
export function parseLocation(value: unknown, gazetteer: Gazetteer | undefined, log: RepairLog): Location | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    log.add('location', 'value_removed', value)
    return undefined
  }
  const raw = value as Record<string, unknown>
  const address = repairText(inOneLine(raw.address), 'location.address', LIMITS.textCharacters, log)
  const city = repairText(raw.city, 'location.city', LIMITS.nameCharacters, log)
  const region = repairText(raw.region, 'location.region', LIMITS.nameCharacters, log)
  const statedCountry = readCountry(raw.country, log)
  const postalText = repairText(raw.postalCode, 'location.postalCode', LIMITS.codeCharacters, log)

  let coordinates = parseCoordinates(raw.coordinates, log)
  if (coordinates !== undefined && gazetteer !== undefined) {
    const named = {
      ...defined({ city, country: statedCountry }),
    }
    coordinates = proveCoordinates(coordinates, named, gazetteer, log)
  }
  const country = statedCountry ?? deriveCountry(coordinates, city, gazetteer, log)
  const postalCode = postalText === undefined ? undefined : restorePostcodeZero(postalText, country)
  if (postalCode !== postalText) log.add('location.postalCode', 'postcode_zero_restored', postalText, postalCode)
  const precisionMeters =
    parseNumber(raw.precisionMeters, 'location.precisionMeters', 1, MAX_PRECISION_METERS, log) ??
    (coordinates === undefined || gazetteer === undefined ? undefined : centroidPrecision(coordinates, gazetteer, log))

  const location: Location = {
    ...defined({ address, city, region, country, postalCode, coordinates }),
    ...(coordinates === undefined || precisionMeters === undefined ? {} : { precisionMeters }),
  }
  return Object.keys(location).length === 0 ? undefined : location
}

/** Joins the lines of an address with commas. */
function inOneLine(address: unknown): unknown {
  if (typeof address !== 'string' || !/[\r\n]/.test(address)) return address
  const lines = address.split(/[\r\n]/).map((line) => line.trim().replace(/,$/, '').trim())
  return lines.filter((line) => line !== '').join(', ')
}

function readCountry(value: unknown, log: RepairLog): string | undefined {
  const text = repairText(value, 'location.country', LIMITS.nameCharacters, log)
  if (text === undefined) return undefined
  const country = parseCountry(text)
  if (country === undefined) log.add('location.country', 'country_removed', text)
  else if (/^[a-z]{2}$/i.test(text) && country !== text.toUpperCase())
    log.add('location.country', 'country_resolved', text, country)
  return country
}

/** Returns the country of a point. Without a point, returns the country that all cities with the given name share. */
function deriveCountry(
  coordinates: Location['coordinates'],
  city: string | undefined,
  gazetteer: Gazetteer | undefined,
  log: RepairLog,
): string | undefined {
  if (gazetteer === undefined) return undefined
  const nearest = coordinates === undefined ? undefined : nearestCity(coordinates, gazetteer)
  const named = nearest === undefined && city !== undefined ? gazetteer.citiesByName(city) : []
  const countries = new Set(named.map(({ country }) => country))
  const country = nearest?.country ?? (countries.size === 1 ? named[0]?.country : undefined)
  if (country !== undefined) log.add('location.country', 'country_derived', undefined, country)
  return country
}

/** Returns the nearest city. Most points have a city nearby, and a search within 60 km costs ten times as much. */
function nearestCity(coordinates: Coordinates, gazetteer: Gazetteer): GazetteerCity | undefined {
  const [close] = gazetteer.citiesNear(coordinates, CLOSE_METERS, 1)
  return close ?? gazetteer.citiesNear(coordinates, COUNTRY_METERS, 1)[0]
}
