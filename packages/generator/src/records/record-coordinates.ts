import { COORDINATES } from '../noise/noise-table.ts'
import { type SupplierStyle, styled } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import { moveInAnyDirection, type Pin, pinOf, roundedDegrees } from '../places/pin.ts'
import type { Site } from '../places/site.ts'
import { hashText, Random, STREAM } from '../random/random.ts'
import type { RecordDraft } from './record-draft.ts'

const BLUR_METERS = 150

/** Returns the error of an ordinary pin in metres, from the quantiles of the noise table. */
function pinErrorMeters(random: Random): number {
  const { pinDecimeters } = COORDINATES
  const sixteenth = random.below(pinDecimeters.length - 1)
  const low = pinDecimeters[sixteenth] ?? 0
  const high = pinDecimeters[sixteenth + 1] ?? low
  return (low + random.below(high - low + 1)) / 10
}

/** The errors of a pin, in the order of their cumulative shares. */
const PIN_ERRORS = [
  'otherCity',
  'zeroZero',
  'swapped',
  'signFlipped',
  'centroid',
  'far',
  'near',
  'blurred',
  'geocoded',
] as const
const pinErrorSums = new WeakMap<SupplierStyle, readonly number[]>()

function sumsOf(style: SupplierStyle): readonly number[] {
  const known = pinErrorSums.get(style)
  if (known !== undefined) return known
  let sum = 0
  const sums = PIN_ERRORS.map((flaw) => {
    sum += flaw === 'blurred' ? style.blurred : styled(COORDINATES[flaw], style.coordinates[flaw])
    return sum
  })
  pinErrorSums.set(style, sums)
  return sums
}
/** Returns the point that geocoding finds for the address: some metres away, and the same for every supplier. */
function geocodedPin({ street, houseNumber, city, pin }: Site): Pin {
  const random = new Random(STREAM.rare, city.id, hashText(street), houseNumber)
  return moveInAnyDirection(random, pin, pinErrorMeters(random))
}

function pinWithError(random: Random, site: Site, truth: Pin, style: SupplierStyle, cities: CityPool): Pin {
  const sums = sumsOf(style)
  const drawn = random.below(10_000)
  let at = 0
  while (at < PIN_ERRORS.length && (sums[at] ?? 0) <= drawn) at++
  switch (PIN_ERRORS[at]) {
    case 'otherCity':
      return pinOf(cities.pick(random).city.coordinates)
    case 'zeroZero':
      return { latitude: 0, longitude: 0 }
    case 'swapped':
      return { latitude: truth.longitude, longitude: truth.latitude }
    case 'signFlipped':
      return { latitude: truth.latitude, longitude: -truth.longitude }
    case 'centroid':
      return pinOf(site.city.coordinates)
    case 'far':
      return moveInAnyDirection(random, truth, random.between(300, 300 + random.below(1_700)))
    case 'near':
      return moveInAnyDirection(random, truth, random.between(60, 60 + random.below(250)))
    case 'blurred':
      // For a uniform point in a disc, the distance from the centre is the larger of two uniform numbers.
      return moveInAnyDirection(random, truth, Math.max(random.below(BLUR_METERS), random.below(BLUR_METERS)))
    case 'geocoded':
      return geocodedPin(site)
    default:
      return moveInAnyDirection(random, truth, pinErrorMeters(random))
  }
}

/**
 * Writes a supplier's coordinates of a product, rounded to the supplier's decimals. Writes nothing if the supplier has
 * no coordinates.
 */
export function writeCoordinates(
  draft: RecordDraft,
  random: Random,
  site: Site,
  style: SupplierStyle,
  cities: CityPool,
): void {
  if (random.chance(styled(COORDINATES.missing, style.coordinates.missing))) return
  const pin = pinWithError(random, site, site.pin, style, cities)
  const decimals = random.weighted(style.decimals)
  draft.lat = roundedDegrees(pin.latitude, decimals)
  draft.lon = roundedDegrees(pin.longitude, decimals)
}
