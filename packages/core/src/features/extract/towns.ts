import { countryWithTerritories } from '../../geo/dependent-territories.ts'
import { distanceInMeters } from '../../geo/distance.ts'
import type { Gazetteer, GazetteerCity } from '../../geo/gazetteer.ts'
import type { Coordinates, Location } from '../../model/place.ts'
import { fold } from '../../text/fold.ts'
import { foldCity } from './address-features.ts'

/** The maximum distance of a record from its city. */
const CITY_METERS = 60_000
/** The maximum distance between two gazetteer entries of one city. */
const SAME_CITY_METERS = 15_000
/**
 * The minimum ratio of populations at which the larger city is meant. `Vienna` without a country means the city in
 * Austria, not the town in Virginia.
 */
const DOMINANT_RATIO = 5
/** The maximum number of cities of one gazetteer lookup. */
const MAX_CITIES_PER_LOOKUP = 50
/** The maximum number of cities of one name (`San José`). The result contains the largest cities. */
const MAX_TOWNS = 16

/**
 * Returns the possible places of a record's city. Candidates are the cities with this name in the record's country and
 * its territories. With coordinates, the function returns the nearby city. Otherwise, it returns the one city that is
 * far larger than all others. If there is no such city, it returns every candidate.
 *
 * @returns The cities, largest first. Empty if the gazetteer has no city with this name, or no such city near the
 *   coordinates.
 */
export function townsOf({ city, country, coordinates }: Location, gazetteer: Gazetteer): Coordinates[] {
  const name = foldCity(city ?? '')
  if (name === '') return []
  const found = citiesIn(country, name, gazetteer)
  // With a country, `Frisco` means the city named Frisco, not San Francisco, which has this alias. Without a country,
  // `Frisco` may mean either city.
  const own = country === undefined ? [] : found.filter((each) => fold(each.name) === name)
  const candidates = own.length > 0 ? own : found
  if (coordinates !== undefined) {
    const near = candidates.find((each) => distanceInMeters(each.coordinates, coordinates) <= CITY_METERS)
    return near === undefined ? [] : [near.coordinates]
  }
  const [largest] = candidates
  const towns: GazetteerCity[] = []
  for (const each of candidates) {
    // The cities are sorted by population, so all following cities are smaller.
    if (largest !== undefined && largest.population >= DOMINANT_RATIO * Math.max(1, each.population)) break
    const isListed = towns.some((town) => distanceInMeters(town.coordinates, each.coordinates) <= SAME_CITY_METERS)
    if (!isListed) towns.push(each)
  }
  return towns.slice(0, MAX_TOWNS).map((town) => town.coordinates)
}

/** Returns cities, largest first. */
function citiesIn(country: string | undefined, name: string, gazetteer: Gazetteer): readonly GazetteerCity[] {
  const everywhere = gazetteer.citiesByName(name)
  if (country === undefined) return everywhere
  const countries = countryWithTerritories(country)
  // Few names have so many cities that the result lacks the smaller cities.
  if (everywhere.length < MAX_CITIES_PER_LOOKUP) return everywhere.filter((each) => countries.includes(each.country))
  return countries.flatMap((each) => gazetteer.citiesByName(name, each)).sort((a, b) => b.population - a.population)
}
