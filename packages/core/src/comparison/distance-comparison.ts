import { distanceInMeters } from '../geo/distance.ts'
import type { Comparison } from './comparison.ts'

/** Upper bound in metres of each level. */
const STEPS = [
  ['same_spot', 30],
  ['same_building', 100],
  ['same_block', 250],
  ['near', 500],
  ['same_quarter', 1_000],
  ['same_area', 2_500],
  ['same_city', 15_000],
] as const
/** Precision finer than this is not worth taking off the distance. */
const BLUR_METERS = 50

/**
 * Compares two records by the distance between their coordinates. A pin kept to two decimals
 * can be 780 m off: what the digits leave open is taken off the distance before a level is
 * chosen. Nine of ten true pairs lie within 60 m, one in fifty beyond 250 m.
 */
export const distanceComparison: Comparison = {
  name: 'distance',
  description: 'How far apart the coordinates are, less what their digits leave open.',
  levels: [...STEPS.map(([level]) => level), 'elsewhere', 'unknown'],
  compare: (left, right) => {
    if (left.coordinates === undefined || right.coordinates === undefined) return 'unknown'
    const blur = Math.max(left.precisionMeters, right.precisionMeters)
    const meters = distanceInMeters(left.coordinates, right.coordinates) - (blur >= BLUR_METERS ? blur : 0)
    for (const [level, most] of STEPS) if (meters <= most && (blur < most || most >= 250)) return level
    return 'elsewhere'
  },
  show: ({ location }) => location?.coordinates?.join(', '),
}
