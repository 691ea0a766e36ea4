import type { RecordFeatures } from '@utpid/core/scoring'
import type { LabelledPair, TrainingSet } from '@utpid/training'
import { seededRandom } from '../../bench/harness/seeded-random.ts'

/** One of this number of pairs is in the set. */
const PART = 4
const WEIGHT = 0.5
/** The radius of the discs in metres: from a supplier that hides the house to coordinates with two decimals. */
const MIN_METERS = 150
const MAX_METERS = 1_000
const METERS_PER_DEGREE = 111_195

/**
 * Returns pairs of which one record has imprecise coordinates: a random point of a disc around the true ones, with the
 * radius as its precision. Open feeds have nearly no such coordinates, so they cannot show what an agreement of
 * imprecise coordinates says.
 *
 * @param sets - Sets whose pairs are all candidates.
 */
export function impreciseSet(sets: readonly TrainingSet[], seed: number): TrainingSet {
  const random = seededRandom(seed)
  const pairs = sets
    .flatMap((set) => set.pairs.filter((_, at) => at % PART === 0))
    .flatMap(({ left, right, match }): LabelledPair[] => {
      if (left.coordinates === undefined || right.coordinates === undefined) return []
      return [{ left, right: imprecise(right, random), match }]
    })
  return { name: 'candidates of open feeds with imprecise coordinates', pairs, weight: WEIGHT }
}

function imprecise(features: RecordFeatures, random: () => number): RecordFeatures {
  const { coordinates } = features
  if (coordinates === undefined) return features
  const [latitude, longitude] = coordinates
  const meters = Math.round(MIN_METERS * (MAX_METERS / MIN_METERS) ** random())
  // The square root makes the point uniform in the area of the disc.
  const [distance, angle] = [meters * Math.sqrt(random()), 2 * Math.PI * random()]
  const north = (distance * Math.cos(angle)) / METERS_PER_DEGREE
  const east = (distance * Math.sin(angle)) / (METERS_PER_DEGREE * Math.cos((latitude * Math.PI) / 180))
  return { ...features, coordinates: [latitude + north, longitude + east], precisionMeters: meters }
}
