import type { Coordinates } from '../model/place.ts'

/** A populated place in the gazetteer. */
export interface GazetteerCity {
  /** The position of the city in this gazetteer. The position is stable only within one `version`. */
  readonly id: number
  /** The usual Latin name with its accents. */
  readonly name: string
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country: string
  readonly coordinates: Coordinates
  /** The number of inhabitants, 0 or more. */
  readonly population: number
  /** Other names in any script: `Vienna` for `Wien`. */
  readonly aliases: readonly string[]
}

/** An airport with an IATA code. */
export interface GazetteerAirport {
  /** The IATA code: three upper-case letters. */
  readonly iata: string
  readonly name: string
  /** The ISO 3166-1 alpha-2 code of the country. */
  readonly country: string
  readonly coordinates: Coordinates
}

/**
 * Finds cities and airports for the registry. The gazetteer is optional. Without a gazetteer:
 *
 * - countries are not derived from coordinates
 * - coordinate repairs have no proof
 * - search has no destinations
 * - comparisons of cities without coordinates use only the names
 *
 * The places of a record's city are stored with the record; `reindex` recomputes them for another gazetteer. Blocking
 * keys never depend on the gazetteer, so lookups with another gazetteer or none find the same candidates.
 */
export interface Gazetteer {
  /** Name of the data set, for example `geonames-2026-09`. */
  readonly version: string
  /** Returns all cities, sorted by `id`. */
  cities(): Iterable<GazetteerCity>
  /**
   * Returns cities of this name or alias, most populous first, at most 50.
   *
   * @param name - The name in upper or lower case, with or without accents.
   * @param country - ISO 3166-1 alpha-2 code. Default: all countries.
   */
  citiesByName(name: string, country?: string): readonly GazetteerCity[]
  /** Returns cities within a radius in metres, nearest first, at most `limit` (1 to 1,000). */
  citiesNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerCity[]
  /** Returns all airports, sorted by IATA code. */
  airports(): Iterable<GazetteerAirport>
  /** Returns the airport with an IATA code. The code may be in upper or lower case. */
  airport(iata: string): GazetteerAirport | undefined
  /** Returns airports within a radius in metres, nearest first, at most `limit` (1 to 1,000). */
  airportsNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerAirport[]
}
