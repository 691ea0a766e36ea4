import type { Coordinates } from '../model/place.ts'

/**
 * Cells are part of what lies on disk, so nothing here depends on the runtime's trigonometry:
 * the cosine is our own.
 */
const METERS_PER_DEGREE = 111_195
/** What a reach is widened by, so that rounding loses nothing. */
const MARGIN = 1.000_001

/** A cell: its row from the south pole, its column from the antimeridian eastward. */
export interface GridCell {
  readonly row: number
  readonly column: number
}

/** Cosine of an angle of -90 to 90 degrees by its Taylor series to the 16th power (error below 1e-10). */
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
 * A grid of cells of about one height and that width or a little more, over the whole earth.
 * Rows follow latitude; each row is cut into as many equal columns as keep that width.
 */
export class Grid {
  readonly rows: number
  readonly #rowDegrees: number

  /** @param cellMeters - Height of a cell, 100 or more. */
  constructor(cellMeters: number) {
    this.#rowDegrees = cellMeters / METERS_PER_DEGREE
    this.rows = Math.ceil(180 / this.#rowDegrees)
  }

  /** The cell that holds a point. */
  cell([latitude, longitude]: Coordinates): GridCell {
    const row = this.row(latitude)
    return { row, column: this.column(row, longitude) }
  }

  row(latitude: number): number {
    return Math.min(this.rows - 1, Math.max(0, Math.floor((latitude + 90) / this.#rowDegrees)))
  }

  column(row: number, longitude: number): number {
    const columns = this.columns(row)
    const turned = (((longitude + 180) % 360) + 360) % 360
    return Math.min(columns - 1, Math.floor((turned / 360) * columns))
  }

  /** How many cells a row has. */
  columns(row: number): number {
    // The edge nearer to the equator is the longer one; the shorter decides, so that no cell is narrower than stated.
    const south = -90 + row * this.#rowDegrees
    const farther = Math.min(90, Math.max(Math.abs(south), Math.abs(south + this.#rowDegrees)))
    return Math.max(1, Math.floor((360 * cosineOfDegrees(farther)) / this.#rowDegrees))
  }

  /**
   * The cell of a point, first, and those of its neighbours that come within `meters` of it; at most four for
   * `meters` up to half a cell, but for the rows where the number of columns changes and the poles. Any point within
   * that distance lies in one of them.
   */
  cellsWithin(coordinates: Coordinates, meters: number): GridCell[] {
    const own = this.cell(coordinates)
    const reached = this.cellsInReach(coordinates, meters, Number.POSITIVE_INFINITY) ?? []
    return [own, ...reached.filter(({ row, column }) => row !== own.row || column !== own.column)]
  }

  /** 26 bits whose order is spatial: 13 bits of latitude and 13 of longitude, interleaved. About 2.4 x 4.9 km at the equator. */
  spatialPrefix({ row, column }: GridCell): number {
    const y = Math.floor((row / this.rows) * 8192)
    const x = Math.floor((column / this.columns(row)) * 8192)
    let prefix = 0
    for (let bit = 12; bit >= 0; bit--) prefix = prefix * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
    return prefix
  }

  /**
   * Every cell that has a point within `meters` of a point, and a few more; undefined when that
   * would be more than `most`.
   */
  cellsInReach([latitude, longitude]: Coordinates, meters: number, most: number): GridCell[] | undefined {
    const reach = (meters / METERS_PER_DEGREE) * MARGIN
    const halfWidth = longitudeReach(latitude, reach)
    const cells: GridCell[] = []
    const last = this.row(latitude + reach)
    for (let row = this.row(latitude - reach); row <= last; row++) {
      const columns = this.columns(row)
      const from = this.column(row, longitude - halfWidth)
      const span =
        halfWidth >= 180 ? columns : ((this.column(row, longitude + halfWidth) - from + columns) % columns) + 1
      // So wide that both ends fall into one cell from either side: all around.
      const count = halfWidth * 2 + 360 / columns >= 360 ? columns : span
      if (cells.length + count > most) return undefined
      for (let step = 0; step < count; step++) cells.push({ row, column: (from + step) % columns })
    }
    return cells
  }
}

/** Degrees of longitude that a circle reaches to either side; 180 when a pole is in it. */
function longitudeReach(latitude: number, reachDegrees: number): number {
  const farther = Math.abs(latitude) + reachDegrees
  if (farther >= 90) return 180
  // The widest place of a circle lies nearer to the pole than its centre, nearer to it than its edge.
  return Math.min(180, reachDegrees / Math.max(cosineOfDegrees(farther), 1e-9))
}
