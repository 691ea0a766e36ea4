/** How well groups agree with true ones, record by record (B-cubed). Fractions of 0 to 1; null without records. */
export interface ClusterScore {
  readonly records: number
  /** Mean share of the records in a record's group that belong with it. */
  readonly precision: number | null
  /** Mean share of the records that belong with a record that are in its group. */
  readonly recall: number | null
  /** Harmonic mean of the two. */
  readonly f1: number | null
}

/**
 * B-cubed of a grouping (Bagga and Baldwin, 1998): every record counts once, so that one large group that went wrong
 * weighs as much as its records, not as their pairs.
 *
 * @param records - For each record the group it is in and the true one.
 */
export function clusterScore(records: readonly { readonly group: unknown; readonly truth: unknown }[]): ClusterScore {
  const groups = countBy(records, ({ group }) => group)
  const truths = countBy(records, ({ truth }) => truth)
  const both = new Map<unknown, Map<unknown, number>>()
  for (const { group, truth } of records) {
    const inGroup = both.get(group) ?? new Map<unknown, number>()
    both.set(group, inGroup.set(truth, (inGroup.get(truth) ?? 0) + 1))
  }
  let precision = 0
  let recall = 0
  for (const { group, truth } of records) {
    const together = both.get(group)?.get(truth) ?? 0
    precision += together / (groups.get(group) ?? 1)
    recall += together / (truths.get(truth) ?? 1)
  }
  const { length } = records
  if (length === 0) return { records: 0, precision: null, recall: null, f1: null }
  return {
    records: length,
    precision: precision / length,
    recall: recall / length,
    f1: (2 * precision * recall) / (precision + recall) / length,
  }
}

function countBy<T>(list: readonly T[], keyOf: (each: T) => unknown): Map<unknown, number> {
  const counts = new Map<unknown, number>()
  for (const each of list) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return counts
}
