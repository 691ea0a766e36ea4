import { COMPARISONS, frequencyAmong, type Profile, pairProfile, type RecordFeatures } from '@utpid/core'
import type { TrainingSet } from './training-set.ts'

/** What the comparisons say of one labelled pair. */
export interface PairLevels {
  readonly profile: Profile
  /** Level of each comparison that says something. */
  readonly levels: readonly (readonly [comparison: string, level: string])[]
  readonly match: boolean
}

/** Compares the pairs of a set, words weighed by how often they stand in the records of that set. */
export function pairLevels({ pairs }: TrainingSet): PairLevels[] {
  const records = new Set<RecordFeatures>()
  for (const { left, right } of pairs) records.add(left).add(right)
  const { bits } = frequencyAmong(records)
  return pairs.map(({ left, right, match }): PairLevels => {
    const profile = pairProfile(left, right)
    const levels = COMPARISONS[profile].flatMap((comparison): [string, string][] => {
      const level = comparison.compare(left, right, bits)
      return level === 'unknown' ? [] : [[comparison.name, level]]
    })
    return { profile, levels, match }
  })
}
