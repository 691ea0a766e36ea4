import type { ProductDraft } from '../../clustering/product-draft.ts'
import { confidenceOfWeight, weightOfConfidence } from '../../scoring/match-weight.ts'
import type { Thresholds } from '../../scoring/scoring-model.ts'

type Side = Pick<ProductDraft, 'records'>

/**
 * How likely two products are one, 0 to 1, of which the strongest pair of records has a weight.
 *
 * What one pair says is not all: were the products one, their other pairs of records would have had as many chances to
 * be joined, so the odds fall with the square of how many pairs there are. And records of one supplier in both would be
 * one hotel that it sells twice, for which the model asks for `sameSupplierBits` instead of `match`: the odds fall by as
 * much as lies between.
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
