import { probeOf } from '../blocking/key-value.ts'
import { type ProbeKey, questionKeys } from '../blocking/record-keys.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { LIMITS } from '../model/limits.ts'
import type { ProductId } from '../model/utpid.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { CandidateColumns, RegistryIndex } from '../storage/registry-index.ts'
import type { RecordId } from '../storage/rows.ts'
import { CandidateFeatures } from './candidate-features.ts'
import type { ScoredProduct } from './scored-product.ts'

/** Candidates of one input. */
export interface FoundProducts {
  /** Best first; ties in order of product id. Products far below `review` may be missing. */
  readonly products: readonly ScoredProduct[]
  /** Number of records that share a key, counted once per round. */
  readonly candidates: number
  /** Number of keys that are on too many records to be used. */
  readonly skippedKeys: number
  /** Features of those records of a product that are candidates, so that nobody reads them again. */
  readonly featuresOf: (productId: ProductId) => ReadonlyMap<RecordId, RecordFeatures>
}

/**
 * A candidate that falls this many bits below the review threshold is not scored to the end: it can
 * neither reach a decision nor come near the best.
 */
const HOPELESS_BITS = 4
/** Keys of name and place find records within this distance, in metres. */
const BLURRED_METERS = 250

/**
 * Finds the products that inputs may be. Looks up near keys first. Looks up wide keys (city words) only for inputs
 * without a near product that reaches `review`, and for inputs with imprecise coordinates.
 *
 * @param inputs - At most `LIMITS.probesPerCall`.
 */
export async function findProducts(
  inputs: readonly RecordFeatures[],
  index: RegistryIndex,
  scorer: PairScorer,
  rules: IndexRules,
): Promise<FoundProducts[]> {
  const probes = inputs.map((features) => questionKeys(features, rules.salt))
  const found = await ask(
    inputs,
    probes.map((keys) => keys.filter(({ wide }) => !wide)),
    inputs.map(() => Number.NEGATIVE_INFINITY),
    index,
    scorer,
    rules,
  )
  const again = found.flatMap(({ products }, at) => {
    const best = products[0]?.score.confidence ?? 0
    const isOpen = best < scorer.model.thresholds.review || isBlurred(inputs[at] as RecordFeatures)
    return isOpen && (probes[at] as ProbeKey[]).some(({ wide }) => wide) ? [at] : []
  })
  if (again.length === 0) return found
  const wider = await ask(
    again.map((at) => inputs[at] as RecordFeatures),
    again.map((at) => (probes[at] as ProbeKey[]).filter(({ wide }) => wide)),
    // A city has many candidates: skip the full score of those that cannot beat the best near product.
    again.map((at) => found[at]?.products[0]?.score.weight ?? Number.NEGATIVE_INFINITY),
    index,
    scorer,
    rules,
  )
  again.forEach((at, position) => {
    found[at] = joinRounds(found[at] as FoundProducts, wider[position] as FoundProducts)
  })
  return found
}

/** Reports coordinates so imprecise that the true neighbours may be out of reach of near keys. */
function isBlurred({ coordinates, precisionMeters }: RecordFeatures): boolean {
  return coordinates !== undefined && precisionMeters >= BLURRED_METERS
}

/** Joins both rounds. If both found a product, its better record counts. */
function joinRounds(near: FoundProducts, wide: FoundProducts): FoundProducts {
  const best = new Map<ProductId, ScoredProduct>()
  for (const product of [...near.products, ...wide.products].sort(compareProducts)) {
    if (!best.has(product.productId)) best.set(product.productId, product)
  }
  return {
    products: [...best.values()],
    candidates: near.candidates + wide.candidates,
    skippedKeys: near.skippedKeys + wide.skippedKeys,
    featuresOf: (productId) => new Map([...near.featuresOf(productId), ...wide.featuresOf(productId)]),
  }
}

/** @param floors - For each input, the match weight that its candidates have to beat. */
async function ask(
  inputs: readonly RecordFeatures[],
  probes: readonly (readonly ProbeKey[])[],
  floors: readonly number[],
  index: RegistryIndex,
  scorer: PairScorer,
  rules: IndexRules,
): Promise<FoundProducts[]> {
  const columns = await index.candidates(
    probes.map((keys) => probeOf(keys.map(({ key }) => key))),
    LIMITS.recordsPerKey,
  )
  const skipped = new Map<number, number>()
  for (const { probe } of columns.skippedKeys) skipped.set(probe, (skipped.get(probe) ?? 0) + 1)
  const candidates = new CandidateFeatures(columns, rules)
  return inputs.map((features, at) => ({
    products: scoreRows(features, columns, candidates, at, floors[at] as number, scorer),
    candidates: (columns.offsets[at + 1] as number) - (columns.offsets[at] as number),
    skippedKeys: skipped.get(at) ?? 0,
    featuresOf: (productId) => featuresAmong(columns, candidates, at, productId),
  }))
}

function featuresAmong(
  { offsets, recordIds, productIds }: CandidateColumns,
  candidates: CandidateFeatures,
  probe: number,
  productId: ProductId,
): Map<RecordId, RecordFeatures> {
  const features = new Map<RecordId, RecordFeatures>()
  for (let row = offsets[probe] as number; row < (offsets[probe + 1] as number); row++) {
    if (productIds[row] === productId) features.set(recordIds[row] as number, candidates.of(row))
  }
  return features
}

function scoreRows(
  input: RecordFeatures,
  columns: CandidateColumns,
  candidates: CandidateFeatures,
  probe: number,
  leastWeight: number,
  scorer: PairScorer,
): ScoredProduct[] {
  const enough = weightOfConfidence(scorer.model.thresholds.review) - HOPELESS_BITS
  const best = new Map<ProductId, ScoredProduct>()
  // Before a likely candidate is found, each has to beat the best so far: `none` also reports a confidence.
  let floor = Math.min(enough, leastWeight)
  for (let row = columns.offsets[probe] as number; row < (columns.offsets[probe + 1] as number); row++) {
    const recordId = columns.recordIds[row] as number
    const glance = candidates.glance(row)
    const score =
      glance === undefined
        ? scorer.scoreFrom(input, candidates.of(row), floor)
        : scorer.scoreGlanced(input, glance, floor, () => candidates.of(row))
    if (score === undefined) continue
    floor = Math.min(enough, Math.max(floor, score.weight))
    const productId = columns.productIds[row] as number
    const known = best.get(productId)
    if (known === undefined || known.score.weight < score.weight) {
      best.set(productId, { productId, recordId, features: candidates.of(row), score })
    }
  }
  return [...best.values()].sort(compareProducts)
}

/** Orders products by weight, best first; ties by product id. */
export function compareProducts(a: ScoredProduct, b: ScoredProduct): number {
  return b.score.weight - a.score.weight || a.productId - b.productId
}
