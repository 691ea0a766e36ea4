import type { RecordFeatures } from '../../features/record-features.ts'
import { type Decided, decide } from '../../matching/decide.ts'
import type { FoundProducts } from '../../matching/find-products.ts'
import { heedOwnCodes } from '../../matching/judge-codes.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import { wouldHelp } from '../../matching/would-help.ts'
import { LIMITS } from '../../model/limits.ts'
import type { Explanation, Help } from '../../model/match.ts'
import type { ProductId } from '../../model/utpid.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ProductRow, RecordId } from '../../storage/rows.ts'
import { explainProducts } from './explain-products.ts'
import type { AnswerContext } from './gathered-reads.ts'
import type { Question } from './match-question.ts'

/**
 * Returns suggestions: further input that would help a query without a match.
 *
 * @param ranked - Possible products, best first.
 * @param products - Rows of those products.
 * @param explained - Known explanations, by record.
 * @param found - Results of the key lookup.
 */
export async function helpFor(
  context: AnswerContext,
  { input, features, known }: Question,
  ranked: readonly ScoredProduct[],
  products: ReadonlyMap<ProductId, ProductRow>,
  explained: ReadonlyMap<RecordId, Explanation>,
  { featuresOf, skippedKeys }: FoundProducts,
): Promise<Help[]> {
  const [best] = ranked
  if (best === undefined) return []
  const { ledger, scorer, served } = context
  const explanation =
    explained.get(best.recordId) ?? (await explainProducts(context, input, features, [best])).get(best.recordId)
  if (explanation === undefined) return []
  // Other codes of its supplier matter only for an input with a code.
  const isCoded = input.supplier !== undefined && input.code !== undefined
  const ids = isCoded ? (products.get(best.productId)?.records ?? []) : []
  const own = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  const likely = ranked.slice(0, LIMITS.candidatesScored)
  const records = likely.flatMap(({ productId }) => {
    const met = featuresOf(productId)
    return (products.get(productId)?.records ?? []).map((id) => ({ productId, id, met: met.get(id) }))
  })
  const unmet = records.flatMap(({ id, met }) => (met === undefined ? [id] : []))
  const stored = await readInChunks(unmet, (chunk) => ledger.getRecords(chunk))
  const read = new Map(stored.map((each, at) => [unmet[at], each]))
  const recordsOf = new Map<ProductId, RecordFeatures[]>()
  for (const { productId, id, met } of records) {
    const record = read.get(id)
    const own = met ?? (record && served.rules.decode(record.row.features))
    if (own !== undefined) recordsOf.set(productId, [...(recordsOf.get(productId) ?? []), own])
  }
  return wouldHelp(scorer, {
    input: features,
    products: ranked,
    recordsOf: ({ productId }) => recordsOf.get(productId) ?? [],
    explanation,
    decide: (asked, again): Decided => {
      // A known code that drifted needs a person, whatever else is given.
      if (known !== undefined) return { decision: 'review', reason: 'code_drifted' }
      return heedOwnCodes(scorer, served.rules, input, asked, own, decide(again, scorer.model.thresholds, skippedKeys))
    },
  })
}
