/**
 * The agreement of clusters with the true clusters, by record (B-cubed). The values are fractions from 0 to 1, or null
 * without records.
 */
export interface ClusterScore {
  readonly records: number
  /** Mean over all records of this share: how many records of the record's cluster are also in its true cluster. */
  readonly precision: number | null
  /** Mean over all records of this share: how many records of the record's true cluster are also in its cluster. */
  readonly recall: number | null
  /** Harmonic mean of precision and recall. */
  readonly f1: number | null
}

/**
 * Computes B-cubed for clusters (Bagga and Baldwin, 1998). Each record counts once. The weight of a large wrong cluster
 * is therefore its number of records, not its number of pairs.
 *
 * @param records - The cluster and the true cluster of each record.
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
