import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceInMeters } from '../../src/geo/distance.ts'
import type { Coordinates } from '../../src/model/place.ts'

const point: fc.Arbitrary<Coordinates> = fc.tuple(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
)
const HALF_TURN = Math.PI * 6_371_008.8

describe('distance', () => {
  test.each<[string, Coordinates, Coordinates, number]>([
    ['equal points', [48.8566, 2.3522], [48.8566, 2.3522], 0],
    ['the poles', [90, 0], [-90, 0], HALF_TURN],
    ['antipodes on the equator', [0, 0], [0, 180], HALF_TURN],
    ['antipodes anywhere', [48.8566, 2.3522], [-48.8566, -177.6478], HALF_TURN],
    ['one degree of latitude', [10, 20], [11, 20], 111_195],
    ['one degree of longitude at 60 degrees', [60, 20], [60, 21], 55_597],
    ['across the antimeridian', [0, 179.9995], [0, -179.9995], 111.195],
    ['two longitudes at the pole', [90, 10], [90, -120], 0],
    ['Paris to Berlin', [48.8566, 2.3522], [52.52, 13.405], 877_463],
  ])('%s', (_what, a, b, meters) => {
    expect(Math.abs(distanceInMeters(a, b) - meters)).toBeLessThanOrEqual(Math.max(0.01, meters * 1e-5))
  })

  test('is symmetric, never negative and never beyond half the earth', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const meters = distanceInMeters(a, b)
        return meters === distanceInMeters(b, a) && meters >= 0 && meters <= HALF_TURN + 1
      }),
    )
  })
})
