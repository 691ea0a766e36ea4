import { defined } from '../../model/defined.ts'
import type { RecordContent } from '../../model/supplier-record.ts'
import type { Comparison } from '../comparison.ts'

/**
 * Maximum difference between two durations of one tour, as a share of the longer duration. Suppliers round durations.
 */
const NEAR_SHARE = 0.25

/** Compares how long tours take. */
export const durationComparison: Comparison = {
  name: 'duration',
  description: 'Whether the durations of two activities agree.',
  levels: ['same', 'near', 'unknown', 'different'],
  isPresent: ({ activity }) => activity !== undefined,
  compare: ({ activity: a }, { activity: b }) => compareDurations(a?.durationMinutes ?? 0, b?.durationMinutes ?? 0),
  compareView: ({ activity }, other) => compareDurations(activity?.durationMinutes ?? 0, other.durationMinutes),
  fieldOf: ({ activity }) => defined({ activity }),
  show: ({ activity }) => (activity?.durationMinutes === undefined ? undefined : `${activity.durationMinutes} min`),
}

/** Compares the operators of tours. */
export const operatorComparison: Comparison = {
  name: 'operator',
  description: 'Whether the same operator runs both activities.',
  levels: ['same', 'unknown', 'different'],
  isPresent: ({ operator }) => operator !== undefined,
  compare: ({ operator: a }, { operator: b }) => compareOperators(a, b),
  compareView: ({ operator: a }, { operator: b }) => compareOperators(a, b),
  fieldOf: ({ operator }) => defined({ operator }),
  show: ({ operator }: RecordContent) => operator,
}

function compareDurations(a: number, b: number): string {
  if (a === 0 || b === 0) return 'unknown'
  if (a === b) return 'same'
  return Math.abs(a - b) <= NEAR_SHARE * Math.max(a, b) ? 'near' : 'different'
}

function compareOperators(a: number | undefined, b: number | undefined): string {
  return a === undefined || b === undefined ? 'unknown' : a === b ? 'same' : 'different'
}
