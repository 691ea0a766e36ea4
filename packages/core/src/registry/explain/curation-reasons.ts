import type { Judgements } from '../../clustering/constraints/judgements.ts'
import type { CurationReason, NamedJudgement } from '../../model/match-explanation.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { JudgementRow, ProductRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { namedJudgement, recordsOfJudgements } from '../curate/judge-pairs.ts'

/** The maximum number of judgements in the list for one product or one reason. */
export const MAX_JUDGEMENTS = 10

/**
 * Returns the reasons why a product is curated: its verification, its pins, and at most ten judgements about its
 * records.
 */
export async function curationReasonsOf(
  context: RegistryContext,
  product: ProductRow | undefined,
  judgements: Judgements,
): Promise<CurationReason[]> {
  if (product === undefined) return []
  const reasons: CurationReason[] = []
  if (product.verified && product.verifiedBy !== 'checks') {
    const [history = []] = await context.ledger.verifications([product.id])
    const last = history.findLast(({ verified }) => verified)
    if (last !== undefined) reasons.push({ kind: 'verified', actor: last.actor, at: last.at, method: last.method })
  }
  for (const [field, { actor, at }] of Object.entries(product.pins ?? {}))
    reasons.push({ kind: 'pinned', actor: actor, at, field })
  const own = new Set(product.records)
  const judged = [...judgements.same, ...judgements.different()].filter(({ a, b }) => own.has(a) || own.has(b))
  const named = await nameJudgements(context, judged.slice(0, MAX_JUDGEMENTS))
  return [...reasons, ...named.map((judgement): CurationReason => ({ kind: 'judged', judgement }))]
}

/** Returns judgements with the codes of their records, in the given order. */
export async function nameJudgements(
  { ledger }: RegistryContext,
  rows: readonly JudgementRow[],
): Promise<NamedJudgement[]> {
  const records = await recordsOfJudgements(ledger, rows)
  const name = (id: number): SupplierCode => {
    const { supplier = '', code = '' } = records.get(id)?.row.record ?? {}
    return { supplier, code }
  }
  return rows.map((row) => namedJudgement(row, name))
}
