import type { Coordinates } from '@utpid/core'
import { UNITS_PER_DEGREE } from './file-layout.ts'
import { readPlanes } from './gazetteer-file.ts'
import { PlaceGrid } from './place-grid.ts'

const COORDINATE_PLANES = 3

/** Country and position of many places. The first search by position builds the grid. */
export class PlaceColumns {
  readonly #countries: readonly string[]
  readonly #country: Uint8Array
  readonly #latitude: Float64Array
  readonly #longitude: Float64Array
  #grid: PlaceGrid | undefined

  constructor(countries: readonly string[], country: Uint8Array, latitude: Uint8Array, longitude: Uint8Array) {
    this.#countries = countries
    this.#country = country
    this.#latitude = degrees(latitude, 90)
    this.#longitude = degrees(longitude, 180)
  }

  country(place: number): string {
    return this.#countries[this.#country[place] ?? 0] ?? 'ZZ'
  }

  coordinates(place: number): Coordinates {
    return [this.#latitude[place] ?? 0, this.#longitude[place] ?? 0]
  }

  near(coordinates: Coordinates, radiusMeters: number, limit: number): number[] {
    this.#grid ??= new PlaceGrid(this.#latitude, this.#longitude)
    return this.#grid.near(coordinates, radiusMeters, limit)
  }
}

function degrees(bytes: Uint8Array, origin: number): Float64Array {
  // Subtract in whole units: this gives 48.8534 instead of 48.85339999999999.
  return Float64Array.from(
    readPlanes(bytes, COORDINATE_PLANES),
    (units) => (units - origin * UNITS_PER_DEGREE) / UNITS_PER_DEGREE,
  )
}
