import type { Gazetteer } from '@utpid/core'
import type { GazetteerAirport, GazetteerCity } from '@utpid/core/scoring'
import { PLACES } from '../noise/noise-table.ts'
import type { Random } from '../random/random.ts'
import { MAIN_AIRPORTS } from './city-traits.ts'
import { COUNTRIES, type CountryTraits } from './country-traits.ts'

const POPULATION_MIN = 1_500
const AIRPORT_RADIUS_METERS = 60_000
const AIRPORT_TRIES = 6
const ALWAYS = 10_000
/** Airports without scheduled flights. */
const MINOR_AIRPORT = /heli|airfield|air ?base|seaplane|railway|station|aerodrome/i

interface CountryCities {
  readonly traits: CountryTraits
  readonly cities: readonly GazetteerCity[]
  /** Cumulative sums of the cities' weights. */
  readonly sums: Float64Array
  readonly destinations: readonly (readonly [city: GazetteerCity, weight: number])[]
}

export interface CityChoice {
  readonly city: GazetteerCity
  readonly country: CountryTraits
  readonly isDestination: boolean
}

/**
 * Real cities, drawn in proportion to travellers. A draw picks a country, and in this country a well-known destination
 * or a city by its size.
 */
export interface CityPool {
  pick(random: Random): CityChoice
  /** Picks a well-known destination, or any city if the gazetteer has no such destination. */
  pickDestination(random: Random): CityChoice
  /** Picks a city with an airport within 60 km. */
  pickWithAirport(random: Random): CityChoice & { readonly airport: GazetteerAirport }
}

/**
 * Returns the population to the power of 11/16, computed with square roots. Square roots are exact on every machine;
 * powers are not.
 */
function cityWeight(population: number): number {
  const half = Math.sqrt(population)
  const eighth = Math.sqrt(Math.sqrt(half))
  return Math.ceil(half * eighth * Math.sqrt(eighth))
}

function runningSums(cities: readonly GazetteerCity[]): Float64Array {
  const sums = new Float64Array(cities.length)
  let sum = 0
  for (const [index, city] of cities.entries()) {
    sum += cityWeight(city.population)
    sums[index] = sum
  }
  return sums
}

function cityAt({ cities, sums }: CountryCities, random: Random): GazetteerCity {
  const total = sums.at(-1) ?? 0
  const target = Math.floor((random.next() / 4_294_967_296) * total)
  let low = 0
  let high = cities.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sums[middle] ?? 0) > target) high = middle
    else low = middle + 1
  }
  const city = cities[low]
  if (city === undefined) throw new TypeError('a country of the pool has no city: leave such countries out')
  return city
}

/** @throws {TypeError} if the gazetteer has no city in any country of the generator. */
export function createCityPool(gazetteer: Gazetteer): CityPool {
  const byCountry = new Map<string, GazetteerCity[]>(COUNTRIES.map(({ code }) => [code, []]))
  for (const city of gazetteer.cities()) {
    if (city.population >= POPULATION_MIN) byCountry.get(city.country)?.push(city)
  }
  const countries: (readonly [CountryCities, number])[] = []
  for (const traits of COUNTRIES) {
    const cities = byCountry.get(traits.code) ?? []
    if (cities.length === 0) continue
    const found = traits.destinations.flatMap((name) => gazetteer.citiesByName(name, traits.code).slice(0, 1))
    const destinations = found.map((city, rank) => [city, Math.floor(120 / (rank + 1))] as const)
    countries.push([{ traits, cities, sums: runningSums(cities), destinations }, traits.weight])
  }
  if (countries.length === 0) {
    const codes = COUNTRIES.map(({ code }) => code).join(', ')
    throw new TypeError(`the gazetteer ${gazetteer.version} has no city in ${codes}: give another gazetteer`)
  }

  function pick(random: Random): CityChoice {
    return pickIn(random, PLACES.destination)
  }

  function pickDestination(random: Random): CityChoice {
    return pickIn(random, ALWAYS)
  }

  function pickIn(random: Random, destinationShare: number): CityChoice {
    const country = random.weighted(countries)
    const isDestination = country.destinations.length > 0 && random.chance(destinationShare)
    const city = isDestination ? random.weighted(country.destinations) : cityAt(country, random)
    return { city, country: country.traits, isDestination }
  }

  const airportsOf = new Map<number, readonly GazetteerAirport[]>()
  function airportsFor(city: GazetteerCity): readonly GazetteerAirport[] {
    const known = airportsOf.get(city.id)
    if (known !== undefined) return known
    const near = gazetteer.airportsNear(city.coordinates, AIRPORT_RADIUS_METERS, 50)
    const home = near.filter(({ country, name }) => country === city.country && !MINOR_AIRPORT.test(name))
    const main = home.filter(({ iata }) => MAIN_AIRPORTS.has(iata))
    const airports = main.length > 0 ? main : home.slice(0, 1)
    airportsOf.set(city.id, airports)
    return airports
  }

  function pickWithAirport(random: Random): CityChoice & { readonly airport: GazetteerAirport } {
    for (let attempt = 0; attempt < AIRPORT_TRIES; attempt++) {
      const choice = pick(random)
      const airports = airportsFor(choice.city)
      if (airports.length > 0) return { ...choice, airport: random.pick(airports) }
    }
    for (const [{ destinations, traits }] of countries) {
      for (const [city] of destinations) {
        const [airport] = airportsFor(city)
        if (airport !== undefined) return { city, country: traits, isDestination: true, airport }
      }
    }
    throw new TypeError(`the gazetteer ${gazetteer.version} has no airport near a destination: give another gazetteer`)
  }

  return { pick, pickDestination, pickWithAirport }
}
