import type { ProductId } from '../model/utpid.ts'
import type { ChangeNumber, RecordId } from '../storage/rows.ts'

/** A product id that a set of new groups may go on under. */
export interface FormerProduct {
  readonly id: ProductId
  readonly mintedChange: ChangeNumber
  /** Its records before; of a merged one, those it had when it was merged. */
  readonly records: readonly RecordId[]
}

export interface AssignedIds {
  /** One per group; undefined means the group mints an id. */
  readonly ofGroup: readonly (ProductId | undefined)[]
  /** Former ids that no group goes on under, with the group that answers for them. */
  readonly leftOver: readonly { readonly id: ProductId; readonly group: number }[]
}

/**
 * Lets ids follow records when groups change, by one rule: pairs of former id and new group by
 * shared records, then by the id's minting change, then by id, are assigned greedily. An id
 * that is left over answers with the group that holds most of its records (ties: the group
 * with the lowest id).
 */
export function assignProductIds(
  formers: readonly FormerProduct[],
  groups: readonly (readonly RecordId[])[],
): AssignedIds {
  const groupByRecord = new Map(groups.flatMap((records, group) => records.map((record) => [record, group] as const)))
  const pairs: { former: FormerProduct; group: number; shared: number }[] = []
  for (const former of formers) {
    const shared = new Map<number, number>()
    for (const record of former.records) {
      const group = groupByRecord.get(record)
      if (group !== undefined) shared.set(group, (shared.get(group) ?? 0) + 1)
    }
    for (const [group, count] of shared) pairs.push({ former, group, shared: count })
  }
  pairs.sort(
    (x, y) =>
      y.shared - x.shared ||
      x.former.mintedChange - y.former.mintedChange ||
      x.former.id - y.former.id ||
      x.group - y.group,
  )

  const ofGroup = new Array<ProductId | undefined>(groups.length).fill(undefined)
  const taken = new Set<ProductId>()
  for (const { former, group } of pairs) {
    if (ofGroup[group] !== undefined || taken.has(former.id)) continue
    ofGroup[group] = former.id
    taken.add(former.id)
  }
  const leftOver = formers
    .filter(({ id }) => !taken.has(id))
    .flatMap(({ id }) => {
      const own = pairs.filter(({ former }) => former.id === id)
      const most = own[0]?.shared
      const [best] = own
        .filter(({ shared }) => shared === most)
        .sort((x, y) => (ofGroup[x.group] ?? Number.MAX_SAFE_INTEGER) - (ofGroup[y.group] ?? Number.MAX_SAFE_INTEGER))
      return best === undefined ? [] : [{ id, group: best.group }]
    })
  return { ofGroup, leftOver }
}
