import { addressComparison } from '../comparison/aspects/address-comparison.ts'
import { cityComparison } from '../comparison/aspects/city-comparison.ts'
import { distanceComparison } from '../comparison/aspects/distance-comparison.ts'
import { postcodeComparison } from '../comparison/aspects/postcode-comparison.ts'
import type { RecordFeatures, TransferEndFeatures } from '../features/record-features.ts'
import { isOtherCountry } from '../geo/dependent-territories.ts'
import { distanceInMeters } from '../geo/distance.ts'
import type { Kept } from './kept-name.ts'

/**
 * Evidence of each field about the place: above 0 for the same place, below 0 for another one. The values follow the
 * changes that suppliers make to a record that stays in its place. They refine pins by hundreds of metres, sometimes put
 * them into another city, mistype a postcode or a country, and use several names of a city. So only distant pins
 * outweigh an unchanged door. A pin in another city does not if postcode and city stay the same.
 */
const VOICES = {
  distance: {
    within_10_m: 2,
    within_30_m: 2,
    within_60_m: 2,
    within_100_m: 2,
    within_175_m: 2,
    within_250_m: 2,
    within_375_m: 1,
    within_500_m: 1,
    within_700_m: 0,
    within_1_km: 0,
    within_2500_m: -1.5,
    within_15_km: -2.5,
    elsewhere: -3,
  },
  /** Of airports and stations: a terminal, a runway, an entrance. */
  distanceOfPoints: {
    within_10_m: 2,
    within_30_m: 2,
    within_60_m: 2,
    within_100_m: 2,
    within_175_m: 2,
    within_250_m: 2,
    within_375_m: 2,
    within_500_m: 2,
    within_700_m: 1,
    within_1_km: 1,
    within_2500_m: 0,
    within_15_km: -1.5,
    elsewhere: -3,
  },
  address: { same_door: 3, same_street: 1, near_number: -0.5, other_number: -0.5, other_street: -2 },
  /** Where no pins say whether the house stands where it stood. */
  addressAlone: { same_door: 3, same_street: 1, near_number: -0.5, other_number: -0.5, other_street: -2.5 },
  postcode: { same: 1, begins: 1, different: -1 },
  city: { same: 0.5, same_name: 0.5, contained: 0.5, alike: -0.5, near: -1, different: -1.5 },
  country: { different: -0.5 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>
/** From here down it is another place whatever the rest of the record says. */
const OTHER_MOST = -2
/** None of the comparisons of a place looks at how rare a word is. */
const NO_BITS = (): number => 0
/** An airport's point may be a terminal's, a runway's or the town's. */
const SAME_END_METERS = 3_000
const OTHER_END_METERS = 10_000

/**
 * Whether a later version of a record still lies where the earlier one did, by all that they say about it: coordinates,
 * less what their digits leave open, and the written place, either of which may be missing. A transfer lies where it runs.
 */
export function keptPlace(before: RecordFeatures, after: RecordFeatures): Kept {
  if (before.transfer !== undefined && after.transfer !== undefined) return keptRoute(before, after)

  const city = cityComparison.compare(writtenPlace(before), writtenPlace(after), NO_BITS)
  const hasPins = before.coordinates !== undefined && after.coordinates !== undefined
  const voices =
    pinVoice(before, after, city) +
    voice(hasPins ? 'address' : 'addressAlone', addressComparison.compare(before, after, NO_BITS)) +
    voice('postcode', postcodeComparison.compare(before, after, NO_BITS)) +
    voice('city', city) +
    voice('country', isOtherCountry(before.country, after.country) ? 'different' : 'unknown')
  if (voices <= OTHER_MOST) return 'other'
  return voices < 0 ? 'doubtful' : 'kept'
}

function pinVoice(before: RecordFeatures, after: RecordFeatures, city: string): number {
  const level = distanceComparison.compare(before, after, NO_BITS)
  if (before.group === 'point' && after.group === 'point') return voice('distanceOfPoints', level)
  // A real move of this distance changes the city as well. Without that the pin is wrong.
  return level === 'elsewhere' && city === 'same' ? 0 : voice('distance', level)
}

function voice(field: keyof typeof VOICES, level: string): number {
  const levels: Readonly<Record<string, number>> = VOICES[field]
  return levels[level] ?? 0
}

/** Cities are compared only where coordinates do not say more, and as of another country where the countries differ. */
function writtenPlace({ coordinates: _, country: __, ...written }: RecordFeatures): RecordFeatures {
  return written
}

/**
 * An end that is called otherwise (`VRN`, `Valerio Catullo Airport`) may be the same one, as long as neither codes nor
 * coordinates say no and the other end stayed.
 */
function keptRoute(before: RecordFeatures, after: RecordFeatures): Kept {
  const [a, b] = [before.transfer, after.transfer]
  const isReversed = isSameEnd(a?.from, b?.to) && isSameEnd(a?.to, b?.from)
  if (isReversed && !(isSameEnd(a?.from, b?.from) && isSameEnd(a?.to, b?.to))) return 'other'
  const from = keptEnd(a?.from, b?.from)
  const to = keptEnd(a?.to, b?.to)
  return from === 'other' || to === 'other' || (from === 'doubtful' && to === 'doubtful') ? 'other' : 'kept'
}

/** For certain: by code or coordinates. */
function isSameEnd(a: TransferEndFeatures | undefined, b: TransferEndFeatures | undefined): boolean {
  if (a === undefined || b === undefined) return false
  if (a.code !== 0 && a.code === b.code) return true
  return (
    a.coordinates !== undefined &&
    b.coordinates !== undefined &&
    distanceInMeters(a.coordinates, b.coordinates) <= SAME_END_METERS
  )
}

function keptEnd(before: TransferEndFeatures | undefined, after: TransferEndFeatures | undefined): Kept {
  if (before === undefined || after === undefined) return 'kept'
  if (isSameEnd(before, after)) return 'kept'
  if (before.coordinates !== undefined && after.coordinates !== undefined) {
    if (distanceInMeters(before.coordinates, after.coordinates) > OTHER_END_METERS) return 'other'
  }
  if (before.code !== 0 && after.code !== 0) return 'other'
  if (before.words.length === 0 || after.words.length === 0) return 'kept'
  const shared = before.words.filter((word) => after.words.includes(word)).length
  return shared * 2 >= Math.min(before.words.length, after.words.length) ? 'kept' : 'doubtful'
}
