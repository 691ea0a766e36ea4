import type { Coordinates } from '../model/place.ts'
import { Grid } from './grid-cell.ts'

/**
 * Grids by which products in a circle are found, the finest first. A product carries its cell of
 * each, and a circle is covered with cells of the finest grid that needs few of them.
 */
const LEVELS = [1_000, 8_000, 64_000].map((meters, level) => ({ level, grid: new Grid(meters) }))
/** A circle of 3 km takes about 50 cells of 1 km, one of 24 km as many of 8 km. */
const CELLS_MOST = 64

/** Names of the cells that hold a point, one of each grid. */
export function cellsOf(coordinates: Coordinates): string[] {
  return LEVELS.map(({ level, grid }) => {
    const { row, column } = grid.cell(coordinates)
    return cellName(level, row, column)
  })
}

/**
 * Names of cells that together cover a circle, also across the 180th meridian and over a pole.
 *
 * @param radiusMeters - Up to a few hundred kilometres.
 */
export function cellsCovering(center: Coordinates, radiusMeters: number): string[] {
  for (const { level, grid } of LEVELS) {
    const cells = grid.cellsInReach(center, radiusMeters, level === LEVELS.length - 1 ? Infinity : CELLS_MOST)
    if (cells !== undefined) return cells.map(({ row, column }) => cellName(level, row, column))
  }
  return []
}

function cellName(level: number, row: number, column: number): string {
  return `${level}.${row}.${column}`
}
