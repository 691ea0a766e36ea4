import type { Explanation, SupplierRecord } from '@utpid/core'
import { confidenceOfWeight, DEFAULT_MODEL, explainPair, PairScorer, shippedTermFrequency } from '@utpid/core/scoring'
import { storedFeatures } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'

/**
 * Explains the score of two records; the first is used as the input.
 *
 * @param scorer - Scorer of a registry. Default: the shipped model and term frequencies.
 */
export function explainRecords(
  first: SupplierRecord,
  second: SupplierRecord,
  scorer: PairScorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency()),
): Explanation & { confidence: number } {
  const gazetteer = loadGazetteer()
  const explanation = explainPair(
    scorer,
    { content: first, features: storedFeatures(first, false, gazetteer) },
    { content: second, features: storedFeatures(second, false, gazetteer) },
  )
  return { ...explanation, confidence: confidenceOfWeight(explanation.weight) }
}
