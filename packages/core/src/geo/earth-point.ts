import type { Coordinates, EarthPoint } from '../model/place.ts'

const EARTH_RADIUS_DECIMETERS = 63_710_088
const DECIMETERS = 10
const RADIANS = Math.PI / 180

/** Returns coordinates as a point in decimetres. Rounding moves the point by less than a decimetre. */
export function earthPoint([latitude, longitude]: Coordinates): EarthPoint {
  const parallel = Math.cos(latitude * RADIANS)
  return [
    whole(parallel * Math.cos(longitude * RADIANS)),
    whole(parallel * Math.sin(longitude * RADIANS)),
    whole(Math.sin(latitude * RADIANS)),
  ]
}

/**
 * Converts a coordinate of the unit sphere to whole decimetres. The result is never -0, which JSON cannot represent.
 */
function whole(value: number): number {
  return Math.round(EARTH_RADIUS_DECIMETERS * value) + 0
}

/**
 * Returns the squared straight-line distance of two points, in squared decimetres. The result is exact below 9,000 km.
 * For longer distances, the error is at most a few units. The result always fits in a 64-bit integer.
 */
export function squaredDistance(a: EarthPoint, b: EarthPoint): number {
  const x = a[0] - b[0]
  const y = a[1] - b[1]
  const z = a[2] - b[2]
  return x * x + y * y + z * z
}

/** Returns the squared straight-line distance for a ground distance in metres. The result is rounded down. */
export function squaredReach(meters: number): number {
  const straight = 2 * EARTH_RADIUS_DECIMETERS * Math.sin((meters * DECIMETERS) / (2 * EARTH_RADIUS_DECIMETERS))
  return Math.floor(straight * straight)
}

/** Returns the ground distance in whole metres for a squared straight-line distance. */
export function groundMeters(squared: number): number {
  const half = Math.min(1, Math.sqrt(squared) / (2 * EARTH_RADIUS_DECIMETERS))
  return Math.round((2 * EARTH_RADIUS_DECIMETERS * Math.asin(half)) / DECIMETERS)
}
