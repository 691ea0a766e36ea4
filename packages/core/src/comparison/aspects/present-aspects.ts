import { CachedValue } from '../../features/cached-value.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'
import { COMPARISONS } from './comparisons.ts'

/** All comparisons of all profiles. The position of a comparison is its bit, so there can be at most 32 comparisons. */
const ALL: readonly Comparison[] = [...new Set(Object.values(COMPARISONS).flat())]
const ONE_SIDE: number = bitsOf(({ oneSideIsEnough }) => oneSideIsEnough === true)

/** Cache of the comparisons with a value, by record: one record is compared many times. */
const presentByRecord = new CachedValue<RecordFeatures, number>()

/** Returns the bit of a comparison in the result of {@link presentInBoth}. */
export function comparisonBit(comparison: Comparison): number {
  return 1 << ALL.indexOf(comparison)
}

/**
 * Returns a set of bits, one for each comparison for which both records have values. All other comparisons yield
 * `unknown`.
 */
export function presentInBoth(left: RecordFeatures, right: RecordFeatures): number {
  const a = presentIn(left)
  const b = presentIn(right)
  return (a & b) | ((a | b) & ONE_SIDE)
}

function presentIn(features: RecordFeatures): number {
  let present = presentByRecord.get(features)
  if (present === undefined) {
    present = bitsOf(({ isPresent }) => isPresent === undefined || isPresent(features))
    presentByRecord.set(features, present)
  }
  return present
}

function bitsOf(holds: (comparison: Comparison) => boolean): number {
  return ALL.reduce((bits, comparison, at) => (holds(comparison) ? bits | (1 << at) : bits), 0)
}
