import type { Coordinates } from '../model/place.ts'

const EARTH_RADIUS_METERS = 6_371_008.8
const RADIANS = Math.PI / 180

/**
 * Returns the great-circle distance in metres, 0 to about 20,015,000 (haversine on the mean radius; error below 0.6 %).
 */
export function distanceInMeters(a: Coordinates, b: Coordinates): number {
  const latitudeA = a[0]
  const latitudeB = b[0]
  const halfLatitude = Math.sin(((latitudeB - latitudeA) * RADIANS) / 2)
  const halfLongitude = Math.sin(((b[1] - a[1]) * RADIANS) / 2)
  const chord =
    halfLatitude * halfLatitude +
    Math.cos(latitudeA * RADIANS) * Math.cos(latitudeB * RADIANS) * halfLongitude * halfLongitude
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)))
}
