import type { ProductId } from '../model/utpid.ts'

/** Returns a key for a pair of products, in either order. */
export function productPair(a: ProductId, b: ProductId): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`
}
