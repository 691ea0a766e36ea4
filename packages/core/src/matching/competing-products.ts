import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import type { CompetitionLevel } from '../scoring/competition.ts'
import { confidenceOfWeight, weightOfConfidence } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { RecordId } from '../storage/rows.ts'
import type { ScoredProduct } from './scored-product.ts'

/** The standing of a product's record among the candidates of its supplier. */
export interface ProductCompetition {
  readonly level: CompetitionLevel
  readonly bits: number
  /** The competing record of another product; undefined if none competes. */
  readonly competitor: RecordId | undefined
}

/** The two best scores of a supplier's records, of two different products. */
interface SupplierBest {
  first: ScoredProduct
  second: ScoredProduct | undefined
}

/**
 * Returns the products of some scored records with the bits of competing candidates, best first. Records of one supplier
 * that belong to different products compete, as in clustering. Only records from `review` on count, since only their
 * pairs would get edges.
 *
 * @param records - Scored records, each with its product; the scores are without competition.
 * @param competes - False to rank by the scores alone.
 */
export function rankProducts(
  input: RecordFeatures,
  records: readonly ScoredProduct[],
  scorer: PairScorer,
  competes = true,
): ScoredProduct[] {
  const best = new Map<ProductId, ScoredProduct>()
  const minWeight = weightOfConfidence(scorer.model.thresholds.review)
  const hasCompetition = competes && scorer.model.competition !== undefined
  const likely = hasCompetition ? records.filter(({ score }) => score.weight >= minWeight) : []
  const bySupplier = bestBySupplier(likely)
  for (const record of records) {
    const { supplier } = record.features
    const isCompeting = hasCompetition && record.score.weight >= minWeight && supplier !== undefined
    const each = isCompeting && supplier !== input.supplier ? inCompetition(record, bySupplier, scorer) : record
    const known = best.get(each.productId)
    if (known === undefined || known.score.weight < each.score.weight) best.set(each.productId, each)
  }
  return [...best.values()].sort(compareProducts)
}

/** Compares products by weight, best first; ties are sorted by product id. */
export function compareProducts(a: ScoredProduct, b: ScoredProduct): number {
  return b.score.weight - a.score.weight || a.productId - b.productId
}

function bestBySupplier(records: readonly ScoredProduct[]): Map<number, SupplierBest> {
  const bySupplier = new Map<number, SupplierBest>()
  for (const record of records.toSorted((a, b) => compareProducts(a, b) || a.recordId - b.recordId)) {
    const { supplier } = record.features
    if (supplier === undefined) continue
    const known = bySupplier.get(supplier)
    if (known === undefined) bySupplier.set(supplier, { first: record, second: undefined })
    else if (known.first.productId !== record.productId) known.second ??= record
  }
  return bySupplier
}

function inCompetition(
  record: ScoredProduct,
  bySupplier: ReadonlyMap<number, SupplierBest>,
  scorer: PairScorer,
): ScoredProduct {
  const { first, second } = bySupplier.get(record.features.supplier as number) as SupplierBest
  const competitor = first.productId === record.productId ? second : first
  const { level, bits } = scorer.competition(record.score.weight, competitor?.score.weight)
  const weight = Math.round((record.score.weight + bits) * 100) / 100
  return {
    ...record,
    score: { ...record.score, weight, confidence: confidenceOfWeight(weight) },
    competition: { level, bits, competitor: competitor?.recordId },
  }
}
