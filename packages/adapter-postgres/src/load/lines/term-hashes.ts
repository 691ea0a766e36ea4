import type { ProductRow } from '@utpid/core/storage'
import { isCounted, orderTerms } from '../../index/terms/order-range.ts'
import { hashTerm } from '../../index/terms/term-hash.ts'

/**
 * Returns the distinct hashes of the terms of one product.
 *
 * @param each - Called for each hash that has a product count: ranks (below 0) and terms.
 */
export function termHashes(
  { id, rank, terms }: Pick<ProductRow, 'id' | 'rank' | 'terms'>,
  each: (hash: number, term: string | undefined) => void,
): Set<number> {
  const hashes = new Set(orderTerms(rank, id))
  for (const term of hashes) if (isCounted(term)) each(term, undefined)
  for (const term of terms) {
    const hash = hashTerm(term)
    if (hashes.has(hash)) continue
    hashes.add(hash)
    each(hash, term)
  }
  return hashes
}
