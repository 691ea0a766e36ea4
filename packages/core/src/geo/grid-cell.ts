import type { Coordinates } from '../model/place.ts'

/**
 * Metres per degree of latitude. The registry stores cells, so this file must not depend on the trigonometry of the
 * runtime. Therefore, it contains its own cosine.
 */
const METERS_PER_DEGREE = 111_195
/** A factor that increases a radius, so that rounding loses no cell. */
const MARGIN = 1.000_001

/** A cell of a grid: its row, counted from the south pole, and its column, counted eastward from the antimeridian. */
export interface GridCell {
  readonly row: number
  readonly column: number
}

/** Returns the cosine of an angle from -90 to 90 degrees by its Taylor series to the 20th power (error below 1e-10). */
function cosineOfDegrees(degrees: number): number {
  const square = ((degrees * Math.PI) / 180) ** 2
  let term = 1
  let sum = 1
  for (let power = 2; power <= 20; power += 2) {
    term *= -square / (power * (power - 1))
    sum += term
  }
  return sum
}

/**
 * A grid of cells over the whole earth. All cells have the same height, and each is at least as wide as high. Rows
 * follow latitude. Each row is divided into the largest number of equal columns that keeps this minimum width.
 */
export class Grid {
  readonly rows: number
  readonly #rowDegrees: number

  /**
   * Creates a grid.
   *
   * @param cellMeters - Height of a cell in metres, 100 or more.
   */
  constructor(cellMeters: number) {
    this.#rowDegrees = cellMeters / METERS_PER_DEGREE
    this.rows = Math.ceil(180 / this.#rowDegrees)
  }

  /** Returns the cell that contains a point. */
  cell([latitude, longitude]: Coordinates): GridCell {
    const row = this.row(latitude)
    return { row, column: this.column(row, longitude) }
  }

  row(latitude: number): number {
    return Math.min(this.rows - 1, Math.max(0, Math.floor((latitude + 90) / this.#rowDegrees)))
  }

  column(row: number, longitude: number): number {
    const columns = this.columns(row)
    const normalised = (((longitude + 180) % 360) + 360) % 360
    return Math.min(columns - 1, Math.floor((normalised / 360) * columns))
  }

  /** Returns the number of cells of a row. */
  columns(row: number): number {
    // The edge nearer to the equator is longer. The shorter edge decides, so that no cell is too narrow.
    const south = -90 + row * this.#rowDegrees
    const farther = Math.min(90, Math.max(Math.abs(south), Math.abs(south + this.#rowDegrees)))
    return Math.max(1, Math.floor((360 * cosineOfDegrees(farther)) / this.#rowDegrees))
  }

  /**
   * Returns the cell of a point, followed by the neighbouring cells within `meters` of this point. One of these cells
   * contains any point within that distance. For `meters` up to half a cell, there are at most four cells, except near
   * the poles and near rows where the number of columns changes.
   */
  cellsWithin(coordinates: Coordinates, meters: number): GridCell[] {
    const own = this.cell(coordinates)
    const reached = this.cellsWithinRadius(coordinates, meters, Number.POSITIVE_INFINITY) ?? []
    return [own, ...reached.filter(({ row, column }) => row !== own.row || column !== own.column)]
  }

  /**
   * Returns 26 bits in spatial order: 13 bits of latitude and 13 bits of longitude, interleaved. One value covers about
   * 2.4 x 4.9 km at the equator.
   */
  spatialPrefix({ row, column }: GridCell): number {
    const y = Math.floor((row / this.rows) * 8192)
    const x = Math.floor((column / this.columns(row)) * 8192)
    let prefix = 0
    for (let bit = 12; bit >= 0; bit--) prefix = prefix * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
    return prefix
  }

  /**
   * Returns every cell that contains a point within `meters` of the given point, and a few more cells. Returns
   * undefined if there are more than `maxCells` cells.
   */
  cellsWithinRadius([latitude, longitude]: Coordinates, meters: number, maxCells: number): GridCell[] | undefined {
    const reach = (meters / METERS_PER_DEGREE) * MARGIN
    const halfWidth = longitudeRadius(latitude, reach)
    const cells: GridCell[] = []
    const last = this.row(latitude + reach)
    for (let row = this.row(latitude - reach); row <= last; row++) {
      const columns = this.columns(row)
      const from = this.column(row, longitude - halfWidth)
      const span =
        halfWidth >= 180 ? columns : ((this.column(row, longitude + halfWidth) - from + columns) % columns) + 1
      // If the circle is so wide that both ends are in one cell, the circle covers the whole row.
      const count = halfWidth * 2 + 360 / columns >= 360 ? columns : span
      if (cells.length + count > maxCells) return undefined
      for (let step = 0; step < count; step++) cells.push({ row, column: (from + step) % columns })
    }
    return cells
  }
}

/** Returns how many degrees of longitude a circle extends to the east and to the west; 180 if it contains a pole. */
function longitudeRadius(latitude: number, reachDegrees: number): number {
  const farther = Math.abs(latitude) + reachDegrees
  if (farther >= 90) return 180
  // The widest part of a circle is between the latitudes of its centre and its edge towards the pole.
  return Math.min(180, reachDegrees / Math.max(cosineOfDegrees(farther), 1e-9))
}
