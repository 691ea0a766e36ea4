import { lookupOf } from '../blocking/keys/key-value.ts'
import { type LookupKey, queryKeys } from '../blocking/record-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { LIMITS } from '../model/limits.ts'
import type { ProductId } from '../model/utpid.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { CandidateColumns, RegistryIndex } from '../storage/registry-index.ts'
import type { RecordId } from '../storage/rows.ts'
import { CandidateFeatures } from './candidate-features.ts'
import { rankProducts } from './competing-products.ts'
import type { ScoredProduct } from './scored-product.ts'

/** The candidates of one input. */
export interface FoundProducts {
  /** The products, best first; ties in order of product id. Products far below `review` may be missing. */
  readonly products: readonly ScoredProduct[]
  /** The number of records that share a key with the input, counted once per round. */
  readonly candidates: number
  /** The number of keys that are skipped because too many records have them. */
  readonly skippedKeys: number
  /** Returns the features of a product's candidates, so that callers need not read them again. */
  readonly featuresOf: (productId: ProductId) => ReadonlyMap<RecordId, RecordFeatures>
}

/** A product that a caller has compared with an input already, so that its records need no second score. */
export interface KnownProduct {
  readonly productId: ProductId
  /** The match weight of its best record in bits; -Infinity if the product has no record. */
  readonly weight: number
}

/**
 * The number of bits below the review threshold at which scoring of a candidate stops. Such a candidate can neither
 * reach a decision nor come near the best product.
 */
const MAX_BITS_BELOW_REVIEW = 4
/** The distance in metres within which keys of name and place find records. */
const MIN_IMPRECISE_METERS = 250

/**
 * Finds the products that the inputs may describe. The function looks up near keys first. It looks up wide keys (city
 * words) only for inputs without a near product that reaches `review`, and for inputs with imprecise coordinates.
 *
 * @param inputs - At most `LIMITS.lookupsPerCall` inputs.
 * @param known - For each input, a product to leave out. A known product that reaches `review` counts as found, so no
 *   wide keys are looked up. With this list, candidates have no bits of competition, since known products would compete.
 */
export async function findProducts(
  inputs: readonly RecordFeatures[],
  index: RegistryIndex,
  scorer: PairScorer,
  rules: IndexRules,
  known: readonly (KnownProduct | undefined)[] = [],
): Promise<FoundProducts[]> {
  const review = weightOfConfidence(scorer.model.thresholds.review)
  const competes = known.length === 0
  const found = await lookUp(
    inputs,
    inputs.map((features) => queryKeys(features, rules, 'near')),
    inputs.map(() => Number.NEGATIVE_INFINITY),
    known,
    index,
    scorer,
    rules,
  )
  const wider = found.flatMap(({ records }, at) => {
    const input = inputs[at] as RecordFeatures
    const best = Math.max(bestWeight(records), known[at]?.weight ?? Number.NEGATIVE_INFINITY)
    const keys = best < review || isImprecise(scorer.withHabits(input)) ? queryKeys(input, rules, 'wide') : []
    return keys.length === 0 ? [] : [{ at, input, keys }]
  })
  if (wider.length === 0) return inputs.map((input, at) => ranked(input, found[at] as FoundRecords, scorer, competes))
  const further = await lookUp(
    wider.map(({ input }) => input),
    wider.map(({ keys }) => keys),
    // A city has many candidates, so the code skips the full score of candidates that cannot beat the best near
    // product.
    wider.map(({ at }) => bestWeight(found[at]?.records ?? [])),
    wider.map(({ at }) => known[at]),
    index,
    scorer,
    rules,
  )
  wider.forEach(({ at }, position) => {
    found[at] = joinRounds(found[at] as FoundRecords, further[position] as FoundRecords)
  })
  return inputs.map((input, at) => ranked(input, found[at] as FoundRecords, scorer, competes))
}

/** The scored records of one input. */
interface FoundRecords extends Omit<FoundProducts, 'products'> {
  /** The best record of each product, and all records that reach `review`. The scores are without competition. */
  readonly records: readonly ScoredProduct[]
}

function ranked(
  input: RecordFeatures,
  { records, ...found }: FoundRecords,
  scorer: PairScorer,
  competes: boolean,
): FoundProducts {
  return { ...found, products: rankProducts(input, records, scorer, competes) }
}

/** Returns the highest match weight of some records; -Infinity without records. */
function bestWeight(records: readonly ScoredProduct[]): number {
  let best = Number.NEGATIVE_INFINITY
  for (const { score } of records) if (score.weight > best) best = score.weight
  return best
}

/** Reports whether coordinates are so imprecise that near keys may not reach the true neighbours. */
function isImprecise({ coordinates, precisionMeters }: RecordFeatures): boolean {
  return coordinates !== undefined && precisionMeters >= MIN_IMPRECISE_METERS
}

/** Joins the scored records of both rounds. */
function joinRounds(near: FoundRecords, wide: FoundRecords): FoundRecords {
  return {
    records: [...near.records, ...wide.records],
    candidates: near.candidates + wide.candidates,
    skippedKeys: near.skippedKeys + wide.skippedKeys,
    featuresOf: (productId) => new Map([...near.featuresOf(productId), ...wide.featuresOf(productId)]),
  }
}

/**
 * Looks up candidates and scores them.
 *
 * @param floors - For each input, the match weight that a candidate must exceed.
 */
async function lookUp(
  inputs: readonly RecordFeatures[],
  lookups: readonly (readonly LookupKey[])[],
  floors: readonly number[],
  known: readonly (KnownProduct | undefined)[],
  index: RegistryIndex,
  scorer: PairScorer,
  rules: IndexRules,
): Promise<FoundRecords[]> {
  const columns = await index.candidates(
    lookups.map((keys) => lookupOf(keys.map(({ key }) => key))),
    LIMITS.recordsPerKey,
  )
  const skipped = new Map<number, number>()
  for (const { lookup } of columns.skippedKeys) skipped.set(lookup, (skipped.get(lookup) ?? 0) + 1)
  const candidates = new CandidateFeatures(columns, rules)
  return inputs.map((features, at) => ({
    records: scoreRows(features, columns, candidates, at, floors[at] as number, known[at]?.productId, scorer),
    candidates: (columns.offsets[at + 1] as number) - (columns.offsets[at] as number),
    skippedKeys: skipped.get(at) ?? 0,
    featuresOf: (productId) => featuresAmong(columns, candidates, at, productId),
  }))
}

function featuresAmong(
  { offsets, recordIds, productIds }: CandidateColumns,
  candidates: CandidateFeatures,
  lookup: number,
  productId: ProductId,
): Map<RecordId, RecordFeatures> {
  const features = new Map<RecordId, RecordFeatures>()
  for (let row = offsets[lookup] as number; row < (offsets[lookup + 1] as number); row++) {
    if (productIds[row] === productId) features.set(recordIds[row] as number, candidates.of(row))
  }
  return features
}

function scoreRows(
  input: RecordFeatures,
  columns: CandidateColumns,
  candidates: CandidateFeatures,
  lookup: number,
  minWeight: number,
  leftOut: ProductId | undefined,
  scorer: PairScorer,
): ScoredProduct[] {
  const review = weightOfConfidence(scorer.model.thresholds.review)
  const enough = review - MAX_BITS_BELOW_REVIEW
  const best = new Map<ProductId, ScoredProduct>()
  const likely: ScoredProduct[] = []
  // Without a likely candidate, each candidate must beat the best so far, because even the decision `none` reports a
  // confidence.
  let floor = Math.min(enough, minWeight)
  for (let row = columns.offsets[lookup] as number; row < (columns.offsets[lookup + 1] as number); row++) {
    const productId = columns.productIds[row] as number
    if (productId === leftOut) continue
    const recordId = columns.recordIds[row] as number
    const glance = candidates.view(row)
    const score =
      glance === undefined
        ? scorer.scoreFrom(input, candidates.of(row), floor)
        : scorer.scoreView(input, glance, floor, () => candidates.of(row))
    if (score === undefined) continue
    floor = Math.min(enough, Math.max(floor, score.weight))
    const known = best.get(productId)
    const isBest = known === undefined || known.score.weight < score.weight
    if (!isBest && score.weight < review) continue
    const scored = { productId, recordId, features: candidates.of(row), score }
    if (score.weight >= review) likely.push(scored)
    if (isBest) best.set(productId, scored)
  }
  return [...likely, ...[...best.values()].filter(({ score }) => score.weight < review)]
}
