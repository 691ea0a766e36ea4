import type { Coordinates } from '../model/place.ts'

/** Metres by which a coordinate may be off for its number of decimals, 0 decimals first. */
const METERS_BY_DECIMALS = [78_000, 7_800, 780, 78, 8] as const

function decimals(value: number): number {
  for (let digits = 0; digits < METERS_BY_DECIMALS.length; digits++) {
    const scaled = value * 10 ** digits
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits
  }
  return METERS_BY_DECIMALS.length
}

/**
 * How far off a point may be for the digits it is written with: a pin of two decimals can be
 * 780 m off. In metres: 1 where there are five decimals or more in either number. Trailing
 * zeros are lost in a number, so the finer of the two counts.
 */
export function coordinatePrecision([latitude, longitude]: Coordinates): number {
  return METERS_BY_DECIMALS[Math.max(decimals(latitude), decimals(longitude))] ?? 1
}
