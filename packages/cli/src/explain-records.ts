import {
  confidenceOfWeight,
  DEFAULT_MODEL,
  decodeFeatures,
  type Explanation,
  encodeFeatures,
  explainPair,
  extractFeatures,
  PairScorer,
  type RecordFeatures,
  type SupplierRecord,
  shippedTermFrequency,
} from '@utpid/core'

/** Why two records score as they do, the first standing where an input would. By the model that is shipped. */
export function explainRecords(first: SupplierRecord, second: SupplierRecord): Explanation & { confidence: number } {
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  const explanation = explainPair(
    scorer,
    { content: first, features: storedFeatures(first) },
    { content: second, features: storedFeatures(second) },
  )
  return { ...explanation, confidence: confidenceOfWeight(explanation.weight) }
}

/** Through the layout, so that a record is rounded as a stored one is. */
function storedFeatures(record: SupplierRecord): RecordFeatures {
  return decodeFeatures(encodeFeatures(extractFeatures(record, record)))
}
