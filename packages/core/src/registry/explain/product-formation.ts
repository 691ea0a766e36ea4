import type { TakenEdge } from '../../clustering/cluster-component.ts'
import { inCompetition } from '../../clustering/component-competition.ts'
import { pairOf } from '../../clustering/constraints/judgements.ts'
import type { MemberCluster } from '../../clustering/cross-sums.ts'
import type { Gathered } from '../../clustering/gather-components.ts'
import type { CrossPair } from '../../clustering/pair-votes.ts'
import { featureReader, splitComponents } from '../../clustering/recluster-components.ts'
import { LIMITS } from '../../model/limits.ts'
import { confidenceOfWeight, roundConfidence, weightOfConfidence } from '../../scoring/match-weight.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { JudgementRow, ProductRow, RecordId } from '../../storage/rows.ts'
import { onOneGeneration, requireRules } from '../context/active-generation.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { activeProduct } from '../curate/decide.ts'
import { gatherStored } from './component-edges.ts'
import { curationReasonsOf, nameJudgements } from './curation-reasons.ts'
import type { Formation, FormationRecord, FormationStep, JoinRefusal } from './formation.ts'

const MAX_STEPS = 500

/**
 * Explains how a product came to be: clusters its component again, from the stored edges, and records each step.
 *
 * @throws {@link RegistryError} `validation_failed`, `product_not_found`, `product_deleted`, `product_retired`;
 *   `index_outdated`, `model_outdated`
 */
export function productFormation(context: RegistryContext, utpid: string): Promise<Formation> {
  requireRules(context)
  return onOneGeneration(context, async (pinned) => formationOf(pinned, await activeProduct(pinned, utpid)))
}

/** An edge of the product, as clustering took it; without `taken` if clustering did not take it. */
interface Edge {
  readonly a: RecordId
  readonly b: RecordId
  readonly weight: number
  readonly taken?: TakenEdge
}

async function formationOf(context: RegistryContext, product: ProductRow): Promise<Formation> {
  const { scorer, format } = context
  const gathered = await gatherStored(context, product.records)
  const own = new Set(product.records)
  const { edges, mustLinks, current } = clusterAgain(context, gathered, own)
  const nameOf = (id: RecordId): FormationRecord => {
    const { supplier, code, name } = (gathered.members.get(id) as StoredRecord).row.record
    return { supplier, code, name }
  }
  const { length: total } = edges
  const listed = total > MAX_STEPS ? edges.filter(({ taken }) => taken?.outcome !== 'together') : edges
  const refusalOf = refusalsIn(context, gathered, nameOf)
  const steps: FormationStep[] = []
  for (const edge of listed.slice(0, MAX_STEPS)) {
    const { weight, taken } = edge
    const isSwapped = !own.has(edge.a)
    const [a, b] = isSwapped ? [edge.b, edge.a] : [edge.a, edge.b]
    const [left = [], right = []] = taken?.clusters ?? []
    const link = gathered.members.get(b)?.link
    const outcome = taken === undefined || taken.outcome === 'curated_apart' ? 'refused' : taken.outcome
    steps.push({
      a: nameOf(a),
      b: nameOf(b),
      weight,
      confidence: roundConfidence(confidenceOfWeight(weight)),
      outcome,
      clusters: taken === undefined ? null : isSwapped ? [right.length, left.length] : [left.length, right.length],
      utpid: own.has(b) || link === undefined ? null : format.format(link.productId),
      refusal: outcome === 'refused' ? await refusalOf(edge) : null,
    })
  }
  return {
    utpid: format.format(product.id),
    records: product.records.map(nameOf),
    kept: mustLinks.map((records) => records.map(nameOf)),
    curatedBy: await curationReasonsOf(context, product, gathered.judgements),
    steps,
    total,
    current,
    model: scorer.model.version,
  }
}

/** Clusters the component of a product again. Returns the edges of its records in the order of clustering. */
function clusterAgain(
  { scorer, active: { rules } }: RegistryContext,
  gathered: Gathered,
  own: ReadonlySet<RecordId>,
): { readonly edges: Edge[]; readonly mustLinks: readonly (readonly RecordId[])[]; readonly current: boolean } {
  const components = inCompetition(gathered, scorer)
  const edges: Edge[] = []
  const seen = new Set<string>()
  const featuresOf = featureReader(new Map(), gathered.members, rules)
  const { divided } = splitComponents({ ...gathered, components }, featuresOf, scorer, (taken) => {
    const { a, b, weight } = taken
    if (!own.has(a) && !own.has(b)) return
    seen.add(pairOf(a, b))
    edges.push({ a, b, weight, taken })
  })
  const minWeight = weightOfConfidence(scorer.model.thresholds.review) * 100
  const others = components
    .flatMap((component) => component.edges)
    .filter(
      (edge) => own.has(edge.a) !== own.has(edge.b) && edge.weight >= minWeight && !seen.has(pairOf(edge.a, edge.b)),
    )
    .sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
  edges.push(...others.map(({ a, b, weight }) => ({ a, b, weight: weight / 100 })))
  return {
    edges,
    mustLinks: components.flatMap(({ mustLinks }) => mustLinks.filter((set) => set.some((id) => own.has(id)))),
    current: divided.flat().some((cluster) => cluster.length === own.size && cluster.every((id) => own.has(id))),
  }
}

/** The cross pairs of two clusters, which decide whether the clusters join. */
interface Across {
  readonly mean: number
  /** The number of pairs that forbid to join. */
  readonly forbidding: number
  /** The forbidding pair of the lowest weight. */
  readonly worst: CrossPair | undefined
  /** The number of forbidding pairs that a person judged different. */
  readonly judged: number
  /** Such a pair of the lowest weight. */
  readonly worstJudged: CrossPair | undefined
}

/** Returns a function that explains refused edges. Many edges join the same two clusters, which it compares once. */
function refusalsIn(
  context: RegistryContext,
  { judgements }: Gathered,
  nameOf: (id: RecordId) => FormationRecord,
): (edge: Edge) => Promise<JoinRefusal> {
  const { scorer } = context
  const { match, review } = scorer.model.thresholds
  const known = new Map<MemberCluster, Map<MemberCluster, Across>>()
  return async ({ weight, taken }) => {
    if (taken === undefined) {
      return confidenceOfWeight(weight) < match
        ? { code: 'below_match', threshold: match }
        : { code: 'component_too_large', max: LIMITS.recordsPerComponent }
    }
    const [left, right] = taken.clusters
    const ofLeft = known.get(left) ?? new Map<MemberCluster, Across>()
    const across = ofLeft.get(right) ?? compareClusters(taken)
    known.set(left, ofLeft.set(right, across))
    const { forbidding, worst, judged, worstJudged, mean } = across
    if (worstJudged !== undefined) {
      const rows = [judgements.of(worstJudged.a, worstJudged.b) as JudgementRow]
      const [judgement] = await nameJudgements(context, rows)
      if (judgement !== undefined) return { code: 'judged_different', judgement, total: judged }
    }
    if (taken.outcome === 'curated_apart') return { code: 'curated_apart' }
    if (worst === undefined) {
      return {
        code: 'clusters_disagree',
        mean: roundConfidence(mean),
        threshold: review,
        pairs: left.length * right.length,
      }
    }
    const records = [nameOf(worst.a), nameOf(worst.b)] as const
    const needs = worst.vote === 'vetoed' ? null : scorer.sameSupplierBits(records[0].supplier)
    return {
      code: needs === null ? 'vetoed' : 'same_supplier',
      records,
      weight: worst.weight,
      needs,
      total: forbidding,
    }
  }
}

/** Reads the pairs one by one, since two large clusters have very many. */
function compareClusters({ clusters: [left, right], crossPairs }: TakenEdge): Across {
  let [sum, forbidding, judged] = [0, 0, 0]
  let worst: CrossPair | undefined
  let worstJudged: CrossPair | undefined
  for (const pair of crossPairs()) {
    if (typeof pair.vote === 'number') {
      sum += pair.vote
      continue
    }
    forbidding++
    if (worst === undefined || pair.weight < worst.weight) worst = pair
    if (pair.vote !== 'judged_different') continue
    judged++
    if (worstJudged === undefined || pair.weight < worstJudged.weight) worstJudged = pair
  }
  return { mean: sum / (left.length * right.length), forbidding, worst, judged, worstJudged }
}
