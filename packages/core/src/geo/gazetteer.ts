import type { Coordinates } from '../model/place.ts'

/** A populated place. */
export interface GazetteerCity {
  /** Position in this gazetteer; stable only within one `version`. */
  readonly id: number
  /** The usual Latin name, with its accents. */
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly coordinates: Coordinates
  /** Inhabitants, 0 or more. */
  readonly population: number
  /** Other names in any script: `Vienna` for `Wien`. */
  readonly aliases: readonly string[]
}

/** An airport with an IATA code. */
export interface GazetteerAirport {
  /** Three upper-case letters. */
  readonly iata: string
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly coordinates: Coordinates
}

/**
 * Finds cities and airports for the registry. It is optional. Without one:
 *
 * - countries are not derived from coordinates
 * - coordinate repairs have no proof
 * - search has no destinations
 * - cities of records without coordinates are compared by name only
 *
 * The places of a record's city are stored with the record; `reindex` recomputes them for another gazetteer. Blocking
 * keys never depend on it, so another gazetteer (or none) finds the same candidates.
 */
export interface Gazetteer {
  /** Name of the data set, for example `geonames-2026-09`. */
  readonly version: string
  /** Returns all cities, by `id`. */
  cities(): Iterable<GazetteerCity>
  /**
   * Returns cities of this name or alias, most populous first, at most 50.
   *
   * @param name - In any case and with or without accents.
   * @param country - ISO 3166-1 alpha-2. Default: all countries.
   */
  citiesByName(name: string, country?: string): readonly GazetteerCity[]
  /** Returns cities within a radius in metres, nearest first, at most `limit` (1 to 1,000). */
  citiesNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerCity[]
  /** Returns all airports, by IATA code. */
  airports(): Iterable<GazetteerAirport>
  /** Returns the airport of an IATA code in any case. */
  airport(iata: string): GazetteerAirport | undefined
  /** Returns airports within a radius in metres, nearest first, at most `limit` (1 to 1,000). */
  airportsNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerAirport[]
}
