import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import type { AlertContext } from '../../golden-record/alerts/alert-context.ts'
import { type AlertChanges, alertChanges } from '../../golden-record/alerts/product-alerts.ts'
import { CounterChanges } from '../../golden-record/counter-changes.ts'
import { WordChanges } from '../../golden-record/word-changes.ts'
import { defined } from '../../model/defined.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import { concordanceKey, concordanceRowId } from '../../storage/concordance-rows.ts'
import type { BlockingKey, DecisionRow, LinkRow, ProductBefore, ProductRow, RecordId } from '../../storage/rows.ts'
import { productChanges } from './product-changes.ts'
import { type BuildContext, type Decided, THIS_CHANGE, type TransactionData } from './transaction-data.ts'
import { movementEvents } from './transaction-events.ts'
import { transactionLineage } from './transaction-lineage.ts'
import type { WrittenRecord } from './write-records.ts'

export interface BuiltCommit {
  readonly commit: Commit
  /** The outcome of each record of the transaction. */
  readonly written: ReadonlyMap<RecordId, WrittenRecord>
  /** The open alerts about its products that are not based on an edge. */
  readonly standing: AlertChanges['edgelessAlerts']
  /** The records and classes that the transaction must also include. */
  readonly missing: AlertChanges['missing']
}

const NO_PRODUCTS: ReadonlySet<ProductId> = new Set()

/** Builds the rows of one commit from the plan. All data on which the rows depend become preconditions. */
export async function buildCommit(context: BuildContext, step: TransactionData): Promise<BuiltCommit> {
  const { readVersion, at, pending, edges, reclustered, decided } = step
  const counters = new CounterChanges()
  const formerRows = new Map(reclustered.read.map((row) => [row.id, row]))
  const links = linkRows(context, step)
  const removed = [...reclustered.merged.keys(), ...reclustered.emptied.keys()]
  const alerts = await alertChanges(reclustered.drafts, alertContext(context, step, removed))
  const { products, verifications, events } = productChanges(context, step, {
    links,
    ended: removed,
    formerRows,
    edgelessAlerts: alerts.edgelessAlerts,
    counters,
  })
  for (const id of removed) counters.product(formerRows.get(id) as ProductRow, -1)
  const words = countRecords(pending, counters)

  const deleted = decided?.deleted ?? NO_PRODUCTS
  const decisions = decided === undefined ? [] : decisionRows(decided, reclustered, formerRows, at)
  const decidedAbout = decided && new Set([...decided.about, ...(decisions[0]?.before.map(({ id }) => id) ?? [])])
  const { ledger } = context
  const lineage = await transactionLineage(reclustered, {
    ledger,
    place: context.storage.place,
    at,
    deleted,
    decidedAbout,
  })
  const movements = movementEvents(reclustered, pending, deleted, context.format)
  counters.addAll(alerts.counters)
  counters.addAll(step.concordances?.counters ?? {})

  const commit: Commit = {
    ...defined({ idempotencyKey: step.idempotencyKey }),
    at,
    readVersion,
    preconditions: preconditionsOf(context, step),
    records: [...pending.values()].map(({ row }) => row),
    details: [...pending.values()].flatMap(({ details }) => details ?? []),
    links,
    unlinked: [...pending.values()]
      .filter(({ row, before }) => row.deactivatedAt !== undefined && before?.link !== undefined)
      .map(({ row }) => row.id),
    products,
    removedProducts: removed,
    edges: [...edges.written, ...edges.removed],
    alerts: alerts.rows,
    judgements: decided?.curation.judgements ?? [],
    lineage,
    aliases: [],
    verifications,
    decisions,
    suppliers: step.suppliers,
    ...defined({ concordances: step.concordances?.rows }),
    counters: counters.finish(),
    words: words.finish(),
    events: [...events, ...movements, ...alerts.events],
  }
  const { edgelessAlerts, missing } = alerts
  return { commit, written: writtenRecords(step, edgelessAlerts), standing: edgelessAlerts, missing }
}

function alertContext(
  { scorer, ledger, format }: BuildContext,
  { reclustered, pending, edges, copies, rules, decided, at }: TransactionData,
  removed: readonly ProductId[],
): AlertContext {
  return {
    merged: reclustered.merged,
    inactive: removed,
    judgedDifferent: reclustered.judgedDifferent,
    judgements: reclustered.judgements,
    pending,
    skippedKeyEdges: edges.skippedKeyEdges,
    copies,
    rules,
    scorer,
    undone: new Set(decided?.earlier.map(({ change }) => change)),
    isByPerson: decided !== undefined,
    resolves: decided?.resolves,
    ledger,
    format,
    at,
  }
}

/**
 * Adds the records of the transaction to the counters.
 *
 * @returns The changes of word counts.
 */
function countRecords(pending: TransactionData['pending'], counters: CounterChanges): WordChanges {
  const words = new WordChanges()
  for (const { row, before, detailsOnly } of pending.values()) {
    if (detailsOnly === true) continue
    if (before?.link !== undefined) {
      words.record(before.row, -1)
      counters.record(before.row, -1)
    }
    if (row.deactivatedAt !== undefined) continue
    words.record(row, 1)
    counters.record(row, 1)
  }
  return words
}

function hasRecords({ records }: ProductRow, drafted: ProductDraft['records']): boolean {
  return records.length === drafted.length && drafted.every(({ row }) => records.includes(row.id))
}

function decisionRows(
  { decision, about, earlier }: Decided,
  { drafts, merged, emptied }: ReclusteredComponents,
  formerRows: ReadonlyMap<ProductId, ProductRow>,
  at: string,
): DecisionRow[] {
  // This code also adds the products whose records the decision moves.
  const moved = drafts.filter(({ before: row, records }) => row !== undefined && !hasRecords(row, records))
  const touched = new Set([...about, ...merged.keys(), ...emptied.keys(), ...moved.map(({ id }) => id)])
  const before = [...touched].flatMap((id): ProductBefore[] => {
    const row = formerRows.get(id)
    if (row === undefined) return []
    const { records, verified, verifiedBy, pins } = row
    return [
      {
        id,
        records,
        verified,
        ...defined({ verifiedBy, pins }),
      },
    ]
  })
  return [{ ...decision, change: THIS_CHANGE, at, before }, ...earlier]
}

function preconditionsOf({ active }: BuildContext, step: TransactionData): Commit['preconditions'] {
  const { reclustered, decided } = step
  return {
    records: preconditionRecords(step),
    products: [
      ...reclustered.read.map(({ id, revision }) => [id, revision] as const),
      ...reclustered.drafts.filter(({ minted }) => minted).map(({ id }) => [id, 0] as const),
    ],
    keys: preconditionKeys(step),
    ...(decided === undefined ? {} : { decisions: decided.earlier.map(({ change }) => change) }),
    indexVersion: active.indexVersion,
    modelVersion: active.modelVersion,
  }
}

function preconditionKeys({ edges, copies, pending, concordances }: TransactionData): readonly BlockingKey[] {
  const others = copies?.keys() ?? []
  // A stored record has the sets of its code in its row. The code of a new record may get sets meanwhile.
  for (const { row, before } of pending.values()) {
    if (before === undefined) others.push(concordanceKey(concordanceRowId(row.record)))
  }
  for (const { id } of concordances?.rows ?? []) others.push(concordanceKey(id))
  return others.length === 0 ? edges.affectedKeys : [...new Set([...edges.affectedKeys, ...others])]
}

/**
 * Returns the revision of every record that was read. These are the records of the transaction and of their clusters.
 */
function preconditionRecords({ pending, reclustered, concordances }: TransactionData): (readonly [RecordId, number])[] {
  const expected = new Map<RecordId, number>((concordances?.absent ?? []).map((id) => [id, 0]))
  for (const { records } of reclustered.drafts) for (const { row } of records) expected.set(row.id, row.revision)
  for (const [id, { before }] of pending) expected.set(id, before?.row.revision ?? 0)
  return [...expected]
}

function linkRows({ scorer }: BuildContext, { at, pending, reclustered }: TransactionData): LinkRow[] {
  const rows: LinkRow[] = []
  for (const draft of reclustered.drafts) {
    for (const { row, link } of draft.records) {
      const { method, confidence } = draft.links.get(row.id) as { method: LinkRow['method']; confidence: number }
      const stays = link?.productId === draft.id
      const same = stays && link.method === method && link.confidence === confidence
      if (same && !pending.has(row.id)) continue
      const { version: model } = scorer.model
      const { tfVersion } = scorer.terms
      rows.push({
        recordId: row.id,
        productId: draft.id,
        method,
        confidence,
        since: stays ? link.since : at,
        model,
        tfVersion,
      })
    }
  }
  return rows
}

function writtenRecords(
  { pending, reclustered }: TransactionData,
  standing: AlertChanges['edgelessAlerts'],
): Map<RecordId, WrittenRecord> {
  const written = new Map<RecordId, WrittenRecord>()
  for (const { id, minted, records, links, competing } of reclustered.drafts) {
    for (const [position, { row, link }] of records.entries()) {
      if (!pending.has(row.id)) continue
      const stays = link?.productId === id
      // If a transaction contains several records of a new product, only one of them counts as its creator.
      const makes = records.length === 1 || (minted && position === 0)
      const outcome = stays
        ? 'updated'
        : !makes
          ? 'linked'
          : competing.size > 0 || standing.has(id)
            ? 'alerted'
            : 'created'
      written.set(row.id, { productId: id, outcome, confidence: links.get(row.id)?.confidence ?? 0 })
    }
  }
  return written
}
