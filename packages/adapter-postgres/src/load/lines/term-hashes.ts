import type { ProductRow } from '@utpid/core'
import { isCounted, orderTerms } from '../../index/terms/order-stretch.ts'
import { hashTerm } from '../../index/terms/term-hash.ts'

/**
 * The hashes of what one product is found by, each once.
 *
 * @param each - Called for those of which it is counted how many products hold them: ranks, below 0, and terms.
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
