/**
 * The layout of `data/gazetteer.bin.br`, shared with the script that writes it: Brotli over
 * one line of JSON (the header) and the sections in the order below.
 *
 * Numbers are stored in planes: all high bytes, then all next bytes, down to the low ones.
 * Similar bytes stand together, which is what a compressor wants. Texts are sorted and
 * front-coded: how many bytes a text shares with the one before it (`...Shared`, a byte each)
 * and the rest (`...Rest`, each ended by a newline).
 */
export const SECTIONS = [
  /** Names of cities by folded name, then most populous first: a city's place in this order is its id. */
  'cityShared',
  'cityRest',
  /** Index into the header's countries. */
  'cityCountry',
  /** Latitude + 90, then longitude + 180, in 1/10,000 degree, in 3 planes. */
  'cityLatitude',
  'cityLongitude',
  /** Inhabitants in 4 planes. */
  'cityPopulation',
  /** Other names of cities by folded name, then city. */
  'aliasShared',
  'aliasRest',
  /** The city of each other name, in 3 planes. */
  'aliasCity',
  /** Airports by IATA code: the codes without a separator, the names like those of cities. */
  'airportIata',
  'airportShared',
  'airportRest',
  'airportCountry',
  'airportLatitude',
  'airportLongitude',
] as const

export type SectionName = (typeof SECTIONS)[number]

/** Raised when a reader of the old layout would misread the new one. */
export const LAYOUT_VERSION = 1

export const UNITS_PER_DEGREE = 10_000

export interface FileHeader {
  readonly layout: number
  /** Of the data, such as `geonames-2020-03-18`. */
  readonly version: string
  readonly countries: readonly string[]
  readonly cities: number
  readonly aliases: number
  readonly airports: number
  /** Length of each section in bytes. */
  readonly sections: Readonly<Record<SectionName, number>>
}
