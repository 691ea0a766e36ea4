import type { RecordFeatures } from '../../features/record-features.ts'
import { isOtherCountry } from '../../geo/dependent-territories.ts'
import { distanceInMeters } from '../../geo/distance.ts'
import { defined } from '../../model/defined.ts'
import type { Coordinates } from '../../model/place.ts'
import { isTypoOf } from '../../text/edit-similarity.ts'
import type { Comparison } from '../comparison.ts'

/**
 * The minimum number of shared first letters. Two names of one city in different languages usually agree in their first
 * letters and nearly in length.
 */
const MIN_SHARED_LETTERS = 3
const MIN_SHARED_SHARE = 0.4
const MAX_LENGTH_DIFFERENCE = 2

/**
 * The imprecision in metres from which coordinates show no more than the city: most such coordinates are the city
 * centre.
 */
const COARSE_METERS = 2_000
/** Maximum distance between two gazetteer entries of one name that count as the same city. */
const SAME_METERS = 15_000
/** Maximum distance between two cities that suppliers may confuse, such as a suburb and its city. */
const NEAR_METERS = 25_000
/** The distance from a city beyond which a place does not belong to the city. */
const FAR_METERS = 60_000

/**
 * Compares cities and countries if a record has no coordinates, or only the coordinates of a city. A city name that
 * contains the words of the other name (`Paris La Défense`, `Paris`) may be the same city. Two names that start alike
 * may name one city in two languages (`Praha`, `Prague`). If the gazetteer contains both cities, the gazetteer decides:
 * `Wien` and `Vienna` are one, `Springfield` and `Springfield` may be, `Riccione` is near `Rimini`.
 */
export const cityComparison: Comparison = {
  name: 'city',
  description:
    'Whether city and country agree if a record has no coordinates: by location of the cities, otherwise by name.',
  levels: ['same', 'same_name', 'contained', 'alike', 'near', 'different', 'other_country', 'unknown'],
  monotoneLevels: [
    ['same', 'contained', 'alike', 'different', 'other_country'],
    ['same', 'same_name', 'near', 'different'],
  ],
  isPresent: (features) => !isPlaced(features),
  oneSideIsEnough: true,
  cost: 3,
  hasKeys: true,
  compare: (left, right) => {
    if (isPlaced(left) && isPlaced(right)) return 'unknown'
    if (isOtherCountry(left.country, right.country)) return 'other_country'
    return compareTowns(left, right) ?? compareNames(left.city, right.city)
  },
  compareView: (query, other) => (isPlaced(query) && isPlaced(other) ? 'unknown' : undefined),
  fieldOf: ({ city, country }) => defined({ city, country }),
  show: ({ location }) => [location?.city, location?.country].filter(Boolean).join(', ') || undefined,
}

/** Coordinates from decoded features or from a feature view. */
interface Pinned {
  readonly coordinates?: Coordinates | undefined
  readonly precisionMeters: number
}

function isPlaced({ coordinates, precisionMeters }: Pinned): boolean {
  return coordinates !== undefined && precisionMeters < COARSE_METERS
}

/**
 * Compares the possible locations of the two cities. If a city is not in the gazetteer, the record's coordinates are
 * its location.
 */
function compareTowns(left: RecordFeatures, right: RecordFeatures): string | undefined {
  const [a, b] = [placesOf(left), placesOf(right)]
  if (a === undefined || b === undefined) return undefined
  let meters = Number.POSITIVE_INFINITY
  for (const one of a) for (const other of b) meters = Math.min(meters, distanceInMeters(one, other))
  const isOneName = left.city !== undefined && left.city === right.city
  if (meters === 0 || (isOneName && meters <= SAME_METERS)) return a.length + b.length === 2 ? 'same' : 'same_name'
  if (left.towns === undefined || right.towns === undefined) {
    // Coordinates do not show which of several nearby towns or districts is meant.
    if (meters <= NEAR_METERS) return 'unknown'
    return meters <= FAR_METERS ? 'near' : 'different'
  }
  // `Ibis Lille Roubaix` and `Ibis Lille Lomme`: two names that contain different towns mean two towns.
  return meters <= NEAR_METERS && !(isNamedByCity(left) && isNamedByCity(right)) ? 'near' : 'different'
}

function isNamedByCity({ names }: RecordFeatures): boolean {
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
  // Names in different scripts cannot be compared by letters.
  return /[a-z]/.test(a) === /[a-z]/.test(b) ? 'different' : 'unknown'
}

function areAlike(a: string, b: string): boolean {
  if (isTypoOf(a, b)) return true
  // `Saint-Lô` and `Saint-Palais` also start alike, but are two towns.
  if (a.includes(' ') || b.includes(' ') || Math.abs(a.length - b.length) > MAX_LENGTH_DIFFERENCE) return false
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return shared >= MIN_SHARED_LETTERS && shared >= MIN_SHARED_SHARE * Math.max(a.length, b.length)
}
