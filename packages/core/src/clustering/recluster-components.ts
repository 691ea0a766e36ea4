import { identifierComparison } from '../comparison/aspects/identifier-comparison.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import { LIMITS } from '../model/limits.ts'
import type { ProductId } from '../model/utpid.ts'
import type { Random } from '../runtime/environment.ts'
import { confidenceOfWeight, weightOfConfidence } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { EdgeRow, LineageRow, ProductRow, RecordId } from '../storage/rows.ts'
import { assignProductIds, type FormerProduct, type ProductClaim } from './assign-product-ids.ts'
import { clusterComponent, type TakenEdge } from './cluster-component.ts'
import { inCompetition } from './component-competition.ts'
import type { Judgements } from './constraints/judgements.ts'
import type { Gathered } from './gather-components.ts'
import { leavesProduct, type PendingRecord } from './pending-record.ts'
import type { DraftLink, EdgesBetween, ProductDraft } from './product-draft.ts'
import { productPair } from './product-pair.ts'

export interface ReclusteredComponents {
  readonly drafts: readonly ProductDraft[]
  /** Previous products that were merged, each with the product that now answers for its id. */
  readonly merged: ReadonlyMap<ProductId, ProductId>
  /** Previous products that now have no records. Their merged ids still lead to them. */
  readonly emptied: ReadonlyMap<ProductId, readonly ProductId[]>
  /** Ids merged earlier whose answering product changed, or which are active again. */
  readonly rerouted: readonly { readonly lineage: LineageRow; readonly into: ProductId }[]
  /** Pairs of products judged different, see {@link productPair}. */
  readonly judgedDifferent: ReadonlySet<string>
  /** Every active product that was read. */
  readonly read: readonly ProductRow[]
  /** Judgements on the records. */
  readonly judgements: Judgements
  /** Records of components that exceeded the size limit and were cut before clustering. */
  readonly oversized: ReadonlySet<RecordId>
  readonly oversizedComponents: number
}

export interface ReclusterSources {
  readonly scorer: PairScorer
  readonly random: Random
  /** The index rules that produced the stored features. */
  readonly rules: IndexRules
}

/**
 * Clusters components again and assigns product ids that follow their records.
 *
 * @param pending - Records of the transaction.
 * @param features - Features that are already decoded. The function decodes the other features from the records.
 * @param claims - Claims of people, which precede the claims of curated products.
 */
export function reclusterComponents(
  gathered: Gathered,
  pending: ReadonlyMap<RecordId, PendingRecord>,
  features: ReadonlyMap<RecordId, RecordFeatures>,
  claims: readonly ProductClaim[],
  sources: ReclusterSources,
): ReclusteredComponents {
  const { scorer, rules } = sources
  const { members, formers, judgements } = gathered
  const featuresOf = featureReader(features, members, rules)
  const components = inCompetition(gathered, scorer)
  const { divided, oversized, oversizedComponents } = splitComponents({ ...gathered, components }, featuresOf, scorer)

  // This code assigns ids over all components at once, because a split product has records in several components.
  const named = assignIds(divided.flat(), gathered, pending, claims, sources.random)
  const merged = new Map<ProductId, ProductId>()
  const rerouted: { lineage: LineageRow; into: ProductId }[] = []
  for (const { id, into } of named.mergedInto) {
    if (formers.active.has(id)) merged.set(id, into)
    const lineage = formers.lineage.get(id)
    if (lineage !== undefined && lineage.into !== into) rerouted.push({ lineage, into })
  }
  const judged = judgedClusters(divided.flat(), named.ids, judgements)
  const drafts: ProductDraft[] = []
  const minWeight = weightOfConfidence(scorer.model.thresholds.review) * 100
  components.forEach(({ edges: all }, at) => {
    const edges = all.filter(({ weight }) => weight >= minWeight)
    const groups = divided[at] as DividedComponents['divided'][number]
    const ids = named.ids.slice(drafts.length, drafts.length + groups.length)
    drafts.push(...draftClusters(groups, { ...named, ids }, edges, gathered, judged, featuresOf, scorer))
  })
  const emptied = new Map<ProductId, readonly ProductId[]>()
  const goingOn = new Set(named.ids)
  for (const id of formers.active.keys()) {
    if (!goingOn.has(id) && !merged.has(id)) emptied.set(id, named.mergedIds.get(id) ?? [])
  }
  const read = [...formers.active.values()]
  return {
    drafts,
    merged,
    emptied,
    rerouted,
    judgedDifferent: judged.judgedDifferent,
    read,
    judgements: judgements,
    oversized,
    oversizedComponents,
  }
}

/** Returns a function that decodes the features of each record at most once. */
export function featureReader(
  features: ReadonlyMap<RecordId, RecordFeatures>,
  members: Gathered['members'],
  rules: IndexRules,
): (id: RecordId) => RecordFeatures {
  const known = new Map(features)
  return (id) => {
    let found = known.get(id)
    if (found === undefined) {
      found = rules.decode((members.get(id) as StoredRecord).row.features)
      known.set(id, found)
    }
    return found
  }
}

interface DividedComponents extends Pick<ReclusteredComponents, 'oversized' | 'oversizedComponents'> {
  /** Clusters, grouped by component. */
  readonly divided: readonly (readonly (readonly RecordId[])[])[]
}

/**
 * Splits components, whose edges have the bits of competing candidates, into clusters.
 *
 * @param record - Receives every edge that clustering takes, see {@link clusterComponent}.
 */
export function splitComponents(
  { components, members, curated, judgements }: Pick<Gathered, 'components' | 'members' | 'curated' | 'judgements'>,
  featuresOf: (id: RecordId) => RecordFeatures,
  scorer: PairScorer,
  record?: (edge: TakenEdge) => void,
): DividedComponents {
  let oversizedComponents = 0
  const cut = new Set<RecordId>()
  const divided = components.map((component) => {
    const { clusters, oversized } = clusterComponent(
      component.records.map((id) => {
        const { supplier, code } = (members.get(id) as StoredRecord).row.record
        return { id, supplier, code }
      }),
      component.edges.map(({ a, b, weight }) => ({
        a,
        b,
        weight: weight / 100,
        confidence: confidenceOfWeight(weight / 100),
      })),
      scorer,
      (a, b) => scorer.score(featuresOf(a), featuresOf(b)),
      { mustLinks: component.mustLinks, curated, cannotLink: (a, b) => judgements.areDifferent(a, b) },
      record,
    )
    if (oversized) {
      oversizedComponents++
      for (const id of component.records) cut.add(id)
    }
    return clusters.map((group) => group.map(({ id }) => id))
  })
  return { divided, oversized: cut, oversizedComponents }
}

interface AssignedClusters {
  readonly ids: readonly ProductId[]
  readonly minted: ReadonlySet<ProductId>
  readonly mergedInto: readonly { readonly id: ProductId; readonly into: ProductId }[]
  /** Merged ids in ascending order, by the id that answers for them. */
  readonly mergedIds: ReadonlyMap<ProductId, readonly ProductId[]>
}

function assignIds(
  groups: readonly (readonly RecordId[])[],
  { members, formers, curatedProductsOf }: Gathered,
  pending: ReadonlyMap<RecordId, PendingRecord>,
  claims: readonly ProductClaim[],
  random: Random,
): AssignedClusters {
  const candidates = new Map<ProductId, FormerProduct>()
  const addGone = (id: ProductId): void => {
    const lineage = formers.lineage.get(id)
    if (lineage === undefined || candidates.has(id)) return
    candidates.set(id, { id, mintedChange: lineage.mintedChange, active: false, records: lineage.records ?? [] })
    for (const each of lineage.mergedIds ?? []) addGone(each)
  }
  for (const { id, mintedChange, records, mergedIds: absorbed } of formers.active.values()) {
    candidates.set(id, {
      id,
      mintedChange,
      active: true,
      records: records.filter((each) => !leavesProduct(pending.get(each))),
    })
    for (const each of absorbed ?? []) addGone(each)
  }
  const claimed = new Set(claims.map(({ id }) => id))
  for (const { id, status } of formers.lineage.values()) {
    // A deleted product becomes active again only if a person claims its id.
    if (status === 'retired' || (status === 'deleted' && claimed.has(id))) addGone(id)
  }
  const keptClaims = [...curatedProductsOf].flatMap(([id, records]) => {
    const present = records.find((each) => members.has(each))
    return present === undefined ? [] : [{ id, record: present }]
  })
  const { byCluster, mergedIds } = assignProductIds([...candidates.values()], groups, [...claims, ...keptClaims])
  const minted = new Set<ProductId>()
  const ids = byCluster.map((id) => {
    if (id !== undefined) return id
    let mint = random()
    while (minted.has(mint) || candidates.has(mint)) mint = random()
    minted.add(mint)
    return mint
  })
  const routed = mergedIds.map(({ id, group }) => ({ id, into: ids[group] as ProductId }))
  const placed = new Map([...ids.map((id) => [id, id] as const), ...routed.map(({ id, into }) => [id, into] as const)])
  for (const id of candidates.keys()) {
    // If no record of a merged id is left, the id leads to the product that already answers for the id.
    const answering = formers.active.has(id) ? undefined : formers.lineage.get(id)?.into
    if (answering === undefined || placed.has(id)) continue
    routed.push({ id, into: placed.get(answering) ?? answering })
  }
  const mergedIdsByProduct = new Map<ProductId, ProductId[]>()
  for (const { id, into } of routed.toSorted((x, y) => x.id - y.id)) {
    const list = mergedIdsByProduct.get(into)
    if (list === undefined) mergedIdsByProduct.set(into, [id])
    else list.push(id)
  }
  return { ids, minted, mergedInto: routed, mergedIds: mergedIdsByProduct }
}

/** The judgements, applied to the new clusters. */
interface JudgedClusters {
  /**
   * Pairs of products with records judged different. These pairs need no alert, because a person has already decided.
   */
  readonly judgedDifferent: ReadonlySet<string>
  /** Records with a `same` judgement inside their cluster. */
  readonly judgedSame: ReadonlySet<RecordId>
}

function judgedClusters(
  groups: readonly (readonly RecordId[])[],
  ids: readonly ProductId[],
  judgements: Judgements,
): JudgedClusters {
  const apart = new Set<string>()
  const joined = new Set<RecordId>()
  if (judgements.size === 0) return { judgedDifferent: apart, judgedSame: joined }
  const productOf = new Map<RecordId, ProductId>()
  groups.forEach((records, group) => {
    for (const id of records) productOf.set(id, ids[group] as ProductId)
  })
  for (const { a, b } of judgements.different()) {
    const [productA, productB] = [productOf.get(a), productOf.get(b)]
    if (productA !== undefined && productB !== undefined) apart.add(productPair(productA, productB))
  }
  for (const { a, b } of judgements.same) {
    if (productOf.has(a) && productOf.get(a) === productOf.get(b)) joined.add(a).add(b)
  }
  return { judgedDifferent: apart, judgedSame: joined }
}

function draftClusters(
  groups: readonly (readonly RecordId[])[],
  named: AssignedClusters,
  edges: readonly EdgeRow[],
  { members, formers }: Gathered,
  judged: JudgedClusters,
  featuresOf: (id: RecordId) => RecordFeatures,
  scorer: PairScorer,
): ProductDraft[] {
  const [alone] = groups
  if (alone?.length === 1 && groups.length === 1 && edges.length === 0) {
    return [singleRecordDraft(alone[0] as RecordId, named, members, formers)]
  }
  const groupOf = new Map<RecordId, number>(
    groups.flatMap((records, group) => records.map((id) => [id, group] as const)),
  )
  const best = new Map<RecordId, EdgeRow>()
  const competitors = groups.map(() => new Map<ProductId, EdgesBetween>())
  for (const edge of edges) {
    const [groupA, groupB] = [groupOf.get(edge.a) as number, groupOf.get(edge.b) as number]
    if (groupA === groupB) {
      for (const id of [edge.a, edge.b]) if (isStrongest(edge, best.get(id))) best.set(id, edge)
      continue
    }
    if (
      judged.judgedDifferent.size > 0 &&
      judged.judgedDifferent.has(productPair(named.ids[groupA] as ProductId, named.ids[groupB] as ProductId))
    )
      continue
    addCompetitor(competitors[groupA] as Map<ProductId, EdgesBetween>, named.ids[groupB] as ProductId, edge)
    addCompetitor(competitors[groupB] as Map<ProductId, EdgesBetween>, named.ids[groupA] as ProductId, edge)
  }

  const asked = alertedCompetitors(named.ids, competitors)

  return groups.map((records, group): ProductDraft => {
    const id = named.ids[group] as ProductId
    const before = formers.active.get(id)
    const ordered = orderByLink(records, before, members)
    const links = new Map<RecordId, DraftLink>()
    for (const { row } of ordered) {
      const isAnchor = row.id === ordered[0]?.row.id
      links.set(
        row.id,
        judged.judgedSame.has(row.id)
          ? { method: isAnchor ? 'created' : 'judgement', confidence: 10_000 }
          : draftLink(row.id, isAnchor, best.get(row.id), records, featuresOf, scorer),
      )
    }
    return {
      id,
      before,
      returningLineage: before === undefined ? formers.lineage.get(id) : undefined,
      minted: named.minted.has(id),
      records: ordered,
      links,
      mergedIds: named.mergedIds.get(id) ?? [],
      competing: asked[group] as ReadonlyMap<ProductId, EdgesBetween>,
    }
  })
}

/**
 * Selects the competing products for alerts, by cluster. The result contains the `LIMITS.alertsPerProduct` strongest
 * competitors of each product, in both directions. More alerts would be too many for people to decide.
 */
function alertedCompetitors(
  ids: readonly ProductId[],
  competitors: readonly ReadonlyMap<ProductId, EdgesBetween>[],
): readonly ReadonlyMap<ProductId, EdgesBetween>[] {
  if (competitors.every(({ size }) => size <= LIMITS.alertsPerProduct)) return competitors
  const pairs = new Set<string>()
  competitors.forEach((own, group) => {
    const strongest = [...own].sort(([, x], [, y]) => (isStrongest(x.strongest, y.strongest) ? -1 : 1))
    for (const [id] of strongest.slice(0, LIMITS.alertsPerProduct)) pairs.add(productPair(ids[group] as ProductId, id))
  })
  return competitors.map(
    (own, group) => new Map([...own].filter(([id]) => pairs.has(productPair(ids[group] as ProductId, id)))),
  )
}

const NO_COMPETITORS: ReadonlyMap<ProductId, EdgesBetween> = new Map()
const CREATED: DraftLink = { method: 'created', confidence: 10_000 }

/** Returns the draft of a record without edges. This is the most frequent case of a first import. */
function singleRecordDraft(
  record: RecordId,
  { ids, minted, mergedIds }: AssignedClusters,
  members: Gathered['members'],
  formers: Gathered['formers'],
): ProductDraft {
  const id = ids[0] as ProductId
  const before = formers.active.get(id)
  return {
    id,
    before,
    returningLineage: before === undefined ? formers.lineage.get(id) : undefined,
    minted: minted.has(id),
    records: [members.get(record) as StoredRecord],
    links: new Map([[record, CREATED]]),
    mergedIds: mergedIds.get(id) ?? [],
    competing: NO_COMPETITORS,
  }
}

function addCompetitor(competitors: Map<ProductId, EdgesBetween>, id: ProductId, edge: EdgeRow): void {
  const known = competitors.get(id)
  const strongest = isStrongest(edge, known?.strongest) ? edge : (known as EdgesBetween).strongest
  const lowest = known === undefined || isLower(edge, known.lowest) ? edge : known.lowest
  if (strongest !== known?.strongest || lowest !== known.lowest) competitors.set(id, { strongest, lowest })
}

/**
 * Reports whether an edge is stronger. At equal weight, the edge with the lower records is stronger, so the order of
 * reads has no effect.
 */
export function isStrongest(edge: EdgeRow, known: EdgeRow | undefined): boolean {
  if (known === undefined) return true
  return edge.weight !== known.weight ? edge.weight > known.weight : isLower(edge, known)
}

function isLower(x: EdgeRow, y: EdgeRow): boolean {
  return x.a !== y.a ? x.a < y.a : x.b < y.b
}

/**
 * Sorts records: those already linked to the product keep their order. The other records follow by supplier and code.
 */
function orderByLink(
  records: readonly RecordId[],
  before: ProductRow | undefined,
  members: ReadonlyMap<RecordId, StoredRecord>,
): StoredRecord[] {
  const position = new Map(before?.records.map((id, at) => [id, at]))
  const place = (id: RecordId): number => position.get(id) ?? Number.MAX_SAFE_INTEGER
  // Clusters are ordered by supplier and code, and sorting is stable.
  return records.toSorted((a, b) => place(a) - place(b)).map((id) => members.get(id) as StoredRecord)
}

/** Returns method and confidence of a record's link to its cluster. */
export function draftLink(
  id: RecordId,
  isAnchor: boolean,
  best: EdgeRow | undefined,
  group: readonly RecordId[],
  featuresOf: (id: RecordId) => RecordFeatures,
  scorer: PairScorer,
): DraftLink {
  const own = featuresOf(id)
  if (group.length === 1) return CREATED
  if (best !== undefined) {
    const other = featuresOf(best.a === id ? best.b : best.a)
    const identified = identifierComparison.compare(own, other, scorer.terms.bits) === 'same'
    return { method: isAnchor ? 'created' : identified ? 'identifier' : 'model', confidence: best.confidence }
  }
  // The record has no edge inside the cluster. Its pairs without edges justify the link, so the code scores these
  // pairs.
  const scores = group.filter((other) => other !== id).map((other) => scorer.score(own, featuresOf(other)).confidence)
  return { method: isAnchor ? 'created' : 'model', confidence: Math.round(Math.max(...scores) * 10_000) }
}
