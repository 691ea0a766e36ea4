import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import type { CounterChanges } from '../../golden-record/counter-changes.ts'
import { type ProductCuration, productRow, type WrittenProduct } from '../../golden-record/product-row.ts'
import { defined } from '../../model/defined.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { ProductId, UtpidFormat } from '../../model/utpid.ts'
import type { LinkRow, ProductRow, RecordId, VerificationRow } from '../../storage/rows.ts'
import { type BuildContext, type Decided, THIS_CHANGE, type TransactionData } from './transaction-data.ts'
import { productEvents } from './transaction-events.ts'
import { splitFrom } from './transaction-lineage.ts'

/** The changes of products that a transaction writes. Lineage is separate. */
export interface ProductChanges {
  readonly products: readonly ProductRow[]
  readonly verifications: readonly VerificationRow[]
  readonly events: readonly RegistryEvent[]
}

/** The links, former products, alerts and counters of a transaction, as input of {@link productChanges}. */
export interface RelatedChanges {
  readonly links: readonly LinkRow[]
  /** The products that the transaction merges into another product or leaves without records. */
  readonly ended: readonly ProductId[]
  /** The rows that the products had before the transaction. */
  readonly formerRows: ReadonlyMap<ProductId, ProductRow>
  /** The number of open alerts that no edge supports, by product. */
  readonly edgelessAlerts: ReadonlyMap<ProductId, number>
  /** Receives the changes of counters for the products that the transaction writes. */
  readonly counters: CounterChanges
}

/** Returns the product rows that a transaction writes, the changes of verifications, and the events for both. */
export function productChanges(
  context: BuildContext,
  step: TransactionData,
  { links, ended, formerRows, edgelessAlerts, counters }: RelatedChanges,
): ProductChanges {
  const { at, pending, reclustered, decided } = step
  const { format } = context
  const surroundings = {
    survivorshipRules: context.survivorshipRules,
    suppliers: suppliersOf(context, step),
    gazetteer: context.gazetteer,
    cleanProducts: context.settled,
    at,
  }
  const products: ProductRow[] = []
  const verifications: VerificationRow[] = (decided?.verifications ?? []).map((row) => ({
    ...row,
    change: THIS_CHANGE,
    at,
  }))
  const events: RegistryEvent[] = []
  const touched = new Set(links.map(({ productId }) => productId))
  for (const id of decided?.about ?? []) touched.add(id)
  const drifted = driftReasons(pending)
  for (const draft of reclustered.drafts) {
    const written = productRow(
      draft,
      {
        touched: touched.has(draft.id),
        rewritten: draft.records.some(({ row }) => pending.has(row.id)),
        curation: curationState(draft, formerRows, reclustered, decided),
        byPerson: decided !== undefined,
        drifted: step.reopened?.get(draft.id) ?? drifted.get(draft.id),
        edgelessAlerts: edgelessAlerts.get(draft.id) ?? 0,
      },
      surroundings,
    )
    if (written === undefined) continue
    const { row, moved } = written
    products.push(row)
    if (draft.before !== undefined) counters.product(draft.before, -1)
    counters.product(row, 1)
    if (moved) events.push(...productEvents(draft, row, splitFrom(draft), format))
    addVerification(draft, written, step, format, { verifications, events })
  }
  for (const id of ended) {
    // The same transaction may merge a product into another product and reopen its verification.
    const reason = step.reopened?.get(id)
    if (reason === undefined) continue
    verifications.push({ productId: id, change: THIS_CHANGE, ...reopenedBy(reason), at })
    events.push({ type: 'product.unverified', utpid: format.format(id), reason })
  }
  return { products, verifications, events }
}

function suppliersOf(context: BuildContext, step: TransactionData): BuildContext['suppliers'] {
  const suppliers = new Map(context.suppliers)
  for (const supplier of step.suppliers) suppliers.set(supplier.id, supplier)
  return suppliers
}

/** Adds the change and the event if the verification of a product changes. */
function addVerification(
  { before }: ProductDraft,
  { row, reopened }: WrittenProduct,
  { decided, at }: Pick<TransactionData, 'decided' | 'at'>,
  format: UtpidFormat,
  { verifications, events }: { readonly verifications: VerificationRow[]; readonly events: RegistryEvent[] },
): void {
  const utpid = format.format(row.id)
  if (reopened !== undefined) {
    verifications.push({ productId: row.id, change: THIS_CHANGE, ...reopenedBy(reopened), at })
    events.push({ type: 'product.unverified', utpid, reason: reopened })
  }
  if (decided === undefined) return
  const verifiedBefore = before?.verified ?? false
  if (row.verified !== verifiedBefore && !verifications.some(({ productId }) => productId === row.id)) {
    // The verification belonged to a product that was merged into this product.
    const method = row.verified ? (row.verifiedBy ?? 'manual') : 'withdrawn'
    const { actor, kind: note } = decided.decision
    verifications.push({
      productId: row.id,
      change: THIS_CHANGE,
      verified: row.verified,
      method,
      actor: actor,
      at,
      note,
      checks: [],
    })
  }
  if (row.verified && !verifiedBefore) {
    events.push({ type: 'product.verified', utpid, method: row.verifiedBy ?? 'manual' })
  } else if (!row.verified && verifiedBefore) {
    events.push({
      type: 'product.unverified',
      utpid,
      reason: decided.decision.note ?? 'A person withdrew the verification.',
    })
  }
}

/** Returns the reasons for reopening verifications, by product. The reason is that a record of the product drifted. */
function driftReasons(pending: ReadonlyMap<RecordId, PendingRecord>): Map<ProductId, string> {
  const reasons = new Map<ProductId, string>()
  for (const { row, before, drift } of pending.values()) {
    if (drift === undefined || before?.link === undefined) continue
    const { supplier, code } = row.record
    reasons.set(before.link.productId, `Record ${code} of ${supplier} has drifted: ${drift.kind}.`)
  }
  return reasons
}

/** Returns the pins and the verification of a product after the transaction. */
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
  // A person merged these products, so the pins and verification of each product apply to the merged product. The
  // survivor's values have priority.
  let held = own
  for (const [loser, into] of merged) {
    if (into !== id) continue
    // If this decision removes pins or a verification of the merged product, the survivor does not get them.
    const row = decided.curation.curation.get(loser) ?? formerRows.get(loser)
    if (row === undefined) continue
    const { verified, verifiedBy } = held.verified ? held : row
    const pins = { ...row.pins, ...held.pins }
    held = { verified, ...defined({ verifiedBy }), pins }
  }
  return held
}

function reopenedBy(note: string): Pick<VerificationRow, 'verified' | 'method' | 'actor' | 'note' | 'checks'> {
  return { verified: false, method: 'reopened', actor: 'utpid', note, checks: [] }
}
