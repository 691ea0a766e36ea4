/**
 * The layout of `data/gazetteer.bin.br`, shared with the script that writes the file: one line of JSON (the header) and
 * the sections in the order below, all compressed with Brotli.
 *
 * Numbers are stored in planes: all high bytes, then all next bytes, down to the low bytes. Similar bytes are then
 * adjacent and compress well. Texts are sorted and front-coded: the number of bytes shared with the previous text
 * (`...Shared`, one byte for each text) and the remaining bytes (`...Rest`, each followed by a newline).
 */
export const SECTIONS = [
  /**
   * Names of cities, sorted by folded name; of cities with equal names, the most populous comes first. The position in
   * this order is the id.
   */
  'cityShared',
  'cityRest',
  /** Country of each city: an index into the header's countries. */
  'cityCountry',
  /** Latitude + 90, then longitude + 180, in 1/10,000 degree, in 3 planes. */
  'cityLatitude',
  'cityLongitude',
  /** Inhabitants in 4 planes. */
  'cityPopulation',
  /** Other names of cities, sorted by folded name, then by city. */
  'aliasShared',
  'aliasRest',
  /** The city of each other name, in 3 planes. */
  'aliasCity',
  /** Airports, sorted by IATA code. The codes have no separator; the names are front-coded, as for cities. */
  'airportIata',
  'airportShared',
  'airportRest',
  'airportCountry',
  'airportLatitude',
  'airportLongitude',
] as const

export type SectionName = (typeof SECTIONS)[number]

/** The version increases when a reader of the old layout would misread the new layout. */
export const LAYOUT_VERSION = 1

export const UNITS_PER_DEGREE = 10_000

export interface FileHeader {
  readonly layout: number
  /** Version of the data, such as `geonames-2020-03-18`. */
  readonly version: string
  readonly countries: readonly string[]
  readonly cities: number
  readonly aliases: number
  readonly airports: number
  /** Length of each section in bytes. */
  readonly sections: Readonly<Record<SectionName, number>>
}
