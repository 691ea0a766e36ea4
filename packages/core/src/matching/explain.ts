import type { RecordFeatures } from '../features/record-features.ts'
import type { Explanation } from '../model/match.ts'
import type { RecordContent, SupplierRecord } from '../model/supplier-record.ts'
import { type PairScorer, pairProfile } from '../scoring/score-pair.ts'

/** Comparisons below this count for nothing in the signature. */
const SIGNATURE_BITS = 0.5

/** Why two records score as they do. */
export function explainPair(
  scorer: PairScorer,
  input: { readonly content: RecordContent; readonly features: RecordFeatures },
  record: { readonly content: SupplierRecord; readonly features: RecordFeatures },
): Explanation {
  const levels = scorer.levels(input.features, record.features)
  const score = scorer.score(input.features, record.features)
  const counted = levels
    .filter(({ bits }) => Math.abs(bits) >= SIGNATURE_BITS)
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
  return {
    signature: counted.map(({ comparison, bits }) => `${bits > 0 ? '+' : '-'}${comparison.name}`).join(' '),
    weight: score.weight,
    prior: scorer.model.profiles[pairProfile(input.features, record.features)].prior,
    vetoed: score.vetoed,
    comparisons: levels.map(({ comparison, level, bits }) => ({
      name: comparison.name,
      level,
      bits,
      input: comparison.show(input.content) ?? null,
      record: comparison.show(record.content) ?? null,
    })),
    record: { supplier: record.content.supplier, code: record.content.code },
  }
}
