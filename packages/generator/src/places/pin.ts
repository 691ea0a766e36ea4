import type { Random } from '../random/random.ts'

/**
 * A point in whole 1/10,000,000 degrees. With integers, rounding to a supplier's decimals is exact and gives the same
 * result on every machine.
 */
export interface Pin {
  readonly latitude: number
  readonly longitude: number
}

export const UNITS_PER_DEGREE = 10_000_000
const UNITS_PER_METER = UNITS_PER_DEGREE / 111_195

/**
 * Returns the cosine of a latitude from its series, exact to 1e-6 up to 80 degrees. `Math.cos` may differ in the last
 * bit between JavaScript engines, but a seed must give the same result everywhere.
 */
function cosineOfDegrees(degrees: number): number {
  const x = (degrees * Math.PI) / 180
  const square = x * x
  return 1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - (square / 56) * (1 - square / 90))))
}

export function pinOf(coordinates: readonly [latitude: number, longitude: number]): Pin {
  return {
    latitude: Math.round(coordinates[0] * UNITS_PER_DEGREE),
    longitude: Math.round(coordinates[1] * UNITS_PER_DEGREE),
  }
}

/** Moves a pin north and east by distances in metres, without leaving the map. */
export function moveByMeters(pin: Pin, north: number, east: number): Pin {
  const cosine = Math.max(0.1, cosineOfDegrees(pin.latitude / UNITS_PER_DEGREE))
  const latitude = pin.latitude + Math.round(north * UNITS_PER_METER)
  const longitude = pin.longitude + Math.round((east * UNITS_PER_METER) / cosine)
  return {
    latitude: Math.min(90 * UNITS_PER_DEGREE, Math.max(-90 * UNITS_PER_DEGREE, latitude)),
    longitude: Math.min(180 * UNITS_PER_DEGREE, Math.max(-180 * UNITS_PER_DEGREE, longitude)),
  }
}

/** Moves a pin by a distance in metres, in a uniform random direction. */
export function moveInAnyDirection(random: Random, pin: Pin, meters: number): Pin {
  for (;;) {
    const x = random.between(-1_000, 1_000)
    const y = random.between(-1_000, 1_000)
    const square = x * x + y * y
    if (square === 0 || square > 1_000_000) continue
    const scale = meters / Math.sqrt(square)
    return moveByMeters(pin, y * scale, x * scale)
  }
}

/** Returns the distance in metres on a flat map. The result is exact enough for distances below some kilometres. */
export function metersBetween(left: Pin, right: Pin): number {
  const north = (left.latitude - right.latitude) / UNITS_PER_METER
  const cosine = cosineOfDegrees((left.latitude + right.latitude) / 2 / UNITS_PER_DEGREE)
  const east = ((left.longitude - right.longitude) * cosine) / UNITS_PER_METER
  return Math.sqrt(north * north + east * east)
}

/** Returns degrees rounded to a number of decimals, 0 to 7. */
export function roundedDegrees(units: number, decimals: number): number {
  const step = 10 ** (7 - decimals)
  return Math.round(units / step) / 10 ** decimals
}
