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
  /** Best first; ties by product id. Products far below `review` may be missing. */
  readonly products: readonly ScoredProduct[]
  /** Records that shared a key, counted once a round. */
  readonly candidates: number
  /** Keys that were too common to be answered. */
  readonly skippedKeys: number
  /** Features of the records of a product that are among the candidates: they need not be read again. */
  readonly featuresOf: (productId: ProductId) => ReadonlyMap<RecordId, RecordFeatures>
}

/**
 * Bits below the review threshold under which a candidate is not scored to the end: it could
 * neither be decided on nor come near the best.
 */
const HOPELESS_BITS = 4
/** What shares a name is found by its place within this distance. */
const BLURRED_METERS = 250

/**
 * Finds the products that inputs may be: near keys first, and city words only for those
 * where nothing near reaches `review`, or where the pin does not say what is near.
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
    // A city holds many candidates: those that cannot beat what stands near need not be scored to the end.
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

/** A pin that may be off by as much as near keys reach: what it is really beside may stand outside of them. */
function isBlurred({ coordinates, precisionMeters }: RecordFeatures): boolean {
  return coordinates !== undefined && precisionMeters >= BLURRED_METERS
}

/** Both rounds may find a product; its better record counts. */
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

/** @param floors - Match weight that a candidate of each input has to beat from the start. */
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
  // Until something likely is found, a candidate needs only to beat the best one: a `none` has its confidence too.
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

/** Best first; ties by product id. */
export function compareProducts(a: ScoredProduct, b: ScoredProduct): number {
  return b.score.weight - a.score.weight || a.productId - b.productId
}
