import {
  confidenceOfWeight,
  DEFAULT_MODEL,
  type Explanation,
  explainPair,
  PairScorer,
  type SupplierRecord,
  shippedTermFrequency,
} from '@utpid/core'
import { storedFeatures } from './stored-features.ts'

/** Why two records score as they do, the first standing where an input would. By the model that is shipped. */
export function explainRecords(first: SupplierRecord, second: SupplierRecord): Explanation & { confidence: number } {
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  const explanation = explainPair(
    scorer,
    { content: first, features: storedFeatures(first, false) },
    { content: second, features: storedFeatures(second, false) },
  )
  return { ...explanation, confidence: confidenceOfWeight(explanation.weight) }
}
