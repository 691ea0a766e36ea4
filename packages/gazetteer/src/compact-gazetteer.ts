import type { Coordinates, Gazetteer } from '@utpid/core'
import { fold, type GazetteerAirport, type GazetteerCity } from '@utpid/core/scoring'
import { LRUCache } from 'lru-cache'
import { type GazetteerFile, readPlanes } from './gazetteer-file.ts'
import { NameIndex } from './name-index.ts'
import { PlaceColumns } from './place-columns.ts'
import { TextColumn } from './text-column.ts'

const POPULATION_PLANES = 4
const ALIAS_CITY_PLANES = 3
const IATA_LETTERS = 3
const MAX_CITIES_BY_NAME = 50
/** Maximum number of cached lookups by name. A feed has few cities and repeats them. */
const MAX_CACHED_NAMES = 8_192

/**
 * A gazetteer over the columns of one file. Cities and airports become objects only when they are returned. Recent
 * results of lookups by name are cached.
 */
export class CompactGazetteer implements Gazetteer {
  readonly version: string
  readonly #cityNames: TextColumn
  readonly #cityNameIndex: NameIndex
  readonly #cityPlaces: PlaceColumns
  readonly #populations: Uint32Array
  readonly #aliases: TextColumn
  readonly #aliasIndex: NameIndex
  /** The city of each alias. */
  readonly #aliasCities: Uint32Array
  readonly #airportCodes: Buffer
  readonly #airportNames: TextColumn
  readonly #airportPlaces: PlaceColumns
  #aliasesByCity: { readonly starts: Uint32Array; readonly aliases: Uint32Array } | undefined
  #airportByCode: ReadonlyMap<string, number> | undefined
  readonly #citiesByName = new LRUCache<string, readonly GazetteerCity[]>({ max: MAX_CACHED_NAMES })

  constructor(file: GazetteerFile) {
    const { countries, version } = file.header
    this.version = version
    this.#cityNames = new TextColumn(file.section('cityShared'), file.section('cityRest'))
    this.#cityNameIndex = new NameIndex(this.#cityNames)
    this.#cityPlaces = new PlaceColumns(
      countries,
      file.section('cityCountry'),
      file.section('cityLatitude'),
      file.section('cityLongitude'),
    )
    this.#populations = readPlanes(file.section('cityPopulation'), POPULATION_PLANES)
    this.#aliases = new TextColumn(file.section('aliasShared'), file.section('aliasRest'))
    this.#aliasIndex = new NameIndex(this.#aliases)
    this.#aliasCities = readPlanes(file.section('aliasCity'), ALIAS_CITY_PLANES)
    this.#airportCodes = file.section('airportIata')
    this.#airportNames = new TextColumn(file.section('airportShared'), file.section('airportRest'))
    this.#airportPlaces = new PlaceColumns(
      countries,
      file.section('airportCountry'),
      file.section('airportLatitude'),
      file.section('airportLongitude'),
    )
  }

  *cities(): Generator<GazetteerCity> {
    for (let id = 0; id < this.#cityNames.length; id++) yield this.#city(id)
  }

  citiesByName(name: string, country?: string): readonly GazetteerCity[] {
    const folded = fold(name)
    if (folded === '') return []
    const countryCode = country?.toUpperCase()
    const cacheKey = `${countryCode ?? ''}\n${folded}`
    const cached = this.#citiesByName.get(cacheKey)
    if (cached !== undefined) return cached
    const cities = this.#findCities(folded, countryCode)
    this.#citiesByName.set(cacheKey, cities)
    return cities
  }

  #findCities(folded: string, countryCode: string | undefined): readonly GazetteerCity[] {
    const ids = new Set<number>()
    const [firstCity, endCity] = this.#cityNameIndex.range(folded)
    for (let id = firstCity; id < endCity; id++) ids.add(id)
    const [firstAlias, endAlias] = this.#aliasIndex.range(folded)
    for (let alias = firstAlias; alias < endAlias; alias++) ids.add(this.#aliasCities[alias] ?? 0)
    const cities = [...ids]
      .filter((id) => countryCode === undefined || this.#cityPlaces.country(id) === countryCode)
      .sort((left, right) => (this.#populations[right] ?? 0) - (this.#populations[left] ?? 0) || left - right)
      .slice(0, MAX_CITIES_BY_NAME)
      .map((id) => this.#city(id))
    for (const city of cities) {
      Object.freeze(city.coordinates)
      Object.freeze(city.aliases)
      Object.freeze(city)
    }
    return Object.freeze(cities)
  }

  citiesNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerCity[] {
    return this.#cityPlaces.near(coordinates, radiusMeters, limit).map((id) => this.#city(id))
  }

  *airports(): Generator<GazetteerAirport> {
    for (let index = 0; index < this.#airportNames.length; index++) yield this.#airport(index)
  }

  airport(iata: string): GazetteerAirport | undefined {
    this.#airportByCode ??= new Map(
      Array.from({ length: this.#airportNames.length }, (_, index) => [this.#iata(index), index]),
    )
    const index = this.#airportByCode.get(iata.toUpperCase())
    return index === undefined ? undefined : this.#airport(index)
  }

  airportsNear(coordinates: Coordinates, radiusMeters: number, limit: number): readonly GazetteerAirport[] {
    return this.#airportPlaces.near(coordinates, radiusMeters, limit).map((index) => this.#airport(index))
  }

  #city(id: number): GazetteerCity {
    return {
      id,
      name: this.#cityNames.at(id),
      country: this.#cityPlaces.country(id),
      coordinates: this.#cityPlaces.coordinates(id),
      population: this.#populations[id] ?? 0,
      aliases: this.#aliasesOf(id),
    }
  }

  #aliasesOf(id: number): string[] {
    this.#aliasesByCity ??= groupByCity(this.#aliasCities, this.#cityNames.length)
    const { starts, aliases } = this.#aliasesByCity
    const names: string[] = []
    for (let slot = starts[id] ?? 0; slot < (starts[id + 1] ?? 0); slot++)
      names.push(this.#aliases.at(aliases[slot] ?? 0))
    return names
  }

  #airport(index: number): GazetteerAirport {
    return {
      iata: this.#iata(index),
      name: this.#airportNames.at(index),
      country: this.#airportPlaces.country(index),
      coordinates: this.#airportPlaces.coordinates(index),
    }
  }

  #iata(index: number): string {
    return this.#airportCodes.toString('latin1', index * IATA_LETTERS, (index + 1) * IATA_LETTERS)
  }
}

/** Returns the aliases of each city in their original order, by a counting sort over the cities. */
function groupByCity(aliasCities: Uint32Array, cities: number): { starts: Uint32Array; aliases: Uint32Array } {
  const starts = new Uint32Array(cities + 1)
  for (const city of aliasCities) starts[city + 1] = (starts[city + 1] ?? 0) + 1
  for (let city = 0; city < cities; city++) starts[city + 1] = (starts[city + 1] ?? 0) + (starts[city] ?? 0)
  const next = starts.slice()
  const aliases = new Uint32Array(aliasCities.length)
  for (const [alias, city] of aliasCities.entries()) {
    const slot = next[city] ?? 0
    aliases[slot] = alias
    next[city] = slot + 1
  }
  return { starts, aliases }
}
