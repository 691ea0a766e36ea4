import { DerivedFact } from '../../features/derived-facts.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'
import { COMPARISONS } from './comparisons.ts'

/** All comparisons of all profiles. The position is the bit, so there can be at most 32. */
const ALL: readonly Comparison[] = [...new Set(Object.values(COMPARISONS).flat())]
const ONE_SIDE: number = bitsOf(({ oneSideIsEnough }) => oneSideIsEnough === true)

/** Cached by record, because a record is compared many times. */
const spokenByRecord = new DerivedFact<RecordFeatures, number>()

/** Returns the bit of a comparison in the result of {@link spokenByPair}. */
export function spokenBit(comparison: Comparison): number {
  return 1 << ALL.indexOf(comparison)
}

/** Returns the comparisons for which a pair has values, one bit each. All others yield `unknown`. */
export function spokenByPair(left: RecordFeatures, right: RecordFeatures): number {
  const a = spokenBy(left)
  const b = spokenBy(right)
  return (a & b) | ((a | b) & ONE_SIDE)
}

function spokenBy(features: RecordFeatures): number {
  let spoken = spokenByRecord.get(features)
  if (spoken === undefined) {
    spoken = bitsOf(({ speaks }) => speaks === undefined || speaks(features))
    spokenByRecord.set(features, spoken)
  }
  return spoken
}

function bitsOf(holds: (comparison: Comparison) => boolean): number {
  return ALL.reduce((bits, comparison, at) => (holds(comparison) ? bits | (1 << at) : bits), 0)
}
