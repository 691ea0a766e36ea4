import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsCovering, cellsOf } from '../../src/geo/circle-cells.ts'
import { distanceInMeters } from '../../src/geo/distance.ts'
import type { Coordinates } from '../../src/model/place.ts'

const RADIANS = Math.PI / 180
const EARTH_RADIUS_METERS = 6_371_008.8

/** Returns the point that is some metres away in a direction. */
function goneFrom([latitude, longitude]: Coordinates, bearing: number, meters: number): Coordinates {
  const angle = meters / EARTH_RADIUS_METERS
  const from = latitude * RADIANS
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing)
  const to = Math.asin(Math.max(-1, Math.min(1, sine)))
  const turn = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  )
  return [to / RADIANS, ((longitude + turn / RADIANS + 540) % 360) - 180]
}

const centres: fc.Arbitrary<Coordinates> = fc.tuple(
  fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, -89.999, 89.6, 89.95, 90)),
  fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, -179.9999, 179.9999, 180)),
)

describe('the cells that cover a circle', () => {
  test('contain every point of it, also over a pole and across the 180th meridian', () => {
    fc.assert(
      fc.property(
        centres,
        fc.integer({ min: 1, max: 50_000 }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        fc.oneof(fc.constant(0.9999), fc.double({ min: 0, max: 0.9999, noNaN: true })),
        (centre, radius, bearing, share) => {
          const point = goneFrom(centre, bearing, radius * share)
          if (distanceInMeters(centre, point) > radius) return
          const covering = new Set(cellsCovering(centre, radius))
          expect(cellsOf(point).filter((cell) => covering.has(cell)).length).toBe(1)
        },
      ),
      runs(3_000),
    )
  })

  test('are few and distinct', () => {
    fc.assert(
      fc.property(centres, fc.integer({ min: 1, max: 50_000 }), (centre, radius) => {
        const cells = cellsCovering(centre, radius)
        expect(cells.length).toBeLessThanOrEqual(64)
        expect(new Set(cells).size).toBe(cells.length)
      }),
    )
  })
})
