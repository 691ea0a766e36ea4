import {
  DEFAULT_MODEL,
  decodeFeatures,
  type Explanation,
  encodeFeatures,
  extractFeatures,
  PairScorer,
  type RecordFeatures,
  type SupplierRecord,
  shippedTermFrequency,
} from '@utpid/core'

const SIGNATURE_BITS = 0.5

/** Why two records score as they do, the first standing where an input would. By the model that is shipped. */
export function explainRecords(first: SupplierRecord, second: SupplierRecord): Explanation & { confidence: number } {
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  const [left, right] = [storedFeatures(first), storedFeatures(second)]
  const { weight, confidence, vetoed } = scorer.score(left, right)
  const comparisons = scorer.levels(left, right).map(({ comparison, level, bits }) => ({
    name: comparison.name,
    level,
    bits,
    input: comparison.show(first) ?? null,
    record: comparison.show(second) ?? null,
  }))
  const signature = comparisons
    .filter(({ bits }) => Math.abs(bits) >= SIGNATURE_BITS)
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
    .map(({ name, bits }) => `${bits > 0 ? '+' : '-'}${name}`)
    .join(' ')
  const sum = comparisons.reduce((total, { bits }) => total + bits, 0)
  // What the model gives before anything is compared is the rest, unless a veto cut the sum.
  const prior = vetoed ? priorOf(left, right) : weight - sum
  const record = { supplier: second.supplier, code: second.code }
  return { signature, weight, prior, vetoed, comparisons, record, confidence }
}

/** Through the layout, so that a record is rounded as a stored one is. */
function storedFeatures(record: SupplierRecord): RecordFeatures {
  const { supplier, code } = record
  return decodeFeatures(encodeFeatures(extractFeatures(record, { supplier, code })))
}

function priorOf(left: RecordFeatures, right: RecordFeatures): number {
  const profile = left.profile === right.profile ? left.profile : 'generic'
  return DEFAULT_MODEL.profiles[profile].prior
}
