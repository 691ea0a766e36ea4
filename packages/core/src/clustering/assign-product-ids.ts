import type { ProductId } from '../model/utpid.ts'
import type { ChangeNumber, RecordId } from '../storage/rows.ts'

/** The id of a previous product. One of the new clusters may keep this id. */
export interface FormerProduct {
  readonly id: ProductId
  readonly mintedChange: ChangeNumber
  /** True for an active product; false for a merged or retired product. */
  readonly active: boolean
  /** The previous records of the product, oldest link first. For a merged product, its records at the merge. */
  readonly records: readonly RecordId[]
}

/** A rule that assigns a product id to the cluster of a record. Claims precede the general rule. */
export interface ProductClaim {
  readonly id: ProductId
  readonly record: RecordId
}

export interface AssignedIds {
  /** One id per cluster; undefined for a cluster that needs a new id. */
  readonly byCluster: readonly (ProductId | undefined)[]
  /** Former ids that no cluster keeps, each with the cluster that now answers for the id. */
  readonly mergedIds: readonly { readonly id: ProductId; readonly group: number }[]
}

/**
 * Assigns ids to clusters so that ids follow their records.
 *
 * 1. Claims, in order: a curated product takes the cluster with its records. The first claim of a cluster counts.
 * 2. Pairs of former id and new cluster, greedily: most shared records first, then active products whose records stay
 *    together, then the lowest minting change, then the lowest id. If one id ties between clusters, the cluster with
 *    its oldest record wins. Active ids precede merged ones, which may be older: users book by the current id.
 * 3. Each remaining id answers with the cluster of most of its records (ties: the cluster with the lowest id).
 */
export function assignProductIds(
  formers: readonly FormerProduct[],
  clusters: readonly (readonly RecordId[])[],
  claims: readonly ProductClaim[] = [],
): AssignedIds {
  const clusterByRecord = new Map(
    clusters.flatMap((records, group) => records.map((record) => [record, group] as const)),
  )
  const pairs: Pair[] = []
  for (const former of formers) {
    const ofFormer = new Map<number, Pair>()
    former.records.forEach((record, position) => {
      const group = clusterByRecord.get(record)
      if (group === undefined) return
      const pair = ofFormer.get(group)
      if (pair === undefined)
        ofFormer.set(group, { former, cluster: group, shared: 1, oldest: position, staysTogether: false })
      else pair.shared++
    })
    const stays = former.active && ofFormer.size === 1
    for (const pair of ofFormer.values()) pairs.push({ ...pair, staysTogether: stays })
  }
  pairs.sort(
    (x, y) =>
      y.shared - x.shared ||
      Number(y.staysTogether) - Number(x.staysTogether) ||
      x.former.mintedChange - y.former.mintedChange ||
      x.former.id - y.former.id ||
      x.oldest - y.oldest,
  )

  const ofGroup = new Array<ProductId | undefined>(clusters.length).fill(undefined)
  const taken = new Set<ProductId>()
  const known = new Set(formers.map(({ id }) => id))
  for (const { id, record } of claims) {
    const group = clusterByRecord.get(record)
    if (group === undefined || !known.has(id) || ofGroup[group] !== undefined || taken.has(id)) continue
    ofGroup[group] = id
    taken.add(id)
  }
  for (const { former, cluster: group } of pairs) {
    if (ofGroup[group] !== undefined || taken.has(former.id)) continue
    ofGroup[group] = former.id
    taken.add(former.id)
  }

  const idOf = (group: number): ProductId => ofGroup[group] ?? Number.MAX_SAFE_INTEGER
  const survivors = new Map<ProductId, Pair>()
  for (const pair of pairs) {
    const { id } = pair.former
    if (taken.has(id)) continue
    const best = survivors.get(id)
    // Pairs are sorted by the number of shared records, so later pairs have at most as many as the first pair.
    const better = best === undefined || (pair.shared === best.shared && idOf(pair.cluster) < idOf(best.cluster))
    if (better) survivors.set(id, pair)
  }
  return { byCluster: ofGroup, mergedIds: [...survivors].map(([id, { cluster }]) => ({ id, group: cluster })) }
}

interface Pair {
  readonly former: FormerProduct
  readonly cluster: number
  shared: number
  /** True if the former product is active and all its records are in the cluster. */
  readonly staysTogether: boolean
  /** The index of the oldest record of the former product that is in the cluster. */
  readonly oldest: number
}
