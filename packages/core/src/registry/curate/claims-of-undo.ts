import type { ProductClaim } from '../../clustering/assign-product-ids.ts'
import { isKept } from '../../clustering/constraints/kept-product.ts'
import type { Rulings } from '../../clustering/constraints/rulings.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { ProductBefore } from '../../storage/rows.ts'

export interface ClaimsSurroundings {
  /** Products that hold the records today. */
  readonly current: { readonly has: (id: ProductId) => boolean }
  /** As they are after the undo. */
  readonly rulings: Rulings
}

/**
 * The ids under which what an undo puts together goes on, most wanted first: of products of before that are active,
 * those that people keep before others, of those that only met them since and that people keep, and of those that come back. So one that another took in
 * since comes back where it comes apart from that, and never takes its place.
 *
 * @param parts - Of the undo, see `partsBefore`.
 */
export function claimsOfUndo(
  before: readonly ProductBefore[],
  parts: readonly ProductBefore[],
  { current, rulings }: ClaimsSurroundings,
): ProductClaim[] {
  const known = new Set(before.map(({ id }) => id))
  const there = parts.filter(({ id }) => known.has(id) && current.has(id))
  // What people keep of one that loses its id to another would be told of the wrong product.
  there.sort((a, b) => Number(isKept(b, rulings)) - Number(isKept(a, rulings)))
  const met = parts.filter((part) => current.has(part.id) && !known.has(part.id) && isKept(part, rulings))
  const back = parts.filter(({ id }) => known.has(id) && !current.has(id))
  return [...there, ...met, ...back].flatMap(({ id, records }) => records.map((record) => ({ id, record })))
}
