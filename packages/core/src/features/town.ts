import { distanceInMeters } from '../geo/distance.ts'
import type { Gazetteer } from '../model/gazetteer.ts'
import type { Coordinates, Location } from '../model/place.ts'
import { foldCity } from './address-features.ts'

/** A record lies in the city that it names, or in what belongs to it. */
const CITY_METERS = 60_000
/** Entries of one city lie closer together than this. */
const SAME_CITY_METERS = 15_000
/** Who says `Vienna` and no country means the one in Austria, not that in Virginia. */
const TIMES_AS_LARGE = 5

/**
 * Where the city is that a record names, by any of its names: near the record's own coordinates, else the one of that
 * name in its country.
 *
 * @returns undefined when the gazetteer does not know it, or several can be meant.
 */
export function townOf({ city, country, coordinates }: Location, gazetteer: Gazetteer): Coordinates | undefined {
  const name = foldCity(city ?? '')
  if (name === '') return undefined
  const [largest, ...others] = gazetteer.citiesByName(name, country)
  if (largest === undefined) return undefined
  if (coordinates !== undefined) {
    const near = [largest, ...others].find((each) => distanceInMeters(each.coordinates, coordinates) <= CITY_METERS)
    return near?.coordinates
  }
  const rival = others.find((each) => distanceInMeters(each.coordinates, largest.coordinates) > SAME_CITY_METERS)
  const isMeant = rival === undefined || largest.population >= TIMES_AS_LARGE * Math.max(1, rival.population)
  return isMeant ? largest.coordinates : undefined
}
