import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceInMeters } from '../../src/geo/distance.ts'
import { Grid, type GridCell } from '../../src/geo/grid-cell.ts'
import type { Coordinates } from '../../src/model/place.ts'

const GRID = new Grid(500)
const REACH_METERS = 250
/** The grids of the keys, each with the reach of its lookups. */
const REACHES = [
  [GRID, REACH_METERS],
  [new Grid(100), 50],
  [new Grid(20_000), 10_000],
] as const

/** Returns the point that is some metres away in a direction, on the sphere. */
function moved([latitude, longitude]: Coordinates, meters: number, bearing: number): Coordinates {
  const angle = meters / 6_371_008.8
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing)
  const there = Math.asin(Math.min(1, Math.max(-1, sine)))
  const turned =
    lambda +
    Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * Math.sin(there))
  const degrees = (turned * 180) / Math.PI
  return [(there * 180) / Math.PI, ((((degrees + 180) % 360) + 360) % 360) - 180]
}

function has(cells: readonly GridCell[], { row, column }: GridCell): boolean {
  return cells.some((cell) => cell.row === row && cell.column === column)
}

/** Returns whether each of two points looks up the cell of the other. */
function seeEachOther(a: Coordinates, b: Coordinates, grid: Grid = GRID, reach: number = REACH_METERS): boolean {
  return has(grid.cellsWithin(a, reach), grid.cell(b)) && has(grid.cellsWithin(b, reach), grid.cell(a))
}

/** Inhabited latitudes, and the critical latitudes of a grid. */
const latitude = fc.oneof(
  fc.double({ min: -70, max: 75, noNaN: true }),
  fc.double({ min: -0.01, max: 0.01, noNaN: true }),
  fc.double({ min: 85, max: 89.99, noNaN: true }),
  fc.double({ min: -90, max: -85, noNaN: true }),
)
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: 179.99, max: 180, noNaN: true }),
  fc.double({ min: -0.005, max: 0.005, noNaN: true }),
)

describe('grid cells', () => {
  test.each(REACHES)('two points within reach always find each other: %#', (grid, reach) => {
    fc.assert(
      fc.property(
        latitude,
        longitude,
        fc.double({ min: 0, max: 0.9996, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (lat, lon, part, bearing) => {
          const from: Coordinates = [lat, lon]
          const to = moved(from, part * reach, bearing)
          fc.pre(distanceInMeters(from, to) <= 0.9998 * reach)
          return seeEachOther(from, to, grid, reach)
        },
      ),
      runs(1_500),
    )
  })

  test.each<[string, Coordinates, Coordinates]>([
    ['beside the north pole', [89.99785, 10], [89.9999, 10]],
    ['across the north pole', [89.9989, 10], [89.9989, -170]],
    ['the north pole itself', [90, 0], [89.998, 123]],
    ['across the south pole', [-89.9989, 60], [-89.9989, -120]],
    ['the south pole itself', [-90, 77], [-89.998, -77]],
    ['across the antimeridian', [-16.8, 179.9995], [-16.8, -179.9995]],
    ['across the equator', [0.001, 100], [-0.001, 100.0005]],
    ['180 degrees east is 180 degrees west', [10, 180], [10, -180]],
  ])('%s', (_what, a, b) => {
    expect(distanceInMeters(a, b)).toBeLessThan(REACH_METERS)
    expect(seeEachOther(a, b)).toBe(true)
  })

  test('the own cell comes first, all cells are distinct, and between the polar circles there are at most six', () => {
    fc.assert(
      fc.property(fc.double({ min: -66, max: 66, noNaN: true }), longitude, (lat, lon) => {
        for (const [grid, reach] of REACHES) {
          const cells = grid.cellsWithin([lat, lon], reach)
          const distinct = new Set(cells.map(({ row, column }) => `${row}:${column}`))
          expect(cells[0]).toEqual(grid.cell([lat, lon]))
          expect(distinct.size).toBe(cells.length)
          expect(cells.length).toBeLessThanOrEqual(6)
        }
      }),
      runs(1_000),
    )
  })

  test('a cell is about 500 metres: points a kilometre apart never share one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (lat, lon, bearing) => {
          const far = GRID.cell(moved([lat, lon], 1_000, bearing))
          const own = GRID.cell([lat, lon])
          return far.row !== own.row || far.column !== own.column
        },
      ),
    )
  })

  test('the position of a cell has 26 bits, and equal points have equal positions', () => {
    fc.assert(
      fc.property(latitude, longitude, (lat, lon) => {
        return REACHES.every(([grid]) => {
          const prefix = grid.spatialPrefix(grid.cell([lat, lon]))
          return Number.isInteger(prefix) && prefix >= 0 && prefix < 2 ** 26
        })
      }),
    )
    for (const corner of [
      [-90, -180],
      [-90, 180],
      [90, -180],
      [90, 180],
      [0, 0],
    ] as const) {
      const prefix = GRID.spatialPrefix(GRID.cell(corner))
      expect(prefix).toBeGreaterThanOrEqual(0)
      expect(prefix).toBeLessThan(2 ** 26)
    }
  })

  test('stored cells never change', () => {
    expect(GRID.cell([48.8566, 2.3522])).toMatchInlineSnapshot(`
      {
        "column": 26680,
        "row": 30880,
      }
    `)
    expect(GRID.cell([-33.8688, 151.2093])).toMatchInlineSnapshot(`
      {
        "column": 61158,
        "row": 12483,
      }
    `)
    expect(GRID.spatialPrefix(GRID.cell([48.8566, 2.3522]))).toMatchInlineSnapshot(`58756539`)
  })
})
