import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import type { ReclusteredComponents } from '../../clustering/recluster-components.ts'
import type { RegistryEvent } from '../../model/registry-event.ts'
import type { ProductId, UtpidFormat } from '../../model/utpid.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'

/** Returns the events of a product that a transaction writes. */
export function productEvents(
  { minted, before }: ProductDraft,
  row: ProductRow,
  from: ProductId | undefined,
  format: UtpidFormat,
): RegistryEvent[] {
  const utpid = format.format(row.id)
  if (minted) {
    const created: RegistryEvent = { type: 'product.created', utpid }
    return from === undefined ? [created] : [created, { type: 'product.split', utpid, from: format.format(from) }]
  }
  if (before === undefined) return [{ type: 'product.revived', utpid }]
  const goldenRecord = row.goldenRecord as unknown as Record<string, unknown>
  const goldenRecordBefore = before.goldenRecord as unknown as Record<string, unknown>
  const fields = [...new Set([...Object.keys(goldenRecord), ...Object.keys(goldenRecordBefore)])].filter(
    (field) =>
      goldenRecord[field] !== goldenRecordBefore[field] &&
      JSON.stringify(goldenRecord[field]) !== JSON.stringify(goldenRecordBefore[field]),
  )
  if (row.records.join() !== before.records.join()) fields.push('suppliers')
  return [{ type: 'product.updated', utpid, fields }]
}

/** Returns the events of moved records and of merged, deleted or retired products. */
export function movementEvents(
  { drafts, merged, emptied }: ReclusteredComponents,
  pending: ReadonlyMap<RecordId, PendingRecord>,
  deleted: ReadonlySet<ProductId>,
  format: UtpidFormat,
): RegistryEvent[] {
  const events: RegistryEvent[] = []
  for (const { id, records } of drafts) {
    for (const { row, link } of records) {
      const { supplier, code } = row.record
      const { drift, before } = pending.get(row.id) ?? {}
      if (drift !== undefined && before?.link !== undefined) {
        const [utpid, from] = [format.format(id), format.format(before.link.productId)]
        events.push({ type: 'supplier.code.drifted', supplier, code, ...drift, utpid, from })
      }
      if (link === undefined || link.productId === id) continue
      // If a product is merged, its event covers all its records except those that moved elsewhere.
      if (merged.get(link.productId) === id) continue
      const from = format.format(link.productId)
      events.push({ type: 'supplier.code.moved', supplier, code, utpid: format.format(id), from })
    }
  }
  for (const [id, into] of merged) {
    events.push({ type: 'product.merged', utpid: format.format(id), into: format.format(into) })
  }
  for (const id of emptied.keys()) {
    events.push({ type: deleted.has(id) ? 'product.deleted' : 'product.retired', utpid: format.format(id) })
  }
  return events
}
