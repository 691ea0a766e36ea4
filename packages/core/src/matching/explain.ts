import type { RecordFeatures } from '../features/record-features.ts'
import type { ExplainedCompetition, Explanation } from '../model/match.ts'
import type { PairEvidence } from '../model/match-explanation.ts'
import type { RecordContent, SupplierCode, SupplierRecord } from '../model/supplier-record.ts'
import { confidenceOfWeight, roundConfidence } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'

/** The minimum bits of a comparison in the signature. */
const SIGNATURE_BITS = 0.5

interface Content {
  readonly content: RecordContent
  readonly features: RecordFeatures
}

/** Returns the explanation of the score of an input and a record. */
export function explainPair(
  scorer: PairScorer,
  input: Content,
  record: Content & { readonly content: SupplierRecord },
  competition: ExplainedCompetition | null = null,
): Explanation {
  const { supplier, code } = record.content
  return { ...explainContent(scorer, input, record, competition), record: { supplier, code } }
}

/** Returns the explanation of the score of two records. Either record may be an input, whose code is null. */
export function pairEvidence(
  scorer: PairScorer,
  a: Content & { readonly code: SupplierCode | null },
  b: Content & { readonly code: SupplierCode | null },
  competition: ExplainedCompetition | null = null,
): PairEvidence {
  const explanation = explainContent(scorer, a, b, competition)
  const confidence = roundConfidence(confidenceOfWeight(explanation.weight))
  return { a: a.code, b: b.code, confidence, ...explanation }
}

function explainContent(
  scorer: PairScorer,
  left: Content,
  right: Content,
  competition: ExplainedCompetition | null,
): Omit<Explanation, 'record'> {
  const levels = scorer.levels(left.features, right.features)
  const score = scorer.score(left.features, right.features)
  const parts = levels.map(({ comparison, bits }) => ({ name: comparison.name, bits }))
  if (competition !== null) parts.push({ name: 'competition', bits: competition.bits })
  const counted = parts
    .filter(({ bits }) => Math.abs(bits) >= SIGNATURE_BITS)
    .sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits))
  return {
    signature: counted.map(({ name, bits }) => `${bits > 0 ? '+' : '-'}${name}`).join(' '),
    weight: Math.round((score.weight + (competition?.bits ?? 0)) * 100) / 100,
    prior: scorer.priorOf(left.features, right.features),
    vetoed: score.vetoed,
    competition,
    comparisons: levels.map(({ comparison, level, bits }) => ({
      name: comparison.name,
      level,
      bits,
      input: comparison.show(left.content) ?? null,
      record: comparison.show(right.content) ?? null,
    })),
  }
}
