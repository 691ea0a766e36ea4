import { runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AIRPORT_SCALE, ALONE_SCALE, NAMED_SCALE } from '../../src/blocking/keys/key-scale.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { Coordinates } from '../../src/model/place.ts'

test('a key lookup reaches the same points from a record and from a feature view', () => {
  // Some points are at the borders of cells. At a border, only one of two points may reach the other.
  const place = fc.tuple(fc.double({ min: -89, max: 89, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  const apart = fc.tuple(
    fc.double({ min: -0.004, max: 0.004, noNaN: true }),
    fc.double({ min: -0.004, max: 0.004, noNaN: true }),
  )
  const scale = fc.constantFrom(ALONE_SCALE, NAMED_SCALE, AIRPORT_SCALE)
  let [reached, beyond] = [0, 0]
  fc.assert(
    fc.property(place, apart, scale, ([latitude, longitude], [north, east], keyScale) => {
      const [a, b] = [
        [latitude, longitude],
        [latitude + north, Math.max(-180, Math.min(180, longitude + east))],
      ].map((coordinates) => extractFeatures({ location: { coordinates: coordinates as unknown as Coordinates } }))
      if (a === undefined || b === undefined) return
      const reach = keyScale.reachEachOther(a, b)
      expect(keyScale.reachesPoint(a, b.coordinates)).toBe(reach)
      expect(keyScale.reachesPoint(b, a.coordinates)).toBe(reach)
      if (reach) reached++
      else beyond++
    }),
    runs(2_000),
  )
  expect(Math.min(reached, beyond)).toBeGreaterThan(times(100))
  expect(NAMED_SCALE.reachesPoint(extractFeatures({ name: 'Ritz' }), [1, 1])).toBe(false)
  expect(NAMED_SCALE.reachesPoint(extractFeatures({ location: { coordinates: [1, 1] } }), undefined)).toBe(false)
})
