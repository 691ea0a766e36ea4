import type { ProductClaim } from '../../clustering/assign-product-ids.ts'
import { isKept } from '../../clustering/constraints/kept-product.ts'
import type { Rulings } from '../../clustering/constraints/rulings.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { ProductBefore } from '../../storage/rows.ts'

export interface ClaimsSurroundings {
  /** Products with the records today. */
  readonly current: { readonly has: (id: ProductId) => boolean }
  /** Judgements after the undo. */
  readonly rulings: Rulings
}

/**
 * Returns the ids that the parts of an undo keep, by preference:
 * - ids of the former products that are active, curated ones first;
 * - curated products that only met these records since;
 * - ids of former products that come back.
 *
 * So a product that was merged since comes back if the undo separates it, and never takes the survivor's place.
 *
 * @param parts - Parts of the undo, see `partsBefore`.
 */
export function claimsOfUndo(
  before: readonly ProductBefore[],
  parts: readonly ProductBefore[],
  { current, rulings }: ClaimsSurroundings,
): ProductClaim[] {
  const known = new Set(before.map(({ id }) => id))
  const there = parts.filter(({ id }) => known.has(id) && current.has(id))
  // Otherwise the curation state of a product that loses its id would be attributed to the wrong product.
  there.sort((a, b) => Number(isKept(b, rulings)) - Number(isKept(a, rulings)))
  const met = parts.filter((part) => current.has(part.id) && !known.has(part.id) && isKept(part, rulings))
  const back = parts.filter(({ id }) => known.has(id) && !current.has(id))
  return [...there, ...met, ...back].flatMap(({ id, records }) => records.map((record) => ({ id, record })))
}
