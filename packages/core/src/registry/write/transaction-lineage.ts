import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import { defined } from '../../model/defined.ts'
import type { ProductId } from '../../model/utpid.ts'
import { requiredLineage } from '../../storage/ledger/checked-ledger.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { LineageRow, LineageStep, ProductRow } from '../../storage/rows.ts'
import { THIS_CHANGE } from './transaction-data.ts'

export interface LineageSurroundings {
  readonly ledger: Pick<Ledger, 'lineage'>
  /** Folder or database of the registry, for messages. */
  readonly place: string | undefined
  /** The time of the transaction, ISO 8601 UTC. */
  readonly at: string
  /** The products that a person's decision deletes in this transaction. */
  readonly deleted: ReadonlySet<ProductId>
  /**
   * The products that a person's decision names, or whose records the decision moves; undefined for an automatic
   * transaction.
   */
  readonly decidedAbout: ReadonlySet<ProductId> | undefined
}

/** Returns the lineage rows of the products that a transaction changes. */
export async function transactionLineage(
  { drafts, merged, emptied, rerouted, read }: ReclusteredComponents,
  { ledger, place, at, deleted, decidedAbout }: LineageSurroundings,
): Promise<LineageRow[]> {
  const former = new Map(read.map((row) => [row.id, row]))
  const reactivated = drafts.filter(({ before, minted }) => before === undefined && !minted)
  const ids = [...merged.keys(), ...emptied.keys(), ...reactivated.map(({ id }) => id), ...(decidedAbout ?? [])]
  const stored = await requiredLineage(ledger, ids, place)
  const before = new Map(ids.map((id, position) => [id, stored[position]]))
  const rows = new Map<ProductId, LineageRow>()
  const steps = (row: LineageRow | undefined, kind: LineageStep['kind'], other?: ProductId): LineageStep[] => [
    ...(row?.history ?? []),
    { change: THIS_CHANGE, at, kind, ...defined({ other }) },
  ]
  /** Returns the fields of a row for an inactive product: its last revision and records. */
  const inactiveFields = (id: ProductId): Omit<LineageRow, 'status' | 'into' | 'history'> => {
    const { records, revision } = former.get(id) as ProductRow
    return { ...permanentFields(before.get(id) as LineageRow), revision, records }
  }

  for (const draft of drafts) {
    if (!draft.minted) continue
    const from = splitFrom(draft)
    const history = steps(undefined, 'minted')
    if (from !== undefined) history.push({ change: THIS_CHANGE, at, kind: 'split', other: from })
    rows.set(draft.id, { id: draft.id, status: 'active', mintedChange: THIS_CHANGE, history })
  }
  for (const { id } of reactivated) {
    const row = before.get(id) as LineageRow
    const history = steps(row, row.status === 'merged' ? 'unmerged' : 'revived')
    rows.set(id, { ...permanentFields(row), status: 'active', history })
  }
  for (const [id, into] of merged) {
    rows.set(id, { ...inactiveFields(id), status: 'merged', into, history: steps(before.get(id), 'merged', into) })
  }
  for (const [id, mergedIds] of emptied) {
    const status = deleted.has(id) ? 'deleted' : 'retired'
    const history = steps(before.get(id), status)
    rows.set(id, { ...inactiveFields(id), status, ...(mergedIds.length === 0 ? {} : { mergedIds }), history })
  }
  for (const { lineage, into } of rerouted) {
    const { mergedIds: _, ...row } = lineage
    rows.set(row.id, { ...row, status: 'merged', into, history: steps(row, 'merged', into) })
  }
  if (decidedAbout === undefined) return [...rows.values()]
  for (const id of new Set([...decidedAbout, ...rows.keys()])) {
    const row = rows.get(id) ?? before.get(id)
    if (row !== undefined) rows.set(id, { ...row, decisions: [...(row.decisions ?? []), THIS_CHANGE] })
  }
  return [...rows.values()]
}

/** Returns the fields of a row that never change, regardless of the state of the product. */
function permanentFields({
  id,
  mintedChange,
  aliases,
  decisions,
}: LineageRow): Pick<LineageRow, 'id' | 'mintedChange' | 'aliases' | 'decisions'> {
  return {
    id,
    mintedChange,
    ...defined({ aliases, decisions }),
  }
}

/** Returns the product from which a new product was split: the former product of its oldest record. */
export function splitFrom({ records }: ProductDraft): ProductId | undefined {
  return records.find(({ link }) => link !== undefined)?.link?.productId
}
