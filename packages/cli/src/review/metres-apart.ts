import type { Coordinates } from '@utpid/core'

const METRES_PER_DEGREE = 111_195
const RADIANS = Math.PI / 180

/** Metres between two points, for people to read: within 1 % up to some hundred kilometres. */
export function metresApart([latitude, longitude]: Coordinates, [otherLatitude, otherLongitude]: Coordinates): number {
  const eastward = Math.abs(longitude - otherLongitude)
  // The shorter way round, also across the date line.
  const degreesEast = Math.min(eastward, 360 - eastward) * Math.cos(((latitude + otherLatitude) / 2) * RADIANS)
  return Math.hypot(latitude - otherLatitude, degreesEast) * METRES_PER_DEGREE
}

/** A distance for people: `12 m`, `3.4 km`, `812 km`. */
export function distanceText(metres: number): string {
  if (metres < 1_000) return `${Math.round(metres)} m`
  const kilometres = metres / 1_000
  return `${kilometres < 10 ? kilometres.toFixed(1) : Math.round(kilometres).toLocaleString('en')} km`
}
