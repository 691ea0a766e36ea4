import type { Coordinates } from '../model/place.ts'
import { Grid } from './grid-cell.ts'

/**
 * Grids for finding products in a circle, finest grid first. A product is in one cell of each grid. The search covers a
 * circle with cells of the finest grid that needs at most {@link MAX_CELLS} cells. If no grid is fine enough, it uses
 * the coarsest grid.
 */
const LEVELS = [1_000, 8_000, 64_000].map((meters, level) => ({ level, grid: new Grid(meters) }))
/**
 * The maximum number of cells of a circle. A circle of 3 km has about 50 cells of 1 km, and a circle of 24 km has about
 * 50 cells of 8 km.
 */
const MAX_CELLS = 64

/** Returns the names of the cells that contain a point, one cell of each grid. */
export function cellsOf(coordinates: Coordinates): string[] {
  return LEVELS.map(({ level, grid }) => {
    const { row, column } = grid.cell(coordinates)
    return cellName(level, row, column)
  })
}

/**
 * Returns the names of cells that together cover a circle, even across the 180th meridian and over a pole.
 *
 * @param radiusMeters - Up to a few hundred kilometres.
 */
export function cellsCovering(center: Coordinates, radiusMeters: number): string[] {
  for (const { level, grid } of LEVELS) {
    const cells = grid.cellsWithinRadius(center, radiusMeters, level === LEVELS.length - 1 ? Infinity : MAX_CELLS)
    if (cells !== undefined) return cells.map(({ row, column }) => cellName(level, row, column))
  }
  return []
}

function cellName(level: number, row: number, column: number): string {
  return `${level}.${row}.${column}`
}
