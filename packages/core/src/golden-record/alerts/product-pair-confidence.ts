import type { ProductDraft } from '../../clustering/product-draft.ts'
import { confidenceOfWeight, weightOfConfidence } from '../../scoring/match-weight.ts'
import type { Thresholds } from '../../scoring/scoring-model.ts'

type Side = Pick<ProductDraft, 'records'>

/**
 * Returns the probability that two products are one product, 0 to 1, from their strongest pair of records.
 *
 * The strongest pair is not all evidence: if the products were one, each other pair could also have joined the
 * products. So the odds fall with the square of the number of pairs. If both products have records of one supplier, a
 * merge would mean that this supplier sells one hotel twice. Then the model requires `sameSupplierBits` instead of
 * `match`, and the odds fall by the difference.
 *
 * @param weight - Bits of the strongest pair.
 */
export function productPairConfidence(weight: number, one: Side, other: Side, thresholds: Thresholds): number {
  const pairs = one.records.length * other.records.length
  const toSellTwice = thresholds.sameSupplierBits - weightOfConfidence(thresholds.match)
  const bits = weight - 2 * Math.log2(pairs) - (shareSupplier(one, other) ? Math.max(0, toSellTwice) : 0)
  return confidenceOfWeight(bits)
}

function shareSupplier(one: Side, other: Side): boolean {
  const suppliers = new Set(one.records.map(({ row }) => row.record.supplier))
  return other.records.some(({ row }) => suppliers.has(row.record.supplier))
}
