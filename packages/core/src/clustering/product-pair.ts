import type { ProductId } from '../model/utpid.ts'

/** Names a pair of products, whichever comes first. */
export function productPair(a: ProductId, b: ProductId): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`
}
