import type { EdgeChanges } from '../../clustering/find-edges.ts'
import type { CurationChanges } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { AlertLedger, ResolvedAlert } from '../../golden-record/alerts/alert-context.ts'
import type { CopyAlerts } from '../../golden-record/alerts/copy-alerts.ts'
import { type AlertChanges, alertChanges } from '../../golden-record/alerts/product-alerts.ts'
import type { CleanProducts } from '../../golden-record/clean-products.ts'
import { CounterChanges } from '../../golden-record/counter-changes.ts'
import { type ProductCuration, productRow } from '../../golden-record/product-row.ts'
import { WordChanges } from '../../golden-record/word-changes.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { Commit } from '../../storage/commit.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type {
  BlockingKey,
  ChangeNumber,
  DecisionRow,
  LinkRow,
  ProductBefore,
  ProductRow,
  RecordId,
  VerificationRow,
} from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { movementEvents, productEvents } from './transaction-events.ts'
import { splitFrom, transactionLineage } from './transaction-lineage.ts'
import type { WrittenRecord } from './write-records.ts'

/** Context for building a commit; the ledger shows the rows before the transaction. */
export type BuildContext = Omit<RegistryContext, 'ledger'> & {
  readonly ledger: Pick<Ledger, 'lineage'> & AlertLedger
  /** Clean products of the index generation that the ledger shows. */
  readonly settled?: CleanProducts
}

export interface TransactionData {
  readonly readVersion: ChangeNumber
  readonly at: string
  readonly idempotencyKey: string | undefined
  readonly suppliers: readonly Supplier[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  readonly edges: EdgeChanges
  readonly reclustered: ReclusteredComponents
  /** Rules with which the features of its records were extracted. */
  readonly rules: IndexRules
  /** Classes of copies that the transaction touches. */
  readonly copies?: CopyAlerts
  /** Verifications to reopen whatever their products display, with the reason. */
  readonly reopened?: ReadonlyMap<ProductId, string>
  /** The curator decision; absent in a transaction of the machine. */
  readonly decided?: Decided
}

/** A curator decision, ready to be written. */
export interface Decided {
  /** The decision without the parts that the transaction adds. */
  readonly decision: Omit<DecisionRow, 'change' | 'at' | 'before'>
  /** Products that the decision names. */
  readonly about: ReadonlySet<ProductId>
  /** Named products that it deletes. */
  readonly deleted: ReadonlySet<ProductId>
  readonly curation: CurationChanges
  readonly verifications: readonly Omit<VerificationRow, 'change' | 'at'>[]
  /** Earlier decisions that it undoes or redoes. */
  readonly earlier: readonly DecisionRow[]
  /** The alert about a class of copies that it decides. */
  readonly resolves?: ResolvedAlert
}

export interface BuiltCommit {
  readonly commit: Commit
  /** Outcome of each record of the transaction. */
  readonly written: ReadonlyMap<RecordId, WrittenRecord>
  /** Open alerts of its products that rest on no edge. */
  readonly standing: AlertChanges['edgelessAlerts']
  /** Records and classes that the transaction still has to include. */
  readonly missing: AlertChanges['missing']
}

/** The ledger replaces it with the number of the transaction. */
const THIS_CHANGE = 0
const NO_PRODUCTS: ReadonlySet<ProductId> = new Set()

/** Builds the rows of one commit from the plan, with everything it depends on as preconditions. */
export async function buildCommit(context: BuildContext, step: TransactionData): Promise<BuiltCommit> {
  const { readVersion, at, pending, edges, reclustered, decided } = step
  const suppliers = new Map(context.suppliers)
  for (const supplier of step.suppliers) suppliers.set(supplier.id, supplier)
  const surroundings = {
    policy: context.policy,
    suppliers,
    gazetteer: context.gazetteer,
    cleanProducts: context.settled,
    at,
  }

  const counters = new CounterChanges()
  const words = new WordChanges()
  const products: ProductRow[] = []
  const verifications: VerificationRow[] = (decided?.verifications ?? []).map((row) => ({
    ...row,
    change: THIS_CHANGE,
    at,
  }))
  const events: RegistryEvent[] = []
  const formerRows = new Map(reclustered.read.map((row) => [row.id, row]))
  const links = linkRows(context, step)
  const touched = new Set(links.map(({ productId }) => productId))
  for (const id of decided?.about ?? []) touched.add(id)
  const drifted = driftReasons(pending)
  const ended = [...reclustered.merged.keys(), ...reclustered.emptied.keys()]
  const alerts = await alertChanges(reclustered.drafts, {
    merged: reclustered.merged,
    inactive: ended,
    judgedDifferent: reclustered.judgedDifferent,
    judgements: reclustered.judgements,
    pending,
    crowded: edges.crowded,
    copies: step.copies,
    rules: step.rules,
    scorer: context.scorer,
    undone: new Set(decided?.earlier.map(({ change }) => change)),
    isByPerson: decided !== undefined,
    resolves: decided?.resolves,
    ledger: context.ledger,
    format: context.format,
    at,
  })
  for (const draft of reclustered.drafts) {
    const written = productRow(
      draft,
      {
        touched: touched.has(draft.id),
        rewritten: draft.records.some(({ row }) => pending.has(row.id)),
        curation: curationState(draft, formerRows, reclustered, decided),
        byPerson: decided !== undefined,
        drifted: step.reopened?.get(draft.id) ?? drifted.get(draft.id),
        edgelessAlerts: alerts.edgelessAlerts.get(draft.id) ?? 0,
      },
      surroundings,
    )
    if (written === undefined) continue
    const { row, moved, reopened } = written
    products.push(row)
    if (draft.before !== undefined) counters.product(draft.before, -1)
    counters.product(row, 1)
    if (moved) events.push(...productEvents(draft, row, splitFrom(draft), context.format))
    const utpid = context.format.format(row.id)
    if (reopened !== undefined) {
      verifications.push({ productId: row.id, change: THIS_CHANGE, ...reopenedBy(reopened), at })
      events.push({ type: 'product.unverified', utpid, reason: reopened })
    }
    if (decided === undefined) continue
    const verifiedBefore = draft.before?.verified ?? false
    if (row.verified !== verifiedBefore && !verifications.some(({ productId }) => productId === row.id)) {
      // The verification came with a product that was merged into this one.
      const method = row.verified ? (row.verifiedBy ?? 'manual') : 'withdrawn'
      const { by, kind: note } = decided.decision
      verifications.push({
        productId: row.id,
        change: THIS_CHANGE,
        verified: row.verified,
        method,
        by,
        at,
        note,
        checks: [],
      })
    }
    if (row.verified && !verifiedBefore) {
      events.push({ type: 'product.verified', utpid, method: row.verifiedBy ?? 'manual' })
    } else if (!row.verified && verifiedBefore) {
      events.push({ type: 'product.unverified', utpid, reason: decided.decision.note ?? 'A person withdrew it.' })
    }
  }
  for (const id of ended) {
    // A product whose verification was reopened may be merged into another one in the same transaction.
    const reason = step.reopened?.get(id)
    if (reason === undefined) continue
    verifications.push({ productId: id, change: THIS_CHANGE, ...reopenedBy(reason), at })
    events.push({ type: 'product.unverified', utpid: context.format.format(id), reason })
  }
  for (const id of ended) counters.product(formerRows.get(id) as ProductRow, -1)
  for (const { row, before } of pending.values()) {
    if (before?.link !== undefined) {
      words.record(before.row, -1)
      counters.record(before.row, -1)
    }
    if (row.endedAt !== undefined) continue
    words.record(row, 1)
    counters.record(row, 1)
  }

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
  events.push(...movementEvents(reclustered, pending, deleted, context.format))
  for (const [name, amount] of Object.entries(alerts.counters)) counters.add(name, amount)

  const commit: Commit = {
    ...(step.idempotencyKey === undefined ? {} : { idempotencyKey: step.idempotencyKey }),
    at,
    readVersion,
    preconditions: {
      records: preconditionRecords(step),
      products: [
        ...reclustered.read.map(({ id, revision }) => [id, revision] as const),
        ...reclustered.drafts.filter(({ minted }) => minted).map(({ id }) => [id, 0] as const),
      ],
      keys: preconditionKeys(step),
      ...(decided === undefined ? {} : { decisions: decided.earlier.map(({ change }) => change) }),
      indexVersion: context.active.indexVersion,
      modelVersion: context.active.modelVersion,
    },
    records: [...pending.values()].map(({ row }) => row),
    links,
    unlinked: [...pending.values()]
      .filter(({ row, before }) => row.endedAt !== undefined && before?.link !== undefined)
      .map(({ row }) => row.id),
    products,
    endedProducts: ended,
    edges: [...edges.written, ...edges.removed],
    alerts: alerts.rows,
    judgements: decided?.curation.judgements ?? [],
    lineage,
    aliases: [],
    verifications,
    decisions,
    suppliers: step.suppliers,
    counters: counters.finish(),
    words: words.finish(),
    events: [...events, ...alerts.events],
  }
  const { edgelessAlerts: standing, missing } = alerts
  return { commit, written: writtenRecords(step, standing), standing, missing }
}

/** Reasons for reopening verifications: a record of the product drifted. */
function driftReasons(pending: ReadonlyMap<RecordId, PendingRecord>): Map<ProductId, string> {
  const reasons = new Map<ProductId, string>()
  for (const { row, before, drift } of pending.values()) {
    if (drift === undefined || before?.link === undefined) continue
    const { supplier, code } = row.record
    reasons.set(before.link.productId, `Record ${code} of ${supplier} has drifted: ${drift.kind}.`)
  }
  return reasons
}

/** Pins and verification of a product after the transaction. */
function curationState(
  { id, before, links }: ProductDraft,
  formerRows: ReadonlyMap<ProductId, ProductRow>,
  { merged }: ReclusteredComponents,
  decided: Decided | undefined,
): ProductCuration {
  const given = decided?.curation.curation.get(id)
  if (given !== undefined) return given
  const own: ProductCuration = before ?? { verified: false }
  if (decided === undefined || links.size < 2) return own
  // A person merged them, so the curation state of one applies to the whole; the survivor's own has priority.
  let held = own
  for (const [loser, into] of merged) {
    if (into !== id) continue
    // A state that this decision removes is not carried over.
    const row = decided.curation.curation.get(loser) ?? formerRows.get(loser)
    if (row === undefined) continue
    const { verified, verifiedBy } = held.verified ? held : row
    const pins = { ...row.pins, ...held.pins }
    held = { verified, ...(verifiedBy === undefined ? {} : { verifiedBy }), pins }
  }
  return held
}

function reopenedBy(note: string): Pick<VerificationRow, 'verified' | 'method' | 'by' | 'note' | 'checks'> {
  return { verified: false, method: 'reopened', by: 'utpid', note, checks: [] }
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
  // In addition to the named products, those whose records it moves.
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
        ...(verifiedBy === undefined ? {} : { verifiedBy }),
        ...(pins === undefined ? {} : { pins }),
      },
    ]
  })
  return [{ ...decision, change: THIS_CHANGE, at, before }, ...earlier]
}

function preconditionKeys({ edges, copies }: TransactionData): readonly BlockingKey[] {
  const ofClasses = copies?.keys() ?? []
  return ofClasses.length === 0 ? edges.affectedKeys : [...new Set([...edges.affectedKeys, ...ofClasses])]
}

/** Revisions of every record that was read: those of the transaction and of their clusters. */
function preconditionRecords({ pending, reclustered }: TransactionData): (readonly [RecordId, number])[] {
  const expected = new Map<RecordId, number>()
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
      const { tfVersion: epoch } = scorer.terms
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

function writtenRecords(
  { pending, reclustered }: TransactionData,
  standing: AlertChanges['edgelessAlerts'],
): Map<RecordId, WrittenRecord> {
  const written = new Map<RecordId, WrittenRecord>()
  for (const { id, minted, records, links, competing: rivals } of reclustered.drafts) {
    for (const [position, { row, link }] of records.entries()) {
      if (!pending.has(row.id)) continue
      const stays = link?.productId === id
      // If several records of a new product come in one transaction, only one of them counts as creating it.
      const makes = records.length === 1 || (minted && position === 0)
      const outcome = stays
        ? 'updated'
        : !makes
          ? 'linked'
          : rivals.size > 0 || standing.has(id)
            ? 'alerted'
            : 'created'
      written.set(row.id, { productId: id, outcome, confidence: links.get(row.id)?.confidence ?? 0 })
    }
  }
  return written
}
