import type { RecordFeatures } from '../../features/record-features.ts'
import { isOtherCountry } from '../../geo/dependent-territories.ts'
import { distanceInMeters } from '../../geo/distance.ts'
import type { Coordinates } from '../../model/place.ts'
import { isTypoOf } from '../../text/edit-similarity.ts'
import type { Comparison } from '../comparison.ts'

/** How two languages' names of one city are mostly alike: in the first letters, and in length. */
const ALIKE_LETTERS = 3
const ALIKE_SHARE = 0.4
const ALIKE_LENGTHS = 2

/** A pin that may be as far off says no more than the city whose centre it mostly is. */
const COARSE_METERS = 2_000
/** Up to here two entries of one name are one city. */
const SAME_METERS = 15_000
/** A hotel in a suburb is said to be in either; up to here two cities may be one to a supplier. */
const NEAR_METERS = 25_000
/** From here on a place is not in a city. */
const FAR_METERS = 60_000

/**
 * Compares cities and countries where coordinates do not already say more: where a side has none, or
 * those of a city. A city that holds the other's words (`Paris La Défense`, `Paris`) may be the same one,
 * and one that begins like the other may be called so in another language (`Praha`, `Prague`). Where the gazetteer knows them it decides:
 * `Wien` and `Vienna` are one, `Springfield` and `Springfield` may be, `Riccione` lies near `Rimini`.
 */
export const cityComparison: Comparison = {
  name: 'city',
  description:
    'Whether city and country agree where a side has no coordinates: by where the cities are, else by their names.',
  levels: ['same', 'same_name', 'contained', 'alike', 'near', 'different', 'other_country', 'unknown'],
  chains: [
    ['same', 'contained', 'alike', 'different', 'other_country'],
    ['same', 'same_name', 'near', 'different'],
  ],
  speaks: (features) => !isPlaced(features),
  oneSideIsEnough: true,
  compare: (left, right) => {
    if (isPlaced(left) && isPlaced(right)) return 'unknown'
    if (isOtherCountry(left.country, right.country)) return 'other_country'
    return compareTowns(left, right) ?? compareNames(left.city, right.city)
  },
  glance: (asked, other) => (isPlaced(asked) && isPlaced(other) ? 'unknown' : undefined),
  show: ({ location }) => [location?.city, location?.country].filter(Boolean).join(', ') || undefined,
}

/** A record that is read, or glanced at. */
interface Pinned {
  readonly coordinates?: Coordinates | undefined
  readonly precisionMeters: number
}

function isPlaced({ coordinates, precisionMeters }: Pinned): boolean {
  return coordinates !== undefined && precisionMeters < COARSE_METERS
}

/** By where they may be; a record whose city nobody knows is where its coordinates are. */
function compareTowns(left: RecordFeatures, right: RecordFeatures): string | undefined {
  const [a, b] = [placesOf(left), placesOf(right)]
  if (a === undefined || b === undefined) return undefined
  let meters = Number.POSITIVE_INFINITY
  for (const one of a) for (const other of b) meters = Math.min(meters, distanceInMeters(one, other))
  const isOneName = left.city !== undefined && left.city === right.city
  if (meters === 0 || (isOneName && meters <= SAME_METERS)) return a.length + b.length === 2 ? 'same' : 'same_name'
  if (left.towns === undefined || right.towns === undefined) {
    // A pin says nothing of which of a few towns it is in, or in which district of one.
    if (meters <= NEAR_METERS) return 'unknown'
    return meters <= FAR_METERS ? 'near' : 'different'
  }
  // `Ibis Lille Roubaix` and `Ibis Lille Lomme`: called by their own towns they are in two.
  return meters <= NEAR_METERS && !(isCalledByCity(left) && isCalledByCity(right)) ? 'near' : 'different'
}

function isCalledByCity({ names }: RecordFeatures): boolean {
  return names.some(({ words }) => words.some(({ ofCity }) => ofCity))
}

function placesOf({ towns, coordinates }: RecordFeatures): readonly Coordinates[] | undefined {
  return towns ?? (coordinates === undefined ? undefined : [coordinates])
}

function compareNames(a: string | undefined, b: string | undefined): string {
  if (a === undefined || b === undefined) return 'unknown'
  if (a === b) return 'same'
  const wordsOfA = new Set(a.split(' '))
  const wordsOfB = new Set(b.split(' '))
  const shared = [...wordsOfA].filter((word) => wordsOfB.has(word)).length
  if (shared > 0 && shared === Math.min(wordsOfA.size, wordsOfB.size)) return 'contained'
  if (areAlike(a, b)) return 'alike'
  // Another script names the same city in letters that cannot be compared.
  return /[a-z]/.test(a) === /[a-z]/.test(b) ? 'different' : 'unknown'
}

function areAlike(a: string, b: string): boolean {
  if (isTypoOf(a, b)) return true
  // `Saint-Lô` and `Saint-Palais` begin alike, too.
  if (a.includes(' ') || b.includes(' ') || Math.abs(a.length - b.length) > ALIKE_LENGTHS) return false
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return shared >= ALIKE_LETTERS && shared >= ALIKE_SHARE * Math.max(a.length, b.length)
}
