import { distanceInMeters } from '../../geo/distance.ts'
import type { Coordinates } from '../../model/place.ts'
import type { Comparison } from '../comparison.ts'

/** The upper limit of each level in metres. */
const STEPS = [
  ['within_10_m', 10],
  ['within_30_m', 30],
  ['within_60_m', 60],
  ['within_100_m', 100],
  ['within_175_m', 175],
  ['within_250_m', 250],
  ['within_375_m', 375],
  ['within_500_m', 500],
  ['within_700_m', 700],
  ['within_1_km', 1_000],
  ['within_2500_m', 2_500],
  ['within_15_km', 15_000],
] as const
/** The minimum imprecision in metres that the comparison subtracts from the distance. */
const MIN_BLUR_METERS = 50
/** The level of coordinates that are no further apart than their imprecision. */
const IMPRECISE = 'within_imprecision'
/** The imprecision in metres from which a pair has this level. */
const MIN_IMPRECISE_METERS = 100
/** The distance in metres below which a level needs coordinates that are more precise than the level. */
const MAX_BLURRED_METERS = 250

/**
 * Compares two records by the distance of their coordinates. Coordinates with two decimals can have an error of 780 m.
 * So the comparison subtracts this imprecision from the distance before it chooses a level. Coordinates within their
 * imprecision agree, but an exact agreement says more, so they have a level of their own. The distance is at most 60
 * m in 90 % of the true pairs, and above 250 m in 2 %.
 */
export const distanceComparison: Comparison = {
  name: 'distance',
  description: 'Distance of the coordinates, minus their imprecision.',
  levels: [...STEPS.map(([level]) => level), IMPRECISE, 'elsewhere', 'unknown'],
  monotoneLevels: [
    [...STEPS.map(([level]) => level), 'elsewhere'],
    [IMPRECISE, 'within_375_m'],
  ],
  isPresent: ({ coordinates }) => coordinates !== undefined,
  cost: 5,
  viewCost: 2,
  hasKeys: true,
  compare: (left, right) =>
    compareDistance(left.coordinates, left.precisionMeters, right.coordinates, right.precisionMeters),
  compareView: (query, other) =>
    compareDistance(query.coordinates, query.precisionMeters, other.coordinates, other.precisionMeters),
  fieldOf: ({ coordinates, precisionMeters }) => (coordinates === undefined ? {} : { coordinates, precisionMeters }),
  show: ({ location }) => location?.coordinates?.join(', '),
}

function compareDistance(
  from: Coordinates | undefined,
  fromPrecision: number,
  to: Coordinates | undefined,
  toPrecision: number,
): string {
  if (from === undefined || to === undefined) return 'unknown'
  const blur = Math.max(fromPrecision, toPrecision)
  const meters = distanceInMeters(from, to) - (blur >= MIN_BLUR_METERS ? blur : 0)
  if (meters <= 0 && blur >= MIN_IMPRECISE_METERS) return IMPRECISE
  for (const [level, maxMeters] of STEPS) {
    if (meters <= maxMeters && (blur < maxMeters || maxMeters >= MAX_BLURRED_METERS)) return level
  }
  return 'elsewhere'
}
