import type { RecordFeatures } from '../../features/record-features.ts'
import { compareProducts } from '../../matching/competing-products.ts'
import type { FoundProducts } from '../../matching/find-products.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { RegistryIndex } from '../../storage/registry-index.ts'
import type { RecordId } from '../../storage/rows.ts'
import { nameWords } from '../../text/name-words.ts'
import type { AnswerContext } from './batched-reads.ts'
import type { FoundQuery } from './try-repairs.ts'

/**
 * The size of one page of search. If a name has more products, their ids instead of their similarity choose the
 * products on the page.
 */
const MAX_NAMESAKES = 100
/** The maximum number of concurrent searches. A remote storage has few connections. */
const SEARCHES_AT_ONCE = 8

/** The features of the records of a product. */
type NamesakeRecords = ReadonlyMap<RecordId, RecordFeatures>

/**
 * For queries without a place, adds products that have exactly the same name. Blocking keys combine a name with a
 * place, so they cannot find these products. The search index finds them. Only these queries use it, so other queries
 * stay fast, and imports cluster as before.
 *
 * @returns Results by position of the query, with at most {@link MAX_NAMESAKES} products of the name.
 */
export async function findNamesakes(
  context: AnswerContext,
  asked: readonly FoundQuery[],
): Promise<readonly FoundProducts[]> {
  const { index, scorer } = context
  const names = asked.map((each) => (needsNamesakes(each, scorer) ? wholeName(each) : undefined))
  const wanted = [...new Set(names.filter((name) => name !== undefined))]
  if (wanted.length === 0) return asked.map(({ found }) => found)
  const idsByName = new Map<string, readonly ProductId[]>()
  for (let from = 0; from < wanted.length; from += SEARCHES_AT_ONCE) {
    const part = wanted.slice(from, from + SEARCHES_AT_ONCE)
    const found = await Promise.all(part.map((name) => productsOfName(index, name)))
    for (const [at, name] of part.entries()) idsByName.set(name, found[at] ?? [])
  }
  const records = await readNamesakes(context, [...new Set([...idsByName.values()].flat())])
  return asked.map(({ question, found }, at) => {
    const ids = idsByName.get(names[at] ?? '') ?? []
    return ids.length === 0 ? found : withNamesakes(scorer, question.features, found, ids, records)
  })
}

/** Reports whether a query has a name, no place and no likely product yet. */
function needsNamesakes({ question: { features, known }, found }: FoundQuery, { model }: PairScorer): boolean {
  const { names, coordinates, city, country } = features
  const isPlaced = coordinates !== undefined || city !== undefined || country !== undefined
  const best = found.products[0]?.score.confidence ?? 0
  return known === undefined && names.length > 0 && !isPlaced && best < model.thresholds.review
}

/** Returns the normalised name of a query, in the form of search terms; undefined if the name has no words. */
function wholeName({ question: { input } }: FoundQuery): string | undefined {
  const words = nameWords(input.name ?? '')
  return words.length === 0 ? undefined : words.join(' ')
}

/** Returns the products with a name. If there are too many products, returns those with the highest rank. */
async function productsOfName(index: RegistryIndex, name: string): Promise<readonly ProductId[]> {
  const tiers = [{ groups: [{ any: [`whole:${name}`] }] }]
  return (await index.search({ tiers, filters: [], offset: 0, limit: MAX_NAMESAKES })).productIds
}

async function readNamesakes(
  { ledger, active }: AnswerContext,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, NamesakeRecords>> {
  const products = (await readInChunks(ids, (chunk) => ledger.getProducts(chunk))).filter((row) => row !== undefined)
  const recordIds = products.flatMap(({ records }) => records)
  const stored = await readInChunks(recordIds, (chunk) => ledger.getRecords(chunk))
  const features = new Map<RecordId, RecordFeatures>()
  for (const [at, id] of recordIds.entries()) {
    const record = stored[at]
    if (record !== undefined) features.set(id, active.rules.decode(record.row.features))
  }
  return new Map(
    products.map(({ id, records }) => [
      id,
      new Map(records.flatMap((each) => (features.has(each) ? [[each, features.get(each) as RecordFeatures]] : []))),
    ]),
  )
}

function withNamesakes(
  scorer: PairScorer,
  input: RecordFeatures,
  found: FoundProducts,
  ids: readonly ProductId[],
  records: ReadonlyMap<ProductId, NamesakeRecords>,
): FoundProducts {
  const met = new Set(found.products.map(({ productId }) => productId))
  const namesakes = ids.flatMap((productId): ScoredProduct[] => {
    if (met.has(productId)) return []
    const scored = [...(records.get(productId) ?? [])].map(([recordId, features]): ScoredProduct => {
      return { productId, recordId, features, score: scorer.score(input, features), byNameAlone: true }
    })
    return scored.sort(compareProducts).slice(0, 1)
  })
  return {
    ...found,
    products: [...found.products, ...namesakes].sort(compareProducts),
    candidates: found.candidates + namesakes.length,
    featuresOf: (productId) => new Map([...(records.get(productId) ?? []), ...found.featuresOf(productId)]),
  }
}
