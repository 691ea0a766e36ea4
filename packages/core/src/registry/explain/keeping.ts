import type { Rulings } from '../../clustering/constraints/rulings.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { Keeping, NamedRuling } from '../../model/why.ts'
import type { ProductRow, RulingRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { recordsRuledOn } from '../curate/rule-pairs.ts'

/** Maximum number of judgements listed for one product or one reason. */
export const RULINGS_TOLD = 10

/** Returns why a product is curated: its verification, its pins, and at most ten judgements on its records. */
export async function keepingOf(
  context: RegistryContext,
  product: ProductRow | undefined,
  rulings: Rulings,
): Promise<Keeping[]> {
  if (product === undefined) return []
  const keeping: Keeping[] = []
  if (product.verified && product.verifiedBy !== 'checks') {
    const [history = []] = await context.ledger.verifications([product.id])
    const last = history.findLast(({ verified }) => verified)
    if (last !== undefined) keeping.push({ kind: 'verified', by: last.by, at: last.at, method: last.method })
  }
  for (const [field, { by, at }] of Object.entries(product.pins ?? {})) keeping.push({ kind: 'pinned', by, at, field })
  const own = new Set(product.records)
  const ruled = [...rulings.same, ...rulings.different()].filter(({ a, b }) => own.has(a) || own.has(b))
  const named = await nameRulings(context, ruled.slice(0, RULINGS_TOLD))
  return [...keeping, ...named.map((ruling): Keeping => ({ kind: 'ruled', ruling }))]
}

/** Returns judgements with the codes of their records, in order. */
export async function nameRulings({ ledger }: RegistryContext, rows: readonly RulingRow[]): Promise<NamedRuling[]> {
  const records = await recordsRuledOn(ledger, rows)
  const name = (id: number): SupplierCode => {
    const { supplier = '', code = '' } = records.get(id)?.row.record ?? {}
    return { supplier, code }
  }
  return rows.map(({ a, b, verdict, by, at, change, note }) => ({
    records: [name(a), name(b)],
    verdict,
    by,
    at,
    change,
    ...(note === undefined ? {} : { note }),
  }))
}
