import type { ProductBefore, RecordId } from '../../storage/rows.ts'
import type { Rulings } from './rulings.ts'

/**
 * Whether people keep a product: they verified it, pinned a field, or ruled on one of its records.
 * It may gain records, but the machine never takes one away from it or merges it into another.
 */
export function isKept(
  {
    verified,
    verifiedBy,
    pins,
    records,
  }: {
    readonly verified: boolean
    readonly verifiedBy?: ProductBefore['verifiedBy'] | undefined
    readonly pins?: ProductBefore['pins'] | undefined
    readonly records: readonly RecordId[]
  },
  rulings: Rulings,
): boolean {
  if (verified && verifiedBy !== 'checks') return true
  if (pins !== undefined && Object.keys(pins).length > 0) return true
  return records.some((id) => rulings.isRuled(id))
}
