import type { ProductId } from '../model/utpid.ts'
import type { ChangeNumber, RecordId } from '../storage/rows.ts'

/** A product id that a set of new groups may go on under. */
export interface FormerProduct {
  readonly id: ProductId
  readonly mintedChange: ChangeNumber
  /** Whether it is a product now, and not one that another took in or that has no record. */
  readonly active: boolean
  /** Its records before, oldest link first; of a merged one, those it had when it was merged. */
  readonly records: readonly RecordId[]
}

/** A product that goes on in the group that holds a record, before the rule is asked. */
export interface ProductClaim {
  readonly id: ProductId
  readonly record: RecordId
}

export interface AssignedIds {
  /** One per group; undefined means the group mints an id. */
  readonly ofGroup: readonly (ProductId | undefined)[]
  /** Former ids that no group goes on under, with the group that answers for them. */
  readonly leftOver: readonly { readonly id: ProductId; readonly group: number }[]
}

/**
 * Lets ids follow records when groups change, by one rule: pairs of former id and new group by
 * shared records, then by the id's minting change, then by id, are assigned greedily; of two
 * groups that share as many records with one id, the one with its oldest record comes first.
 * Of ids that share as many with a group, the one of an active product whose records stay together
 * comes first: an id that it took in long ago may hold the same records and be older, and nobody
 * who books by the id of today has to hear of that.
 * Before that, products that people keep claim the group with their records: of several, the first claim counts.
 * An id that is left over answers with the group that holds most of its records (ties: the
 * group with the lowest id).
 */
export function assignProductIds(
  formers: readonly FormerProduct[],
  groups: readonly (readonly RecordId[])[],
  claims: readonly ProductClaim[] = [],
): AssignedIds {
  const groupByRecord = new Map(groups.flatMap((records, group) => records.map((record) => [record, group] as const)))
  const pairs: Pair[] = []
  for (const former of formers) {
    const ofFormer = new Map<number, Pair>()
    former.records.forEach((record, position) => {
      const group = groupByRecord.get(record)
      if (group === undefined) return
      const pair = ofFormer.get(group)
      if (pair === undefined) ofFormer.set(group, { former, group, shared: 1, oldest: position, stays: false })
      else pair.shared++
    })
    const stays = former.active && ofFormer.size === 1
    for (const pair of ofFormer.values()) pairs.push({ ...pair, stays })
  }
  pairs.sort(
    (x, y) =>
      y.shared - x.shared ||
      Number(y.stays) - Number(x.stays) ||
      x.former.mintedChange - y.former.mintedChange ||
      x.former.id - y.former.id ||
      x.oldest - y.oldest,
  )

  const ofGroup = new Array<ProductId | undefined>(groups.length).fill(undefined)
  const taken = new Set<ProductId>()
  const known = new Set(formers.map(({ id }) => id))
  for (const { id, record } of claims) {
    const group = groupByRecord.get(record)
    if (group === undefined || !known.has(id) || ofGroup[group] !== undefined || taken.has(id)) continue
    ofGroup[group] = id
    taken.add(id)
  }
  for (const { former, group } of pairs) {
    if (ofGroup[group] !== undefined || taken.has(former.id)) continue
    ofGroup[group] = former.id
    taken.add(former.id)
  }

  const idOf = (group: number): ProductId => ofGroup[group] ?? Number.MAX_SAFE_INTEGER
  const answering = new Map<ProductId, Pair>()
  for (const pair of pairs) {
    const { id } = pair.former
    if (taken.has(id)) continue
    const best = answering.get(id)
    // Pairs come by shared records, so what ties with the first holds as many.
    const better = best === undefined || (pair.shared === best.shared && idOf(pair.group) < idOf(best.group))
    if (better) answering.set(id, pair)
  }
  return { ofGroup, leftOver: [...answering].map(([id, { group }]) => ({ id, group })) }
}

interface Pair {
  readonly former: FormerProduct
  readonly group: number
  shared: number
  /** Whether the former is active and all of its records are in the group. */
  readonly stays: boolean
  /** Position, among the former's records, of the first that the group holds. */
  readonly oldest: number
}
