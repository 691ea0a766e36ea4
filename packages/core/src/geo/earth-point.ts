import type { Coordinates, EarthPoint } from '../model/place.ts'

const EARTH_RADIUS_DECIMETERS = 63_710_088
const DECIMETERS = 10
const RADIANS = Math.PI / 180

/** Rounding moves a point by less than a decimetre. */
export function earthPoint([latitude, longitude]: Coordinates): EarthPoint {
  const parallel = Math.cos(latitude * RADIANS)
  return [
    whole(parallel * Math.cos(longitude * RADIANS)),
    whole(parallel * Math.sin(longitude * RADIANS)),
    whole(Math.sin(latitude * RADIANS)),
  ]
}

/** Of a unit of the sphere in decimetres; without -0, which JSON does not keep. */
function whole(value: number): number {
  return Math.round(EARTH_RADIUS_DECIMETERS * value) + 0
}

/**
 * The square of the straight distance of two points, in squared decimetres. Exact for points
 * less than 9,000 km apart; for others it may be off by a few, and 64-bit integers suffice for all.
 */
export function squaredDistance(a: EarthPoint, b: EarthPoint): number {
  const x = a[0] - b[0]
  const y = a[1] - b[1]
  const z = a[2] - b[2]
  return x * x + y * y + z * z
}

/** The squared straight distance of two points that are so many metres apart along the ground, rounded down. */
export function squaredReach(meters: number): number {
  const straight = 2 * EARTH_RADIUS_DECIMETERS * Math.sin((meters * DECIMETERS) / (2 * EARTH_RADIUS_DECIMETERS))
  return Math.floor(straight * straight)
}

/** Metres along the ground of a squared straight distance, to the metre. */
export function groundMeters(squared: number): number {
  const half = Math.min(1, Math.sqrt(squared) / (2 * EARTH_RADIUS_DECIMETERS))
  return Math.round((2 * EARTH_RADIUS_DECIMETERS * Math.asin(half)) / DECIMETERS)
}
