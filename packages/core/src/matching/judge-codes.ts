import { AS_LIKELY_AS_NOT, recordDrift } from '../drift/record-drift.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { MatchInput } from '../model/supplier-record.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { Decided } from './decide.ts'
import type { ScoredProduct } from './scored-product.ts'

/**
 * A new code for a product that the supplier already sells under another one: an import would
 * keep the two apart, so a person should look before anything is linked.
 *
 * @param own - Records of the best product.
 */
export function heedOwnCodes(
  scorer: PairScorer,
  rules: IndexRules,
  { supplier, code }: MatchInput,
  features: RecordFeatures,
  own: readonly (StoredRecord | undefined)[],
  decided: Decided,
): Decided {
  if (supplier === undefined || code === undefined) return decided
  const { sameSupplierBits } = scorer.model.thresholds
  const keptApart = own.some(
    (record) =>
      record?.row.record.supplier === supplier &&
      scorer.score(features, rules.decode(record.row.features)).weight < sameSupplierBits,
  )
  return keptApart ? { decision: 'review', reason: 'other_code_of_supplier' } : decided
}

/** A known supplier code decides, unless its content now describes something else. */
export function judgeKnownCode(
  scorer: PairScorer,
  rules: IndexRules,
  input: MatchInput,
  features: RecordFeatures,
  known: StoredRecord,
): { decided: Decided; product: ScoredProduct } {
  const link = known.link as NonNullable<StoredRecord['link']>
  const own = rules.decode(known.row.features)
  // That both carry the code, and come from one supplier, is known; what is asked is whether the content fits.
  const { supplier: _, ...bare } = features
  const { supplier: __, ...bareOwn } = own
  const content = scorer.score({ ...bare, identifiers: [] }, { ...bareOwn, identifiers: [] })
  // As an import asks it, so that nothing is matched here that an import would find strange.
  const drift = input.name === undefined ? undefined : recordDrift(own, features, scorer)
  const drifted = drift !== undefined && (drift.kind === 'reuse' || drift.confidence < AS_LIKELY_AS_NOT)
  const score = drifted ? content : { weight: content.weight, confidence: link.confidence / 10_000, vetoed: false }
  return {
    decided: drifted ? { decision: 'review', reason: 'code_drifted' } : { decision: 'match', reason: null },
    product: { productId: link.productId, recordId: known.row.id, features: own, score },
  }
}
