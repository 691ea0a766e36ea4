/** Agreement of clusters with the true clusters, by record (B-cubed). Fractions of 0 to 1; null without records. */
export interface ClusterScore {
  readonly records: number
  /** Mean over all records: share of the records in its cluster that are also in its true cluster. */
  readonly precision: number | null
  /** Mean over all records: share of the records in its true cluster that are also in its cluster. */
  readonly recall: number | null
  /** Harmonic mean of precision and recall. */
  readonly f1: number | null
}

/**
 * Computes B-cubed of a clustering (Bagga and Baldwin, 1998). Each record counts once. So the weight of a large wrong
 * cluster is its number of records, not its number of pairs.
 *
 * @param records - For each record, its cluster and its true cluster.
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
