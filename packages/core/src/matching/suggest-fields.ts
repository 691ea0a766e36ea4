import type { Comparison } from '../comparison/comparison.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import { defined } from '../model/defined.ts'
import type { Explanation, MissingEvidence } from '../model/match.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import { type PairScore, type PairScorer, pairProfile } from '../scoring/score-pair.ts'
import { rankProducts } from './competing-products.ts'
import type { Decided } from './decide.ts'
import type { ScoredProduct } from './scored-product.ts'

const MAX_SUGGESTIONS = 3

/** A query and its result. */
export interface QueryResult {
  readonly input: RecordFeatures
  /** The products, best first; at least one. */
  readonly products: readonly ScoredProduct[]
  /** Returns all records of a product. With more evidence, another record may fit best. */
  readonly recordsOf: (product: ScoredProduct) => readonly RecordFeatures[]
  /** The explanation of the best product. */
  readonly explanation: Explanation
  /** Returns the match decision for the input with an added field. */
  readonly decide: (input: RecordFeatures, products: readonly ScoredProduct[]) => Decided
}

/**
 * Suggests fields that the input lacks and the best product has. The function scores the input again with each value of
 * the best product's record, so the bits are exactly the bits that the field would add.
 *
 * @returns At most three fields, sorted by the lead over a competing product if such a product reaches `review`,
 *   otherwise by bits.
 */
export function suggestFields(
  scorer: PairScorer,
  { input, products, recordsOf, explanation, decide }: QueryResult,
): MissingEvidence[] {
  const [best, next] = products
  if (best === undefined) return []
  const { thresholds, profiles } = scorer.model
  const profile = pairProfile(input, best.features)
  const levels = profiles[profile].bits
  const comparisons = new Map(scorer.schema.profiles[profile].comparisons.map((each) => [each.name, each]))
  const competing = next !== undefined && next.score.confidence >= thresholds.review ? next : undefined
  const weightOf = (asked: RecordFeatures, { features }: ScoredProduct): number => scorer.score(asked, features).weight
  const bestWeightOf = (asked: RecordFeatures, product: ScoredProduct): number =>
    scoreOf(scorer, asked, product, recordsOf(product)).weight
  const tried = explanation.comparisons.flatMap(({ name, level, input: says, record }): TriedField[] => {
    const comparison = comparisons.get(name)
    if (comparison?.fieldOf === undefined || level !== 'unknown' || says !== null || record === null) return []
    const more = withField(input, comparison.fieldOf(best.features))
    const bits = hundredths(weightOf(more, best) - weightOf(input, best))
    if (bits <= 0) return []
    const ahead =
      competing === undefined ? null : hundredths(bits - (bestWeightOf(more, competing) - weightOf(input, competing)))
    return [{ more, comparison, field: name, bits, bitsAhead: ahead }]
  })
  const worth = ({ bits, bitsAhead }: TriedField): number => bitsAhead ?? bits
  const chosen = tried.sort((a, b) => worth(b) - worth(a) || b.bits - a.bits || (a.field < b.field ? -1 : 1))
  // Products below `review` do not affect the decision.
  const minWeight = weightOfConfidence(thresholds.review)
  return chosen.slice(0, MAX_SUGGESTIONS).map(({ more, comparison, field, bits, bitsAhead }) => {
    const scored = products.flatMap((each): ScoredProduct[] => {
      const { byNameAlone, productId, recordId } = each
      const led = comparison.hasKeys === true ? {} : defined({ byNameAlone })
      return scoredRecords(scorer, more, each, recordsOf(each)).map(({ features, score }) => ({
        productId,
        recordId,
        features,
        score,
        ...led,
      }))
    })
    const again = rankProducts(more, scored, scorer).filter(({ score }) => score.weight >= minWeight)
    const enough = again[0]?.productId === best.productId && decide(more, again).decision === 'match'
    return { field, bits, bitsAgainst: Math.min(0, ...Object.values(levels[field] ?? {})), bitsAhead, enough }
  })
}

/** Returns the scores of a product's records. A record with a veto overrides the other records. */
function scoredRecords(
  scorer: PairScorer,
  query: RecordFeatures,
  { features }: ScoredProduct,
  others: readonly RecordFeatures[],
): Pick<ScoredProduct, 'features' | 'score'>[] {
  const scored = [features, ...others].map((each) => ({ features: each, score: scorer.score(query, each) }))
  const vetoing = scored.find(({ score }) => score.vetoed)
  return vetoing === undefined ? scored : [vetoing]
}

/** Returns the score of a product's best record. A record with a veto overrides the best record. */
function scoreOf(
  scorer: PairScorer,
  query: RecordFeatures,
  { features }: ScoredProduct,
  others: readonly RecordFeatures[],
): PairScore {
  let best = scorer.score(query, features)
  for (const other of others) {
    if (best.vetoed) break
    const score = scorer.score(query, other)
    if (score.vetoed || score.weight > best.weight) best = score
  }
  return best
}

/** A field that adds bits, and the input with that field. */
interface TriedField extends Pick<MissingEvidence, 'field' | 'bits' | 'bitsAhead'> {
  readonly more: RecordFeatures
  readonly comparison: Comparison
}

/** Returns an input with the features of one more field. */
function withField(input: RecordFeatures, field: Partial<RecordFeatures>): RecordFeatures {
  const more = { ...input, ...field }
  return field.added === undefined ? more : { ...more, added: { ...input.added, ...field.added } }
}

/** Rounds bits to hundredths. Weights are whole hundredths, but differences of weights have floating-point errors. */
function hundredths(bits: number): number {
  return Math.round(bits * 100) / 100 + 0
}
