import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { RecordId } from '../../storage/rows.ts'
import type { DecisionReport, ProductDecisionOptions } from '../context/decision.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { deactivatedRecord } from '../records/record-row.ts'
import { type DecisionPlan, decideAndReport, recordsOf } from './decide.ts'

/** Deletes a product. Its records become inactive and stay suppressed until an undo of the deletion. */
export function deleteProduct(
  context: RegistryContext,
  utpid: string,
  options: ProductDecisionOptions,
): Promise<DecisionReport> {
  return decideAndReport(context, [utpid], options, async ({ at, product }): Promise<DecisionPlan> => {
    const row = await product(utpid)
    const records = await recordsOf(context, [row])
    const pending = new Map<RecordId, PendingRecord>()
    for (const [id, stored] of records) pending.set(id, deactivatedRecord(stored, context.active.rules, at))
    return { kind: 'delete', about: [row.id], pending, deleted: [row.id] }
  })
}
