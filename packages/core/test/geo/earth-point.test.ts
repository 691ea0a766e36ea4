import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceInMeters } from '../../src/geo/distance.ts'
import { earthPoint, groundMeters, squaredDistance, squaredReach } from '../../src/geo/earth-point.ts'
import type { Coordinates } from '../../src/model/place.ts'

const latitudes = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0))
const longitudes = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0))
const coordinates: fc.Arbitrary<Coordinates> = fc.tuple(latitudes, longitudes)

describe('a point of the earth', () => {
  test('is whole decimetres on a sphere, the same for both names of the 180th meridian and of a pole', () => {
    expect(earthPoint([0, 0])).toEqual([63_710_088, 0, 0])
    expect(earthPoint([90, 17])).toEqual([0, 0, 63_710_088])
    expect(earthPoint([12, 180])).toEqual(earthPoint([12, -180]))
  })

  test('contains only numbers that JSON preserves: no -0', () => {
    fc.assert(
      fc.property(coordinates, (at) => {
        const point = earthPoint(at)
        expect(JSON.parse(JSON.stringify(point))).toStrictEqual(point)
      }),
    )
  })

  test('is as far from another point as along the ground, to the metre', () => {
    fc.assert(
      fc.property(coordinates, coordinates, (a, b) => {
        const meters = groundMeters(squaredDistance(earthPoint(a), earthPoint(b)))
        // Near the antipode, a decimetre of straight distance is many metres on the ground.
        const far = distanceInMeters(a, b)
        if (far < 10_000_000) expect(Math.abs(meters - far)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('is within a radius when it is within as many metres, give or take a foot', () => {
    fc.assert(
      fc.property(coordinates, coordinates, fc.double({ min: 1, max: 50_000, noNaN: true }), (a, b, radius) => {
        const close: Coordinates = [Math.max(-90, Math.min(90, a[0] + b[0] / 400)), a[1]]
        const isWithin = squaredDistance(earthPoint(a), earthPoint(close)) <= squaredReach(radius)
        const meters = distanceInMeters(a, close)
        if (Math.abs(meters - radius) > 0.3) expect(isWithin).toBe(meters < radius)
      }),
    )
  })
})
