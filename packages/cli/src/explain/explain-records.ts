import {
  confidenceOfWeight,
  DEFAULT_MODEL,
  type Explanation,
  explainPair,
  PairScorer,
  type SupplierRecord,
  shippedTermFrequency,
} from '@utpid/core'
import { storedFeatures } from '@utpid/evaluation'
import { loadGazetteer } from '@utpid/gazetteer'

/**
 * Why two records score as they do, the first standing where an input would.
 *
 * @param scorer - Of a registry; by the model and the table of words that are shipped unless given.
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
