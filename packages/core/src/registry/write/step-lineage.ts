import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { Regrouped } from '../../clustering/regroup.ts'
import type { ProductId } from '../../model/utpid.ts'
import { lineageNamed } from '../../storage/ledger/whole-ledger.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { LineageRow, LineageStep, ProductRow } from '../../storage/rows.ts'

/** The ledger puts the number of the step in its place. */
const STEP_ITSELF = 0

export interface LineageSurroundings {
  readonly ledger: Pick<Ledger, 'lineage'>
  /** Where the registry is, for messages. */
  readonly place: string | undefined
  /** ISO 8601 UTC. */
  readonly at: string
  /** Products that a person deletes in this step. */
  readonly deleted: ReadonlySet<ProductId>
  /** Products that a person decides about, or moves records of; none in a step of the machine. */
  readonly decidedAbout: ReadonlySet<ProductId> | undefined
}

/** What a step makes of the ids of the products it touches. */
export async function stepLineage(
  { drafts, merged, emptied, rerouted, read }: Regrouped,
  { ledger, place, at, deleted, decidedAbout }: LineageSurroundings,
): Promise<LineageRow[]> {
  const former = new Map(read.map((row) => [row.id, row]))
  const returning = drafts.filter(({ before, minted }) => before === undefined && !minted)
  const ids = [...merged.keys(), ...emptied.keys(), ...returning.map(({ id }) => id), ...(decidedAbout ?? [])]
  const stored = await lineageNamed(ledger, ids, place)
  const before = new Map(ids.map((id, position) => [id, stored[position]]))
  const rows = new Map<ProductId, LineageRow>()
  const steps = (row: LineageRow | undefined, kind: LineageStep['kind'], other?: ProductId): LineageStep[] => [
    ...(row?.history ?? []),
    { change: STEP_ITSELF, at, kind, ...(other === undefined ? {} : { other }) },
  ]
  /** Of one that is no longer active: what it was, and how it goes on from there. */
  const gone = (id: ProductId): Omit<LineageRow, 'status' | 'into' | 'history'> => {
    const { records, revision } = former.get(id) as ProductRow
    return { ...lasting(before.get(id) as LineageRow), revision, records }
  }

  for (const draft of drafts) {
    if (!draft.minted) continue
    const from = splitFrom(draft)
    const history = steps(undefined, 'minted')
    if (from !== undefined) history.push({ change: STEP_ITSELF, at, kind: 'split', other: from })
    rows.set(draft.id, { id: draft.id, status: 'active', mintedChange: STEP_ITSELF, history })
  }
  for (const { id } of returning) {
    const row = before.get(id) as LineageRow
    const history = steps(row, row.status === 'merged' ? 'unmerged' : 'revived')
    rows.set(id, { ...lasting(row), status: 'active', history })
  }
  for (const [id, into] of merged) {
    rows.set(id, { ...gone(id), status: 'merged', into, history: steps(before.get(id), 'merged', into) })
  }
  for (const [id, absorbed] of emptied) {
    const status = deleted.has(id) ? 'deleted' : 'retired'
    const history = steps(before.get(id), status)
    rows.set(id, { ...gone(id), status, ...(absorbed.length === 0 ? {} : { absorbed }), history })
  }
  for (const { lineage, into } of rerouted) {
    const { absorbed: _, ...row } = lineage
    rows.set(row.id, { ...row, status: 'merged', into, history: steps(row, 'merged', into) })
  }
  if (decidedAbout === undefined) return [...rows.values()]
  for (const id of new Set([...decidedAbout, ...rows.keys()])) {
    const row = rows.get(id) ?? before.get(id)
    if (row !== undefined) rows.set(id, { ...row, decisions: [...(row.decisions ?? []), STEP_ITSELF] })
  }
  return [...rows.values()]
}

/** What of a row stays whatever becomes of the product. */
function lasting({
  id,
  mintedChange,
  aliases,
  decisions,
}: LineageRow): Pick<LineageRow, 'id' | 'mintedChange' | 'aliases' | 'decisions'> {
  return {
    id,
    mintedChange,
    ...(aliases === undefined ? {} : { aliases }),
    ...(decisions === undefined ? {} : { decisions }),
  }
}

/** The product that a new one's oldest record was with before: the new one split from it. */
export function splitFrom({ records }: ProductDraft): ProductId | undefined {
  return records.find(({ link }) => link !== undefined)?.link?.productId
}
