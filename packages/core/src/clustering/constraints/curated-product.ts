import type { ProductBefore, RecordId } from '../../storage/rows.ts'
import type { Judgements } from './judgements.ts'

/**
 * Reports whether a product is curated: verified by a person or supplier, pinned, or with a judged record. Automatic
 * clustering may add records to a curated product, but never removes a record from it or merges it into another
 * product.
 */
export function isCurated(
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
  judgements: Judgements,
): boolean {
  if (verified && verifiedBy !== 'checks') return true
  if (pins !== undefined && Object.keys(pins).length > 0) return true
  return records.some((id) => judgements.isJudged(id))
}
