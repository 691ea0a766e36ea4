const EARTH_METERS = 6_371_008.8

/** Returns the great-circle distance of two points (degrees) in metres. */
export function distanceMeters(
  [latitudeA, longitudeA]: readonly [number, number],
  [latitudeB, longitudeB]: readonly [number, number],
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (degrees: number): number => Math.sin(radians(degrees) / 2) ** 2
  const share =
    half(latitudeB - latitudeA) +
    Math.cos(radians(latitudeA)) * Math.cos(radians(latitudeB)) * half(longitudeB - longitudeA)
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(share)))
}
