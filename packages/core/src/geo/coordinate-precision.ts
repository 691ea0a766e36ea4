import type { Coordinates } from '../model/place.ts'

/** The maximum error of a coordinate in metres, by its number of decimals. The first element is for 0 decimals. */
const METERS_BY_DECIMALS = [78_000, 7_800, 780, 78, 8] as const

function decimals(value: number): number {
  for (let digits = 0; digits < METERS_BY_DECIMALS.length; digits++) {
    const scaled = value * 10 ** digits
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits
  }
  return METERS_BY_DECIMALS.length
}

/**
 * Returns the imprecision of a point in metres, by the number of decimals of its coordinates: two decimals mean up to
 * 780 m. The result is 1 if either number has five decimals or more. Numbers lose trailing zeros, so the number with
 * more decimals counts.
 */
export function coordinatePrecision([latitude, longitude]: Coordinates): number {
  return METERS_BY_DECIMALS[Math.max(decimals(latitude), decimals(longitude))] ?? 1
}
