import type { ProductClaim } from '../../clustering/assign-product-ids.ts'
import { isCurated } from '../../clustering/constraints/curated-product.ts'
import type { Judgements } from '../../clustering/constraints/judgements.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { ProductBefore } from '../../storage/rows.ts'

export interface ClaimsSurroundings {
  /** The products that have the records today. */
  readonly current: { readonly has: (id: ProductId) => boolean }
  /** The judgements after the undo. */
  readonly judgements: Judgements
}

/**
 * Returns the ids that the parts of an undo keep. The order of preference is:
 * - ids of former products that are active, curated ones first;
 * - ids of curated products that received some of the records only after the decision;
 * - ids of former products that become active again.
 *
 * So a product that was merged after the decision gets its own id back if the undo separates it. The product never
 * takes the survivor's id.
 *
 * @param parts - Parts of the undo, see `partsBefore`.
 */
export function claimsOfUndo(
  before: readonly ProductBefore[],
  parts: readonly ProductBefore[],
  { current, judgements }: ClaimsSurroundings,
): ProductClaim[] {
  const known = new Set(before.map(({ id }) => id))
  const activeParts = parts.filter(({ id }) => known.has(id) && current.has(id))
  // Curated products come first. Otherwise, the pins and verification of a product that loses its id would move to the
  // wrong product.
  activeParts.sort((a, b) => Number(isCurated(b, judgements)) - Number(isCurated(a, judgements)))
  const metSince = parts.filter((part) => current.has(part.id) && !known.has(part.id) && isCurated(part, judgements))
  const returning = parts.filter(({ id }) => known.has(id) && !current.has(id))
  return [...activeParts, ...metSince, ...returning].flatMap(({ id, records }) =>
    records.map((record) => ({ id, record })),
  )
}
