import type { RegistrySchema } from '@utpid/core'
import { type Profile, pairProfile, type RecordFeatures, termFrequencyOf, type WordBits } from '@utpid/core/scoring'
import type { LabelledPair, TrainingSet } from './training-set.ts'

/** The comparison levels of one labelled pair. */
export interface PairLevels {
  readonly profile: Profile
  /** Level of each comparison with a result other than `unknown`. */
  readonly levels: readonly (readonly [comparison: string, level: string])[]
  readonly match: boolean
  /** Weight of the pair within its set, above 0. Default: 1. */
  readonly weight?: number
}

/** Number of pairs compared between two calls of `yieldNow`; they take some milliseconds. */
const PAIRS_BETWEEN_YIELDS = 500

/**
 * Compares the pairs of a training set by the comparisons of a schema. The records of the set determine the word weights.
 *
 * @param yieldNow - A function that is awaited from time to time; its errors end the function.
 */
export async function pairLevels(
  { pairs }: TrainingSet,
  schema: RegistrySchema,
  yieldNow: () => Promise<void>,
): Promise<PairLevels[]> {
  const records = new Set<RecordFeatures>()
  for (const { left, right } of pairs) records.add(left).add(right)
  const { bits } = termFrequencyOf(records)
  return comparePairs(pairs, bits, schema, yieldNow)
}

/** Compares labelled pairs with given word weights, see {@link pairLevels}. */
export async function comparePairs(
  pairs: readonly LabelledPair[],
  bits: WordBits,
  schema: RegistrySchema,
  yieldNow: () => Promise<void>,
): Promise<PairLevels[]> {
  const compared: PairLevels[] = []
  for (const [at, { left, right, match }] of pairs.entries()) {
    if (at % PAIRS_BETWEEN_YIELDS === 0) await yieldNow()
    const profile = pairProfile(left, right)
    const levels = schema.profiles[profile].comparisons.flatMap((comparison): [string, string][] => {
      const level = comparison.compare(left, right, bits)
      return level === 'unknown' ? [] : [[comparison.name, level]]
    })
    compared.push({ profile, levels, match })
  }
  return compared
}
