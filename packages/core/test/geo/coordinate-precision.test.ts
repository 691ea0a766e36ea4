import { expect, test } from 'vitest'
import { coordinatePrecision } from '../../src/geo/coordinate-precision.ts'
import type { Coordinates } from '../../src/model/place.ts'

test.each<[Coordinates, number]>([
  [[48, 2], 78_000],
  [[48.8, 2.3], 7_800],
  [[48.85, 2.35], 780],
  [[48.856, 2.352], 78],
  [[48.8566, 2.3522], 8],
  [[48.85661, 2.35222], 1],
  [[48.8566142342, 2.3522219034], 1],
  [[-33.87, 151.21], 780],
  // The coordinate with more digits determines the precision, since a number drops trailing zeros.
  [[48.8, 2.3522], 8],
  [[48.85, 2], 780],
  [[0, 0], 78_000],
])('%j has a precision of %d metres by its digits', (coordinates, meters) => {
  expect(coordinatePrecision(coordinates)).toBe(meters)
})
