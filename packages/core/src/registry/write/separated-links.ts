import { isSameBytes } from '../../clustering/fix-copies.ts'
import { productsOf } from '../../golden-record/alerts/copy-alerts.ts'
import type { ProductId, Utpid } from '../../model/utpid.ts'
import type { RecordId } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { TransactionResult } from './run-transaction.ts'

/** The reasons why a record left its product, each with the sentence that documents the reason. */
export const SEPARATED_REASONS = {
  skipped_keys:
    'Too many records now have the keys that the record shared with the others, so these keys are not used. An alert asks for a decision.',
  oversized: 'More records are connected than can be clustered as a whole, so their weakest edges were cut.',
  copy: 'Another record of the supplier has a lower code and the same content, and replaced this record.',
  changed: 'The content of the record changed, or the record that linked it changed or became inactive.',
  outweighed: 'Later records match this record or the other records better than these match each other.',
} as const

/** A stable code of the reason why a record left its product. */
export type SeparatedReason = keyof typeof SEPARATED_REASONS

/** A record that was separated from the other records of its product. */
export interface SeparatedLink {
  readonly supplier: string
  readonly code: string
  /** The UTPID of the former product. */
  readonly from: Utpid
  /** The UTPID of the current product. */
  readonly to: Utpid
  readonly reason: SeparatedReason
  /** The alert about the two products; null without an alert. */
  readonly alertId: string | null
}

/** Returns the records that a transaction removes from their products, ordered by record id. */
export function separatedLinks(
  { format }: Pick<RegistryContext, 'format'>,
  step: Pick<TransactionResult, 'reclustered' | 'commit' | 'edges' | 'pending'>,
): Map<RecordId, SeparatedLink> {
  const { reclustered, commit } = step
  const separated = new Map<RecordId, SeparatedLink>()
  const joined = reclustered.read.filter(({ records }) => records.length > 1)
  if (joined.length === 0) return separated
  const products = productsOf(reclustered.drafts)
  for (const { id: from, records } of joined) {
    const present = records.filter((id) => products.has(id))
    const first = present[0]
    if (first === undefined) continue
    const remaining = present.some((id) => products.get(id) === from) ? from : (products.get(first) as ProductId)
    for (const id of present) {
      const to = products.get(id) as ProductId
      if (to === remaining) continue
      const draft = reclustered.drafts.find((each) => each.id === to)
      const record = draft?.records.find(({ row }) => row.id === id)?.row.record
      if (record === undefined) continue
      const alert = commit.alerts.find(
        ({ status, products: pair }) => status === 'open' && pair.includes(to) && pair.includes(remaining),
      )
      const alertOrSkippedKeys =
        alert ?? commit.alerts.find((row) => row.skippedKeys === true && row.products.includes(to))
      separated.set(id, {
        supplier: record.supplier,
        code: record.code,
        from: format.format(from),
        to: format.format(to),
        reason: reasonOf(id, new Set(records), step),
        alertId: alertOrSkippedKeys?.id ?? null,
      })
    }
  }
  return separated
}

function reasonOf(
  id: RecordId,
  former: ReadonlySet<RecordId>,
  { reclustered, commit, edges, pending }: Pick<TransactionResult, 'reclustered' | 'commit' | 'edges' | 'pending'>,
): SeparatedReason {
  const own = pending.get(id)
  if (own?.row.copy === true && own.before?.row.copy !== true) return 'copy'
  const isOther = (each: RecordId): boolean => {
    const step = pending.get(each)
    if (step?.before === undefined) return false
    return step.row.deactivatedAt !== undefined || !isSameBytes(step.row.features, step.before.row.features)
  }
  if (isOther(id)) return 'changed'
  const touches = ({ a, b }: { readonly a: RecordId; readonly b: RecordId }): boolean =>
    (a === id && former.has(b)) || (b === id && former.has(a))
  if (edges.skippedKeyEdges.some(touches)) return 'skipped_keys'
  if (reclustered.oversized.has(id)) return 'oversized'
  const removed = commit.edges.filter((edge) => 'removed' in edge && touches(edge))
  if (removed.length > 0 || [...former].some(isOther)) return 'changed'
  return 'outweighed'
}
