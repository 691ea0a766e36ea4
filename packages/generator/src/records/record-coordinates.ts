import { COORDINATES } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import { moveInAnyDirection, type Pin, pinOf, roundedDegrees } from '../places/pin.ts'
import type { Site } from '../places/site.ts'
import type { Random } from '../random.ts'

export interface RecordCoordinates {
  readonly lat: number
  readonly lon: number
}

const BLUR_METERS = 150

/** Error of an ordinary pin in metres, from the quantiles of the noise table. */
function pinErrorMeters(random: Random): number {
  const { pinDecimeters } = COORDINATES
  const sixteenth = random.below(pinDecimeters.length - 1)
  const low = pinDecimeters[sixteenth] ?? 0
  const high = pinDecimeters[sixteenth + 1] ?? low
  return (low + random.below(high - low + 1)) / 10
}

function erringPin(random: Random, { city }: Site, truth: Pin, style: SupplierStyle, cities: CityPool): Pin {
  const share = (name: 'otherCity' | 'zeroZero' | 'swapped' | 'signFlipped' | 'centroid' | 'far' | 'near'): number =>
    styled(COORDINATES[name], style.coordinates[name])
  const shares = [
    ['otherCity', share('otherCity')],
    ['zeroZero', share('zeroZero')],
    ['swapped', share('swapped')],
    ['signFlipped', share('signFlipped')],
    ['centroid', share('centroid')],
    ['far', share('far')],
    ['near', share('near')],
    ['blurred', style.blurred],
  ] as const
  const listed = shares.reduce((sum, [, weight]) => sum + weight, 0)
  const flaw = random.weighted([...shares, ['pin', 10_000 - listed]] as const)

  switch (flaw) {
    case 'otherCity':
      return pinOf(cities.pick(random).city.coordinates)
    case 'zeroZero':
      return { latitude: 0, longitude: 0 }
    case 'swapped':
      return { latitude: truth.longitude, longitude: truth.latitude }
    case 'signFlipped':
      return { latitude: truth.latitude, longitude: -truth.longitude }
    case 'centroid':
      return pinOf(city.coordinates)
    case 'far':
      return moveInAnyDirection(random, truth, random.between(300, 300 + random.below(1_700)))
    case 'near':
      return moveInAnyDirection(random, truth, random.between(50, 50 + random.below(250)))
    case 'blurred':
      // The larger of two is the distance of a uniform point of a disc.
      return moveInAnyDirection(random, truth, Math.max(random.below(BLUR_METERS), random.below(BLUR_METERS)))
    case 'pin':
      return moveInAnyDirection(random, truth, pinErrorMeters(random))
  }
}

/** Where a supplier says a product is, to its own decimals; absent when it does not say. */
export function recordCoordinates(
  random: Random,
  site: Site,
  truth: Pin,
  style: SupplierStyle,
  cities: CityPool,
): RecordCoordinates | undefined {
  if (random.chance(styled(COORDINATES.missing, style.coordinates.missing))) return undefined
  const pin = erringPin(random, site, truth, style, cities)
  const decimals = random.weighted(style.decimals)
  return { lat: roundedDegrees(pin.latitude, decimals), lon: roundedDegrees(pin.longitude, decimals) }
}
