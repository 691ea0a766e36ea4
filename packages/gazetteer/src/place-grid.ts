import type { Coordinates } from '@utpid/core'

const CELLS_PER_DEGREE = 2
const ROWS = 180 * CELLS_PER_DEGREE
const COLUMNS = 360 * CELLS_PER_DEGREE
const EARTH_RADIUS_METERS = 6_371_008.8
const RADIANS = Math.PI / 180
const MAX_PLACES = 1_000
/** The first search radius. It usually contains the nearest places, while a wide circle contains thousands. */
const FIRST_RADIUS_METERS = 16_000
const RADIUS_FACTOR = 4

/** Finds places near a point, by cells of half a degree. */
export class PlaceGrid {
  readonly #latitudes: Float64Array
  readonly #longitudes: Float64Array
  /** Start of each cell in `#places`, row by row from the south-west, with one more entry for the end. */
  readonly #starts: Uint32Array
  readonly #places: Uint32Array

  /**
   * @param latitudes - Degrees, one entry per place.
   * @param longitudes - Degrees, one entry per place.
   */
  constructor(latitudes: Float64Array, longitudes: Float64Array) {
    this.#latitudes = latitudes
    this.#longitudes = longitudes
    this.#starts = new Uint32Array(ROWS * COLUMNS + 1)
    this.#places = new Uint32Array(latitudes.length)
    this.#fill()
  }

  /**
   * Returns the places within a radius in metres, nearest first. Places at equal distances are sorted by index. The
   * result is empty for coordinates out of range.
   *
   * @throws {TypeError} if the radius is negative or not a number, or the limit is not an integer from 1 to 1,000.
   */
  near([latitude, longitude]: Coordinates, radiusMeters: number, limit: number): number[] {
    if (!(radiusMeters >= 0)) throw new TypeError(`radiusMeters is ${radiusMeters}: give 0 or more`)
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PLACES) {
      throw new TypeError(`limit is ${limit}: give an integer from 1 to ${MAX_PLACES}`)
    }
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return []

    let reach = Math.min(radiusMeters, FIRST_RADIUS_METERS)
    let found = this.#within(latitude, longitude, reach)
    while (found.length < limit && reach < radiusMeters) {
      reach = Math.min(radiusMeters, reach * RADIUS_FACTOR)
      found = this.#within(latitude, longitude, reach)
    }
    found.sort((left, right) => left.chord - right.chord || left.place - right.place)
    return found.slice(0, limit).map(({ place }) => place)
  }

  #within(latitude: number, longitude: number, radiusMeters: number): { place: number; chord: number }[] {
    const angle = Math.min(Math.PI, radiusMeters / EARTH_RADIUS_METERS)
    // Chords sort in the same order as distances and need no arcsine.
    const longestChord = Math.sin(angle / 2) ** 2
    const cosine = Math.cos(latitude * RADIANS)
    const found: { place: number; chord: number }[] = []
    this.#visitCells(latitude, longitude, angle, (place) => {
      const halfLatitude = Math.sin((((this.#latitudes[place] ?? 0) - latitude) * RADIANS) / 2)
      const halfLongitude = Math.sin((((this.#longitudes[place] ?? 0) - longitude) * RADIANS) / 2)
      const chord =
        halfLatitude * halfLatitude +
        cosine * Math.cos((this.#latitudes[place] ?? 0) * RADIANS) * halfLongitude * halfLongitude
      if (chord <= longestChord) found.push({ place, chord })
    })
    return found
  }

  #visitCells(latitude: number, longitude: number, angle: number, visit: (place: number) => void): void {
    const degrees = angle / RADIANS
    const south = latitude - degrees
    const north = latitude + degrees
    // Near a pole, a circle contains places of every longitude.
    const containsPole = south <= -90 || north >= 90
    const halfWidth = containsPole
      ? 180
      : Math.asin(Math.min(1, Math.sin(angle) / Math.cos(latitude * RADIANS))) / RADIANS
    const west = Math.floor((longitude - halfWidth + 180) * CELLS_PER_DEGREE)
    const columns = Math.min(COLUMNS, Math.floor((longitude + halfWidth + 180) * CELLS_PER_DEGREE) - west + 1)
    for (let row = rowOf(south); row <= rowOf(north); row++) {
      for (let step = 0; step < columns; step++) {
        const cell = row * COLUMNS + ((((west + step) % COLUMNS) + COLUMNS) % COLUMNS)
        for (let slot = this.#starts[cell] ?? 0; slot < (this.#starts[cell + 1] ?? 0); slot++) {
          const place = this.#places[slot] ?? 0
          // A cell has hundreds of places around a large city. The comparison of latitudes excludes most of these
          // places.
          const at = this.#latitudes[place] ?? 0
          if (at >= south && at <= north) visit(place)
        }
      }
    }
  }

  /** Sorts places by cell, then by index (counting sort). */
  #fill(): void {
    const cells = new Uint32Array(this.#places.length)
    for (let place = 0; place < cells.length; place++) {
      const column = Math.floor(((this.#longitudes[place] ?? 0) + 180) * CELLS_PER_DEGREE) % COLUMNS
      const cell = rowOf(this.#latitudes[place] ?? 0) * COLUMNS + column
      cells[place] = cell
      this.#starts[cell + 1] = (this.#starts[cell + 1] ?? 0) + 1
    }
    for (let cell = 0; cell < ROWS * COLUMNS; cell++) {
      this.#starts[cell + 1] = (this.#starts[cell + 1] ?? 0) + (this.#starts[cell] ?? 0)
    }
    const next = this.#starts.slice()
    for (let place = 0; place < cells.length; place++) {
      const cell = cells[place] ?? 0
      const slot = next[cell] ?? 0
      this.#places[slot] = place
      next[cell] = slot + 1
    }
  }
}

function rowOf(latitude: number): number {
  return Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) * CELLS_PER_DEGREE)))
}
