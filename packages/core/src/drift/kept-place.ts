import { addressComparison } from '../comparison/aspects/address-comparison.ts'
import { cityComparison } from '../comparison/aspects/city-comparison.ts'
import { distanceComparison } from '../comparison/aspects/distance-comparison.ts'
import { postcodeComparison } from '../comparison/aspects/postcode-comparison.ts'
import { copyFeatures } from '../features/feature-draft.ts'
import type { RecordFeatures, TransferEndFeatures } from '../features/record-features.ts'
import { isOtherCountry } from '../geo/dependent-territories.ts'
import { distanceInMeters } from '../geo/distance.ts'
import type { Kept } from './kept-name.ts'

/**
 * Evidence of each field about the place. A value above 0 means the same place, a value below 0 another place. The
 * values reflect how suppliers change a record whose place stays the same: suppliers refine coordinates by hundreds of
 * metres, move coordinates into another city, mistype a postcode or country, and use several names of a city. So only
 * distant coordinates outweigh an unchanged door. Coordinates in another city do not outweigh the door if postcode and
 * city stay the same.
 */
const VOICES = {
  distance: {
    within_10_m: 2,
    within_30_m: 2,
    within_60_m: 2,
    within_100_m: 2,
    within_175_m: 2,
    within_250_m: 2,
    within_imprecision: 2,
    within_375_m: 1,
    within_500_m: 1,
    within_700_m: 0,
    within_1_km: 0,
    within_2500_m: -1.5,
    within_15_km: -2.5,
    elsewhere: -3,
  },
  /** Values for airports and stations, whose coordinates may be those of a terminal, a runway or an entrance. */
  distanceOfPoints: {
    within_10_m: 2,
    within_30_m: 2,
    within_60_m: 2,
    within_100_m: 2,
    within_175_m: 2,
    within_250_m: 2,
    within_imprecision: 2,
    within_375_m: 2,
    within_500_m: 2,
    within_700_m: 1,
    within_1_km: 1,
    within_2500_m: 0,
    within_15_km: -1.5,
    elsewhere: -3,
  },
  address: { same_door: 3, same_street: 1, near_number: -0.5, other_number: -0.5, other_street: -2 },
  /** Values for records without coordinates, where only the address shows a move. */
  addressAlone: { same_door: 3, same_street: 1, near_number: -0.5, other_number: -0.5, other_street: -2.5 },
  postcode: { same: 1, begins: 1, different: -1 },
  city: { same: 0.5, same_name: 0.5, contained: 0.5, alike: -0.5, near: -1, different: -1.5 },
  country: { different: -0.5 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>
/** The maximum sum of evidence at which the place counts as another place, regardless of the rest of the record. */
const OTHER_MOST = -2
/** A function that returns no bits, since no comparison of a place uses the rarity of words. */
const NO_BITS = (): number => 0
/**
 * The maximum distance of two points of one airport: its coordinates may be those of a terminal, a runway or the town.
 */
const SAME_END_METERS = 3_000
const OTHER_END_METERS = 10_000

/**
 * Reports whether a later version of a record is still at the place of the earlier version. Coordinates, minus their
 * imprecision, and the written place decide. One of the two may be missing. The place of a transfer is its route.
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
  // A real move of this distance changes the city as well. Otherwise, the coordinates are wrong.
  return level === 'elsewhere' && city === 'same' ? 0 : voice('distance', level)
}

function voice(field: keyof typeof VOICES, level: string): number {
  const levels: Readonly<Record<string, number>> = VOICES[field]
  return levels[level] ?? 0
}

/** Removes coordinates and country, so that a comparison uses only the cities. */
function writtenPlace(features: RecordFeatures): RecordFeatures {
  return copyFeatures(features, { coordinates: undefined, country: undefined })
}

/**
 * Compares the routes of two transfers. An end with another name (`VRN`, `Valerio Catullo Airport`) may be the same
 * end, if codes and coordinates do not contradict this and the other end is unchanged.
 */
function keptRoute(before: RecordFeatures, after: RecordFeatures): Kept {
  const [a, b] = [before.transfer, after.transfer]
  const isReversed = isSameEnd(a?.from, b?.to) && isSameEnd(a?.to, b?.from)
  if (isReversed && !(isSameEnd(a?.from, b?.from) && isSameEnd(a?.to, b?.to))) return 'other'
  const from = keptEnd(a?.from, b?.from)
  const to = keptEnd(a?.to, b?.to)
  return from === 'other' || to === 'other' || (from === 'doubtful' && to === 'doubtful') ? 'other' : 'kept'
}

/** Reports whether codes or coordinates prove that two ends are the same. */
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
