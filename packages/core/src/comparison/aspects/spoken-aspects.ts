import { DerivedFact } from '../../features/derived-facts.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'
import { COMPARISONS } from './comparisons.ts'

/** Every comparison of any profile; its position is its bit, so that there can be 32 of them. */
const ALL: readonly Comparison[] = [...new Set(Object.values(COMPARISONS).flat())]
const ONE_SIDE: number = bitsOf(({ oneSideIsEnough }) => oneSideIsEnough === true)

/** Worked out once of a record, which is compared again and again. */
const spokenByRecord = new DerivedFact<RecordFeatures, number>()

/** The bit of a comparison in what {@link spokenByPair} answers. */
export function spokenBit(comparison: Comparison): number {
  return 1 << ALL.indexOf(comparison)
}

/** The comparisons, one bit each, that may say something of a pair; all others answer `unknown`. */
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
