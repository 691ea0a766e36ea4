import type { RecordFeatures } from '../../features/record-features.ts'
import { type Decided, decide } from '../../matching/decide.ts'
import type { FoundProducts } from '../../matching/find-products.ts'
import { applyOwnCodes } from '../../matching/match-by-code.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import { suggestFields } from '../../matching/suggest-fields.ts'
import { LIMITS } from '../../model/limits.ts'
import type { Explanation, MissingEvidence } from '../../model/match.ts'
import type { ProductId } from '../../model/utpid.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import type { AnswerContext } from './batched-reads.ts'
import { explainProducts } from './explain-products.ts'
import type { MatchQuery } from './match-query.ts'

/**
 * Returns suggestions: further fields that would help a query without a match.
 *
 * @param ranked - Possible products, best first.
 * @param products - Rows of these products.
 * @param explained - Existing explanations, by record.
 * @param found - Results of the key lookup.
 */
export async function missingEvidence(
  context: AnswerContext,
  { input, features, known }: MatchQuery,
  ranked: readonly ScoredProduct[],
  products: ReadonlyMap<ProductId, ProductRow>,
  explained: ReadonlyMap<RecordId, Explanation>,
  { featuresOf, skippedKeys }: FoundProducts,
): Promise<MissingEvidence[]> {
  const [best] = ranked
  if (best === undefined) return []
  const { ledger, scorer, active } = context
  const explanation =
    explained.get(best.recordId) ?? (await explainProducts(context, input, features, [best])).get(best.recordId)
  if (explanation === undefined) return []
  // Only an input with a code can conflict with other codes of its supplier.
  const isCoded = input.supplier !== undefined && input.code !== undefined
  const ids = isCoded ? (products.get(best.productId)?.records ?? []) : []
  const own = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const likely = ranked.slice(0, LIMITS.candidatesScored)
  const records = likely.flatMap(({ productId }) => {
    const featuresInCandidates = featuresOf(productId)
    return (products.get(productId)?.records ?? []).map((id) => ({ productId, id, met: featuresInCandidates.get(id) }))
  })
  const unread = records.flatMap(({ id, met: featuresInCandidates }) =>
    featuresInCandidates === undefined ? [id] : [],
  )
  const stored = await readInChunks(unread, (chunk) => ledger.getRecords(chunk))
  const read = new Map(stored.map((each, at) => [unread[at], each]))
  const recordsOf = new Map<ProductId, RecordFeatures[]>()
  for (const { productId, id, met: featuresInCandidates } of records) {
    const record = read.get(id)
    const own = featuresInCandidates ?? (record && active.rules.decode(record.row.features))
    if (own !== undefined) recordsOf.set(productId, [...(recordsOf.get(productId) ?? []), own])
  }
  return suggestFields(scorer, {
    input: features,
    products: ranked,
    recordsOf: ({ productId }) => recordsOf.get(productId) ?? [],
    explanation,
    decide: (asked, again): Decided => {
      // An existing code with drift needs a decision of a person, so no field of the input helps.
      if (known !== undefined) return { decision: 'review', reason: 'code_drifted' }
      return applyOwnCodes(scorer, active.rules, input, asked, own, decide(again, scorer.model.thresholds, skippedKeys))
    },
  })
}
