import type { RecordContent } from '../model/supplier-record.ts'
import type { Comparison } from './comparison.ts'

/** Share of the longer by which durations of one tour may differ: suppliers round. */
const NEAR_SHARE = 0.25

/** Compares how long tours take. */
export const durationComparison: Comparison = {
  name: 'duration',
  description: 'Whether the durations of two activities agree.',
  levels: ['same', 'near', 'unknown', 'different'],
  speaks: ({ activity }) => activity !== undefined,
  compare: ({ activity: a }, { activity: b }) => {
    const [one, other] = [a?.durationMinutes ?? 0, b?.durationMinutes ?? 0]
    if (one === 0 || other === 0) return 'unknown'
    if (one === other) return 'same'
    return Math.abs(one - other) <= NEAR_SHARE * Math.max(one, other) ? 'near' : 'different'
  },
  show: ({ activity }) => (activity?.durationMinutes === undefined ? undefined : `${activity.durationMinutes} min`),
}

/** Compares who runs a tour. */
export const operatorComparison: Comparison = {
  name: 'operator',
  description: 'Whether the same operator runs both.',
  levels: ['same', 'unknown', 'different'],
  speaks: ({ operator }) => operator !== undefined,
  compare: ({ operator: a }, { operator: b }) =>
    a === undefined || b === undefined ? 'unknown' : a === b ? 'same' : 'different',
  show: ({ operator }: RecordContent) => operator,
}
