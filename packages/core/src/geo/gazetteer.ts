import type { Coordinates } from '../model/place.ts'

/** A populated place. */
export interface GazetteerCity {
  /** Position in this gazetteer; stable for one `version` only. */
  readonly id: number
  /** The usual Latin name, with its accents. */
  readonly name: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly coordinates: Coordinates
  /** Inhabitants, 0 or more. */
  readonly population: number
  /** Other names, in any script: `Vienna` of `Wien`. */
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
 * What the registry asks about places. Optional: without one, countries are not
 * derived from coordinates, coordinate repairs cannot be proved, search knows no
 * destinations, and where coordinates are missing cities are compared by their letters
 * alone. Where a record's city is, is stored with the record: with another gazetteer,
 * `reindex` looks anew. Blocking keys never depend on it, so another gazetteer (or none)
 * finds the same candidates.
 */
export interface Gazetteer {
  /** Names the data set, for example `geonames-2026-09`. */
  readonly version: string
  /** Every city, by `id`. */
  cities(): Iterable<GazetteerCity>
  /**
   * Cities of this name or alias, most populous first, at most 50.
   *
   * @param name - In any case and with or without accents.
   * @param country - ISO 3166-1 alpha-2; all countries when absent.
   */
  citiesByName(name: string, country?: string): readonly GazetteerCity[]
  /** Cities within a radius in metres, nearest first, at most `limit` (1 to 1,000). */
  citiesNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerCity[]
  /** Every airport, by IATA code. */
  airports(): Iterable<GazetteerAirport>
  /** The airport of an IATA code in any case. */
  airport(iata: string): GazetteerAirport | undefined
  /** Airports within a radius in metres, nearest first, at most `limit` (1 to 1,000). */
  airportsNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerAirport[]
}
