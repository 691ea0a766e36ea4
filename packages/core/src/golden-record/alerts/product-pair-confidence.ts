import type { JoiningLimits } from '../../clustering/cluster-component.ts'
import type { ProductDraft } from '../../clustering/product-draft.ts'
import { confidenceOfWeight, weightOfConfidence } from '../../scoring/match-weight.ts'

type Side = Pick<ProductDraft, 'records'>

/**
 * Returns the probability that two products are one product, 0 to 1, from their strongest pair of records.
 *
 * The strongest pair is not all evidence: if the products were one, each other pair could also have joined the
 * products. So the odds fall with the square of the number of pairs. If both products have records of one supplier, a
 * merge would mean that this supplier sells one hotel twice. Then the supplier's habits require more bits than
 * `match`, and the odds fall by the difference.
 *
 * @param weight - Bits of the strongest pair.
 */
export function productPairConfidence(weight: number, one: Side, other: Side, limits: JoiningLimits): number {
  const pairs = one.records.length * other.records.length
  const match = weightOfConfidence(limits.model.thresholds.match)
  const toSellTwice = sharedSuppliers(one, other).map((supplier) => limits.sameSupplierBits(supplier) - match)
  return confidenceOfWeight(weight - 2 * Math.log2(pairs) - Math.max(0, ...toSellTwice))
}

function sharedSuppliers(one: Side, other: Side): string[] {
  const suppliers = new Set(one.records.map(({ row }) => row.record.supplier))
  return other.records.flatMap(({ row }) => (suppliers.has(row.record.supplier) ? [row.record.supplier] : []))
}
