import { findProducts, type KnownProduct } from '../../matching/find-products.ts'
import type { ProductId } from '../../model/utpid.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type ConfirmCase, MAX_COMPARED_RECORDS, readKnownRecords } from './confirm-case.ts'
import type { RecordEvidence } from './record-evidence.ts'

/** Another product that may be the one that the input describes. */
export interface CompetingProduct {
  readonly productId: ProductId
  /** The match weight of its best record in bits. */
  readonly weight: number
  /** True if the product may be a duplicate of the requested product. */
  readonly isLikelyDuplicate: boolean
}

/** The maximum number of other products whose records are read for vetoes. */
const MAX_RIVALS = 3

/**
 * Finds the best other product of each input with the usual lookup of candidates. A product counts from `review`, and
 * only if none of its records has a veto.
 *
 * @returns The competing product by position of the case; undefined if no other product is likely.
 */
export async function findCompetingProducts(
  context: RegistryContext,
  cases: readonly { readonly confirmed: ConfirmCase; readonly evidence: readonly RecordEvidence[] }[],
): Promise<readonly (CompetingProduct | undefined)[]> {
  const { index, scorer, active, ledger } = context
  if (cases.length === 0) return []
  const { review } = scorer.model.thresholds
  const inputs = cases.map(({ confirmed }) => confirmed.bare)
  const known = cases.map(({ confirmed, evidence }) => knownProduct(confirmed, evidence))
  const found = await findProducts(inputs, index, scorer, active.rules, known)
  const likely = found.map(({ products }) =>
    products.filter(({ score }) => score.confidence >= review).slice(0, MAX_RIVALS),
  )
  const ids = [...new Set(likely.flat().map(({ productId }) => productId))]
  if (ids.length === 0) return cases.map(() => undefined)
  const rows = await readInChunks(ids, (chunk) => ledger.getProducts(chunk))
  const recordsOf = new Map(ids.map((id, at) => [id, rows[at]?.records.slice(0, MAX_COMPARED_RECORDS) ?? []]))
  const records = await readKnownRecords(context, [...new Set([...recordsOf.values()].flat())])
  return cases.map(({ confirmed: { bare }, evidence }, at) => {
    for (const { productId, score, features } of likely[at] ?? []) {
      const all = (recordsOf.get(productId) ?? []).flatMap((id) => records.get(id)?.features ?? [])
      if (all.some((each) => scorer.isVetoed(bare, each))) continue
      const isLikelyDuplicate = evidence.some(
        ({ record }) => scorer.score(record.features, features).confidence >= review,
      )
      return { productId, weight: score.weight, isLikelyDuplicate }
    }
    return undefined
  })
}

/** Returns the requested product with its comparison; undefined if it is not active. */
function knownProduct({ product }: ConfirmCase, evidence: readonly RecordEvidence[]): KnownProduct | undefined {
  if (product === undefined) return undefined
  return { productId: product.id, weight: Math.max(...evidence.map(({ candidateWeight }) => candidateWeight)) }
}
