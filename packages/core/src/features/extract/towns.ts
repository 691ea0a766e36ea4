import { countryWithTerritories } from '../../geo/dependent-territories.ts'
import { distanceInMeters } from '../../geo/distance.ts'
import type { Gazetteer, GazetteerCity } from '../../geo/gazetteer.ts'
import type { Coordinates, Location } from '../../model/place.ts'
import { fold } from '../../text/fold.ts'
import { foldCity } from './address-features.ts'

/** A record lies in the city that it names, or in what belongs to it. */
const CITY_METERS = 60_000
/** Entries of one city lie closer together than this. */
const SAME_CITY_METERS = 15_000
/** Who says `Vienna` and no country means the one in Austria, not that in Virginia. */
const TIMES_AS_LARGE = 5
/** The most that a gazetteer answers. */
const CITIES_ANSWERED = 50
/** Of a name that more places have (`San José`) the larger ones are kept. */
const TOWNS_MOST = 16

/**
 * Where the city may be that a record names: of the cities of that name in its country or its territories the one near its coordinates; else
 * the one that is far larger than all others; else each of them.
 *
 * @returns Largest first; none when the gazetteer knows no such city, or none near the coordinates.
 */
export function townsOf({ city, country, coordinates }: Location, gazetteer: Gazetteer): Coordinates[] {
  const name = foldCity(city ?? '')
  if (name === '') return []
  const found = citiesIn(country, name, gazetteer)
  // In its country `Frisco` is Frisco, although San Francisco is called so, too; in the world it is whichever is known.
  const own = country === undefined ? [] : found.filter((each) => fold(each.name) === name)
  const called = own.length > 0 ? own : found
  if (coordinates !== undefined) {
    const near = called.find((each) => distanceInMeters(each.coordinates, coordinates) <= CITY_METERS)
    return near === undefined ? [] : [near.coordinates]
  }
  const [largest] = called
  const towns: GazetteerCity[] = []
  for (const each of called) {
    // Sorted by inhabitants, so that only what is smaller follows.
    if (largest !== undefined && largest.population >= TIMES_AS_LARGE * Math.max(1, each.population)) break
    const isListed = towns.some((town) => distanceInMeters(town.coordinates, each.coordinates) <= SAME_CITY_METERS)
    if (!isListed) towns.push(each)
  }
  return towns.slice(0, TOWNS_MOST).map((town) => town.coordinates)
}

/** Largest first. */
function citiesIn(country: string | undefined, name: string, gazetteer: Gazetteer): readonly GazetteerCity[] {
  const everywhere = gazetteer.citiesByName(name)
  if (country === undefined) return everywhere
  const countries = countryWithTerritories(country)
  // Few names are on so many cities that the smaller ones are left out.
  if (everywhere.length < CITIES_ANSWERED) return everywhere.filter((each) => countries.includes(each.country))
  return countries.flatMap((each) => gazetteer.citiesByName(name, each)).sort((a, b) => b.population - a.population)
}
