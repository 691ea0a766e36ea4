import type { RecordFeatures } from '../../features/record-features.ts'
import { explainPair } from '../../matching/explain.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import type { ExplainedCompetition, Explanation } from '../../model/match.ts'
import type { MatchInput, SupplierRecord } from '../../model/supplier-record.ts'
import type { RecordId } from '../../storage/rows.ts'
import { withAssigned } from '../records/assigned-identifiers.ts'
import type { AnswerContext } from './batched-reads.ts'

/** Explains the score of each product by the comparison with its best record. */
export async function explainProducts(
  { ledger, scorer }: AnswerContext,
  input: MatchInput,
  features: RecordFeatures,
  products: readonly ScoredProduct[],
): Promise<Map<RecordId, Explanation>> {
  const records = await ledger.getRecords(products.map(({ recordId }) => recordId))
  const rivals = products.flatMap(({ competition }) => competition?.competitor ?? [])
  const competitors = rivals.length === 0 ? [] : await ledger.getRecords(rivals)
  const codes = new Map(
    competitors.flatMap((each) => (each === undefined ? [] : [[each.row.id, each.row.record] as const])),
  )
  const explanations = new Map<RecordId, Explanation>()
  products.forEach((product, at) => {
    const row = records[at]?.row
    if (row === undefined) return
    const content = withAssigned(row.record, row.assigned)
    explanations.set(
      product.recordId,
      explainPair(
        scorer,
        { content: input, features },
        { content, features: product.features },
        explainedCompetition(product, codes),
      ),
    )
  })
  return explanations
}

function explainedCompetition(
  { competition }: ScoredProduct,
  codes: ReadonlyMap<RecordId, SupplierRecord>,
): ExplainedCompetition | null {
  if (competition === undefined) return null
  const { level, bits, competitor } = competition
  const record = competitor === undefined ? undefined : codes.get(competitor)
  return { level, bits, record: record === undefined ? null : { supplier: record.supplier, code: record.code } }
}
