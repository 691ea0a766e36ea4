import { AS_LIKELY_AS_NOT, recordDrift } from '../drift/record-drift.ts'
import { copyFeatures } from '../features/feature-draft.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { MatchInput } from '../model/supplier-record.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { Decided } from './decide.ts'
import type { ScoredProduct } from './scored-product.ts'

/**
 * Changes the decision to `review` if the supplier already sells the best product under another code. An import would
 * not join these two records, so a person must decide before anything is linked.
 *
 * @param own - Records of the best product.
 */
export function applyOwnCodes(
  scorer: PairScorer,
  rules: IndexRules,
  { supplier, code }: MatchInput,
  features: RecordFeatures,
  own: readonly (StoredRecord | undefined)[],
  decided: Decided,
): Decided {
  if (supplier === undefined || code === undefined) return decided
  const sameSupplierBits = scorer.sameSupplierBits(supplier)
  const keptApart = own.some(
    (record) =>
      record?.row.record.supplier === supplier &&
      scorer.score(features, rules.decode(record.row.features)).weight < sameSupplierBits,
  )
  return keptApart ? { decision: 'review', reason: 'other_code_of_supplier' } : decided
}

/** Matches an input by its existing supplier code, unless the input now describes another product. */
export function matchByCode(
  scorer: PairScorer,
  rules: IndexRules,
  input: MatchInput,
  features: RecordFeatures,
  known: StoredRecord,
): { decided: Decided; product: ScoredProduct } {
  const link = known.link as NonNullable<StoredRecord['link']>
  const own = rules.decode(known.row.features)
  // Input and record have the same code and supplier. So the code compares only the other fields to check the content.
  const codeless = { supplier: undefined, identifiers: [] }
  const content = scorer.score(copyFeatures(features, codeless), copyFeatures(own, codeless))
  // This drift check is the same as in an import: content that an import reports as drift does not match here either.
  const drift = input.name === undefined ? undefined : recordDrift(own, features, scorer)
  const drifted = drift !== undefined && (drift.kind === 'reuse' || drift.confidence < AS_LIKELY_AS_NOT)
  const score = drifted ? content : { weight: content.weight, confidence: link.confidence / 10_000, vetoed: false }
  return {
    decided: drifted ? { decision: 'review', reason: 'code_drifted' } : { decision: 'match', reason: null },
    product: { productId: link.productId, recordId: known.row.id, features: own, score },
  }
}
