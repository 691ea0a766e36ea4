import { CounterChanges } from '../grouping/counter-changes.ts'
import type { EdgeChanges } from '../grouping/find-edges.ts'
import type { PendingRecord } from '../grouping/pending-record.ts'
import { alertChanges } from '../grouping/product-alerts.ts'
import type { ProductDraft } from '../grouping/product-draft.ts'
import { productRow } from '../grouping/product-row.ts'
import type { Regrouped } from '../grouping/regroup.ts'
import { WordChanges } from '../grouping/word-changes.ts'
import type { RegistryEvent } from '../model/registry-event.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { Commit } from '../storage/commit.ts'
import type { Ledger } from '../storage/ledger.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { ChangeNumber, LineageRow, LineageStep, LinkRow, ProductRow, RecordId } from '../storage/rows.ts'
import type { RegistryContext } from './registry-context.ts'
import type { WrittenRecord } from './write-records.ts'

/** What a commit is built with; the ledger shows the rows before the step. */
export type BuildContext = Omit<RegistryContext, 'ledger'> & { readonly ledger: Pick<Ledger, 'lineage' | 'alerts'> }

export interface Step {
  readonly base: ChangeNumber
  readonly at: string
  readonly token: string | undefined
  readonly suppliers: readonly Supplier[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  readonly edges: EdgeChanges
  readonly regrouped: Regrouped
}

/** The ledger puts the number of the step in its place. */
const STEP_ITSELF = 0

export interface BuiltCommit {
  readonly commit: Commit
  /** What becomes of each record of the step. */
  readonly written: ReadonlyMap<RecordId, WrittenRecord>
}

/** Turns what was decided into the rows of one commit, with everything it rests on as expectations. */
export async function buildCommit(context: BuildContext, step: Step): Promise<BuiltCommit> {
  const { base, at, pending, edges, regrouped } = step
  const suppliers = new Map(context.suppliers)
  for (const supplier of step.suppliers) suppliers.set(supplier.id, supplier)
  const surroundings = { policy: context.policy, suppliers, gazetteer: context.gazetteer, at }

  const counters = new CounterChanges()
  const words = new WordChanges()
  const products: ProductRow[] = []
  const events: RegistryEvent[] = []
  const former = new Map(regrouped.read.map((row) => [row.id, row]))
  const links = linkRows(context, step)
  const touched = new Set(links.map(({ productId }) => productId))
  for (const draft of regrouped.drafts) {
    const written = productRow(draft, touched.has(draft.id), surroundings)
    if (written === undefined) continue
    const { row, moved } = written
    products.push(row)
    if (draft.before !== undefined) counters.product(draft.before, -1)
    counters.product(row, 1)
    if (moved) events.push(...productEvents(context, draft, row))
  }
  for (const id of regrouped.retired.keys()) counters.product(former.get(id) as ProductRow, -1)
  for (const { row, before } of pending.values()) {
    if (before?.link === undefined) counters.record(row, 1)
    else words.record(before.row, -1)
    words.record(row, 1)
  }

  const lineage = await lineageRows(context, step)
  events.push(...movedEvents(context, step), ...mergedEvents(context, regrouped))
  const alerts = await alertChanges(regrouped.drafts, regrouped.retired, context.ledger, context.format, at)
  for (const [name, amount] of Object.entries(alerts.counters)) counters.add(name, amount)

  const commit: Commit = {
    ...(step.token === undefined ? {} : { token: step.token }),
    at,
    base,
    expect: {
      records: expectedRecords(step),
      products: [
        ...regrouped.read.map(({ id, revision }) => [id, revision] as const),
        ...regrouped.drafts.filter(({ minted }) => minted).map(({ id }) => [id, 0] as const),
      ],
      keys: edges.probedKeys,
      indexVersion: context.served.indexVersion,
    },
    records: [...pending.values()].map(({ row }) => row),
    links,
    unlinked: [],
    products,
    endedProducts: [...regrouped.retired.keys()],
    edges: [...edges.written, ...edges.removed],
    alerts: alerts.rows,
    rulings: [],
    lineage,
    aliases: [],
    verifications: [],
    suppliers: step.suppliers,
    counters: counters.finish(),
    words: words.finish(),
    events: [...events, ...alerts.events],
  }
  return { commit, written: writtenRecords(step) }
}

/** Revisions of every record that was read: those of the step, and those that were grouped with them. */
function expectedRecords({ pending, regrouped }: Step): (readonly [RecordId, number])[] {
  const expected = new Map<RecordId, number>()
  for (const { records } of regrouped.drafts) for (const { row } of records) expected.set(row.id, row.revision)
  for (const [id, { before }] of pending) expected.set(id, before?.row.revision ?? 0)
  return [...expected]
}

function linkRows({ scorer }: BuildContext, { at, pending, regrouped }: Step): LinkRow[] {
  const rows: LinkRow[] = []
  for (const draft of regrouped.drafts) {
    for (const { row, link } of draft.records) {
      const { method, confidence } = draft.links.get(row.id) as { method: LinkRow['method']; confidence: number }
      const stays = link?.productId === draft.id
      const same = stays && link.method === method && link.confidence === confidence
      if (same && !pending.has(row.id)) continue
      const { version: model } = scorer.model
      const { epoch } = scorer.terms
      rows.push({
        recordId: row.id,
        productId: draft.id,
        method,
        confidence,
        since: stays ? link.since : at,
        model,
        epoch,
      })
    }
  }
  return rows
}

async function lineageRows({ ledger }: BuildContext, { at, regrouped }: Step): Promise<LineageRow[]> {
  const rows: LineageRow[] = []
  const history = (row: LineageRow | undefined, kind: LineageStep['kind'], other?: ProductId): LineageStep[] => [
    ...(row?.history ?? []),
    { change: STEP_ITSELF, at, kind, ...(other === undefined ? {} : { other }) },
  ]
  const former = new Map(regrouped.read.map((row) => [row.id, row]))
  const returning = regrouped.drafts.filter(({ before, minted }) => before === undefined && !minted)
  const ids = [...regrouped.retired.keys(), ...returning.map(({ id }) => id)]
  const stored = await readInChunks(ids, (chunk) => ledger.lineage(chunk))
  const before = new Map(ids.map((id, position) => [id, stored[position]]))

  for (const draft of regrouped.drafts) {
    if (!draft.minted) continue
    const from = splitFrom(draft)
    const steps = history(undefined, 'minted')
    if (from !== undefined) steps.push({ change: STEP_ITSELF, at, kind: 'split', other: from })
    rows.push({ id: draft.id, status: 'active', mintedChange: STEP_ITSELF, history: steps })
  }
  for (const { id } of returning) {
    const row = before.get(id) as LineageRow
    rows.push({ id, status: 'active', mintedChange: row.mintedChange, history: history(row, 'unmerged') })
  }
  for (const [id, into] of regrouped.retired) {
    const row = before.get(id) as LineageRow
    const { records, revision } = former.get(id) as ProductRow
    rows.push({
      id,
      status: 'merged',
      into,
      mintedChange: row.mintedChange,
      revision,
      records,
      history: history(row, 'merged', into),
    })
  }
  for (const { lineage, into } of regrouped.rerouted) {
    rows.push({ ...lineage, into, history: history(lineage, 'merged', into) })
  }
  return rows
}

/** The product that a new one's oldest record was with before: the new one split from it. */
function splitFrom({ records }: ProductDraft): ProductId | undefined {
  return records.find(({ link }) => link !== undefined)?.link?.productId
}

function productEvents({ format }: BuildContext, draft: ProductDraft, row: ProductRow): RegistryEvent[] {
  const { minted, before } = draft
  const utpid = format.format(row.id)
  if (minted) {
    const from = splitFrom(draft)
    const created: RegistryEvent = { type: 'product.created', utpid }
    return from === undefined ? [created] : [created, { type: 'product.split', utpid, from: format.format(from) }]
  }
  if (before === undefined) return [{ type: 'product.revived', utpid }]
  const shown = row.shown as unknown as Record<string, unknown>
  const shownBefore = before.shown as unknown as Record<string, unknown>
  const fields = [...new Set([...Object.keys(shown), ...Object.keys(shownBefore)])].filter(
    (field) => JSON.stringify(shown[field]) !== JSON.stringify(shownBefore[field]),
  )
  if (row.records.join() !== before.records.join()) fields.push('suppliers')
  return [{ type: 'product.updated', utpid, fields }]
}

function movedEvents({ format }: BuildContext, { regrouped }: Step): RegistryEvent[] {
  const events: RegistryEvent[] = []
  for (const draft of regrouped.drafts) {
    for (const { row, link } of draft.records) {
      if (link === undefined || link.productId === draft.id) continue
      // Of a merged product the merging itself tells where its records are; not of one that went elsewhere.
      if (regrouped.retired.get(link.productId) === draft.id) continue
      const { supplier, code } = row.record
      events.push({
        type: 'supplier.code.moved',
        supplier,
        code,
        utpid: format.format(draft.id),
        from: format.format(link.productId),
      })
    }
  }
  return events
}

function mergedEvents({ format }: BuildContext, { retired }: Regrouped): RegistryEvent[] {
  return [...retired].map(([id, into]) => ({
    type: 'product.merged',
    utpid: format.format(id),
    into: format.format(into),
  }))
}

function writtenRecords({ pending, regrouped }: Step): Map<RecordId, WrittenRecord> {
  const written = new Map<RecordId, WrittenRecord>()
  for (const { id, minted, records, links, rivals } of regrouped.drafts) {
    for (const [position, { row, link }] of records.entries()) {
      if (!pending.has(row.id)) continue
      const stays = link?.productId === id
      // However many records of a new product come in one step, one of them makes it.
      const makes = records.length === 1 || (minted && position === 0)
      const outcome = stays ? 'updated' : !makes ? 'linked' : rivals.size > 0 ? 'alerted' : 'created'
      written.set(row.id, { productId: id, outcome, confidence: links.get(row.id)?.confidence ?? 0 })
    }
  }
  return written
}
