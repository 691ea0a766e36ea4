import type { Coordinates } from '../model/place.ts'

/**
 * A grid of cells about 500 m high and 500 m or a little more wide, over the whole earth.
 * Rows follow latitude; each row is cut into as many equal columns as keep that width.
 * Cells are part of what lies on disk, so nothing here depends on the runtime's
 * trigonometry: the cosine is our own.
 */
const METERS_PER_DEGREE = 111_195
const CELL_METERS = 500
const ROW_DEGREES = CELL_METERS / METERS_PER_DEGREE
const ROWS = Math.ceil(180 / ROW_DEGREES)

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

function columnsOfRow(row: number): number {
  // The edge nearer to the equator is the longer one; the shorter decides, so that no cell is narrower than stated.
  const south = -90 + row * ROW_DEGREES
  const farther = Math.min(90, Math.max(Math.abs(south), Math.abs(south + ROW_DEGREES)))
  return Math.max(1, Math.floor((360 * cosineOfDegrees(farther)) / ROW_DEGREES))
}

/** The cell that holds a point. */
export function gridCell([latitude, longitude]: Coordinates): GridCell {
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) / ROW_DEGREES)))
  return { row, column: columnInRow(row, longitude) }
}

function columnInRow(row: number, longitude: number): number {
  const columns = columnsOfRow(row)
  const turned = (((longitude + 180) % 360) + 360) % 360
  return Math.min(columns - 1, Math.floor((turned / 360) * columns))
}

/**
 * The cell of a point and those of its neighbours that come within `meters` of it, the
 * point's own first; at most four for `meters` up to half a cell, but for the poles.
 * Any point within that distance lies in one of them.
 */
export function gridCellsWithin([latitude, longitude]: Coordinates, meters: number): GridCell[] {
  const reachLatitude = meters / METERS_PER_DEGREE
  const own = gridCell([latitude, longitude])
  const cells = [own]
  for (const reached of [latitude, latitude - reachLatitude, latitude + reachLatitude]) {
    // Beyond a pole lies what is across it; its rows are of one column.
    const at = Math.min(90, Math.max(-90, reached))
    const row = Math.min(ROWS - 1, Math.max(0, Math.floor((at + 90) / ROW_DEGREES)))
    const shrink = Math.max(cosineOfDegrees(Math.min(90, Math.abs(at))), 1e-6)
    const reachLongitude = Math.min(180, reachLatitude / shrink)
    for (const eastward of [0, -reachLongitude, reachLongitude]) {
      const column = columnInRow(row, longitude + eastward)
      if (!cells.some((cell) => cell.row === row && cell.column === column)) cells.push({ row, column })
    }
  }
  return cells
}

/** 26 bits whose order is spatial: 13 bits of latitude and 13 of longitude, interleaved. About 2.4 x 4.9 km at the equator. */
export function spatialPrefix({ row, column }: GridCell): number {
  const y = Math.floor((row / ROWS) * 8192)
  const x = Math.floor((column / columnsOfRow(row)) * 8192)
  let prefix = 0
  for (let bit = 12; bit >= 0; bit--) prefix = prefix * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
  return prefix
}
