import type { EdgeChanges } from '../../clustering/find-edges.ts'
import type { PeopleChanges } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { Regrouped } from '../../clustering/regroup.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { AlertLedger, ResolvedAlert } from '../../golden-record/alerts/alert-surroundings.ts'
import type { CopyAlerts } from '../../golden-record/alerts/copy-alerts.ts'
import { type AlertChanges, alertChanges } from '../../golden-record/alerts/product-alerts.ts'
import { CounterChanges } from '../../golden-record/counter-changes.ts'
import { type HeldState, productRow } from '../../golden-record/product-row.ts'
import type { SettledProducts } from '../../golden-record/settled-products.ts'
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
import { movementEvents, productEvents } from './step-events.ts'
import { splitFrom, stepLineage } from './step-lineage.ts'
import type { WrittenRecord } from './write-records.ts'

/** Context for building a commit; the ledger shows the rows before the transaction. */
export type BuildContext = Omit<RegistryContext, 'ledger'> & {
  readonly ledger: Pick<Ledger, 'lineage'> & AlertLedger
  /** Clean products of the index generation that the ledger shows. */
  readonly settled?: SettledProducts
}

export interface Step {
  readonly base: ChangeNumber
  readonly at: string
  readonly token: string | undefined
  readonly suppliers: readonly Supplier[]
  readonly pending: ReadonlyMap<RecordId, PendingRecord>
  readonly edges: EdgeChanges
  readonly regrouped: Regrouped
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
  readonly people: PeopleChanges
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
  readonly standing: AlertChanges['standing']
  /** Records and classes that the transaction still has to include. */
  readonly missing: AlertChanges['missing']
}

/** The ledger replaces it with the number of the transaction. */
const STEP_ITSELF = 0
const NOTHING: ReadonlySet<ProductId> = new Set()

/** Builds the rows of one commit from the plan, with everything it depends on as preconditions. */
export async function buildCommit(context: BuildContext, step: Step): Promise<BuiltCommit> {
  const { base, at, pending, edges, regrouped, decided } = step
  const suppliers = new Map(context.suppliers)
  for (const supplier of step.suppliers) suppliers.set(supplier.id, supplier)
  const surroundings = { policy: context.policy, suppliers, gazetteer: context.gazetteer, settled: context.settled, at }

  const counters = new CounterChanges()
  const words = new WordChanges()
  const products: ProductRow[] = []
  const verifications: VerificationRow[] = (decided?.verifications ?? []).map((row) => ({
    ...row,
    change: STEP_ITSELF,
    at,
  }))
  const events: RegistryEvent[] = []
  const former = new Map(regrouped.read.map((row) => [row.id, row]))
  const links = linkRows(context, step)
  const touched = new Set(links.map(({ productId }) => productId))
  for (const id of decided?.about ?? []) touched.add(id)
  const drifted = driftReasons(pending)
  const ended = [...regrouped.merged.keys(), ...regrouped.emptied.keys()]
  const alerts = await alertChanges(regrouped.drafts, {
    merged: regrouped.merged,
    ended,
    apart: regrouped.apart,
    rulings: regrouped.rulings,
    pending,
    crowded: edges.crowded,
    copies: step.copies,
    rules: step.rules,
    scorer: context.scorer,
    undone: new Set(decided?.earlier.map(({ change }) => change)),
    byPerson: decided !== undefined,
    resolves: decided?.resolves,
    ledger: context.ledger,
    format: context.format,
    at,
  })
  for (const draft of regrouped.drafts) {
    const written = productRow(
      draft,
      {
        touched: touched.has(draft.id),
        rewritten: draft.records.some(({ row }) => pending.has(row.id)),
        held: heldState(draft, former, regrouped, decided),
        byPerson: decided !== undefined,
        drifted: step.reopened?.get(draft.id) ?? drifted.get(draft.id),
        standing: alerts.standing.get(draft.id) ?? 0,
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
      verifications.push({ productId: row.id, change: STEP_ITSELF, ...reopenedBy(reopened), at })
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
        change: STEP_ITSELF,
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
    verifications.push({ productId: id, change: STEP_ITSELF, ...reopenedBy(reason), at })
    events.push({ type: 'product.unverified', utpid: context.format.format(id), reason })
  }
  for (const id of ended) counters.product(former.get(id) as ProductRow, -1)
  for (const { row, before } of pending.values()) {
    if (before?.link !== undefined) {
      words.record(before.row, -1)
      counters.record(before.row, -1)
    }
    if (row.endedAt !== undefined) continue
    words.record(row, 1)
    counters.record(row, 1)
  }

  const deleted = decided?.deleted ?? NOTHING
  const decisions = decided === undefined ? [] : decisionRows(decided, regrouped, former, at)
  const decidedAbout = decided && new Set([...decided.about, ...(decisions[0]?.before.map(({ id }) => id) ?? [])])
  const { ledger } = context
  const lineage = await stepLineage(regrouped, { ledger, place: context.storage.place, at, deleted, decidedAbout })
  events.push(...movementEvents(regrouped, pending, deleted, context.format))
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
      keys: expectedKeys(step),
      ...(decided === undefined ? {} : { decisions: decided.earlier.map(({ change }) => change) }),
      indexVersion: context.served.indexVersion,
      scoring: context.served.scoring,
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
    rulings: decided?.people.rulings ?? [],
    lineage,
    aliases: [],
    verifications,
    decisions,
    suppliers: step.suppliers,
    counters: counters.finish(),
    words: words.finish(),
    events: [...events, ...alerts.events],
  }
  const { standing, missing } = alerts
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
function heldState(
  { id, before, links }: ProductDraft,
  former: ReadonlyMap<ProductId, ProductRow>,
  { merged }: Regrouped,
  decided: Decided | undefined,
): HeldState {
  const given = decided?.people.held.get(id)
  if (given !== undefined) return given
  const own: HeldState = before ?? { verified: false }
  if (decided === undefined || links.size < 2) return own
  // A person merged them, so the curation state of one applies to the whole; the survivor's own has priority.
  let held = own
  for (const [loser, into] of merged) {
    if (into !== id) continue
    // A state that this decision removes is not carried over.
    const row = decided.people.held.get(loser) ?? former.get(loser)
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
  { drafts, merged, emptied }: Regrouped,
  former: ReadonlyMap<ProductId, ProductRow>,
  at: string,
): DecisionRow[] {
  // In addition to the named products, those whose records it moves.
  const moved = drafts.filter(({ before: row, records }) => row !== undefined && !hasRecords(row, records))
  const touched = new Set([...about, ...merged.keys(), ...emptied.keys(), ...moved.map(({ id }) => id)])
  const before = [...touched].flatMap((id): ProductBefore[] => {
    const row = former.get(id)
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
  return [{ ...decision, change: STEP_ITSELF, at, before }, ...earlier]
}

function expectedKeys({ edges, copies }: Step): readonly BlockingKey[] {
  const ofClasses = copies?.keys() ?? []
  return ofClasses.length === 0 ? edges.probedKeys : [...new Set([...edges.probedKeys, ...ofClasses])]
}

/** Revisions of every record that was read: those of the transaction and of their clusters. */
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

function writtenRecords(
  { pending, regrouped }: Step,
  standing: AlertChanges['standing'],
): Map<RecordId, WrittenRecord> {
  const written = new Map<RecordId, WrittenRecord>()
  for (const { id, minted, records, links, rivals } of regrouped.drafts) {
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
