import { identifierComparison } from '../comparison/identifier-comparison.ts'
import type { Random } from '../environment.ts'
import type { IndexRules } from '../features/index-rules.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { ProductId } from '../model/utpid.ts'
import { confidenceOfWeight } from '../scoring/match-weight.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { Ledger, StoredRecord } from '../storage/ledger.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { EdgeRow, LineageRow, ProductRow, RecordId } from '../storage/rows.ts'
import { assignProductIds, type FormerProduct } from './assign-product-ids.ts'
import { divideComponent } from './divide-component.ts'
import type { Component } from './find-components.ts'
import type { PendingRecord } from './pending-record.ts'
import type { DraftLink, ProductDraft, Rivalry } from './product-draft.ts'

export interface Regrouped {
  readonly drafts: readonly ProductDraft[]
  /** Products of before that are no longer active, with the one that answers for them. */
  readonly retired: ReadonlyMap<ProductId, ProductId>
  /** Ids merged earlier that now answer with another product, or are active again. */
  readonly rerouted: readonly { readonly lineage: LineageRow; readonly into: ProductId }[]
  /** Every active product that was read. */
  readonly read: readonly ProductRow[]
  readonly oversizedComponents: number
}

export interface RegroupSources {
  readonly ledger: Pick<Ledger, 'getRecords' | 'getProducts' | 'lineage'>
  readonly scorer: PairScorer
  readonly random: Random
  /** By which the stored features were made. */
  readonly rules: IndexRules
}

/**
 * Groups components anew and lets product ids follow their records.
 *
 * @param features - Features that are known already; the rest is read from the records.
 */
export async function regroup(
  components: readonly Component[],
  pending: ReadonlyMap<RecordId, PendingRecord>,
  features: ReadonlyMap<RecordId, RecordFeatures>,
  sources: RegroupSources,
): Promise<Regrouped> {
  const { ledger, scorer, rules } = sources
  const members = await readMembers(components, pending, ledger)
  const formers = await readFormers(members, ledger)
  const known = new Map(features)
  const featuresOf = (id: RecordId): RecordFeatures => {
    let found = known.get(id)
    if (found === undefined) {
      found = rules.decode((members.get(id) as StoredRecord).row.features)
      known.set(id, found)
    }
    return found
  }

  let oversizedComponents = 0
  const divided = components.map((component) => {
    const { groups, oversized } = divideComponent(
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
      scorer.model.thresholds,
      (a, b) => scorer.score(featuresOf(a), featuresOf(b)),
    )
    if (oversized) oversizedComponents++
    return groups.map((group) => group.map(({ id }) => id))
  })

  // Ids are given out over all components at once: a product that falls apart has records in several.
  const named = nameGroups(divided.flat(), members, formers, sources.random)
  const retired = new Map<ProductId, ProductId>()
  const rerouted: { lineage: LineageRow; into: ProductId }[] = []
  for (const { id, into } of named.leftOver) {
    if (formers.active.has(id)) retired.set(id, into)
    const lineage = formers.lineage.get(id)
    if (lineage !== undefined && lineage.into !== into) rerouted.push({ lineage, into })
  }
  const drafts: ProductDraft[] = []
  components.forEach(({ edges }, at) => {
    const groups = divided[at] as RecordId[][]
    const ids = named.ids.slice(drafts.length, drafts.length + groups.length)
    drafts.push(...draftGroups(groups, { ...named, ids }, edges, members, formers, featuresOf, scorer))
  })
  return { drafts, retired, rerouted, read: [...formers.active.values()], oversizedComponents }
}

async function readMembers(
  components: readonly Component[],
  pending: ReadonlyMap<RecordId, PendingRecord>,
  ledger: RegroupSources['ledger'],
): Promise<Map<RecordId, StoredRecord>> {
  const members = new Map<RecordId, StoredRecord>()
  const missing: RecordId[] = []
  for (const { records } of components) {
    for (const id of records) {
      const step = pending.get(id)
      if (step === undefined) missing.push(id)
      else members.set(id, { row: step.row, ...(step.before?.link === undefined ? {} : { link: step.before.link }) })
    }
  }
  const stored = await readInChunks(missing, (ids) => ledger.getRecords(ids))
  stored.forEach((record, at) => {
    if (record !== undefined) members.set(missing[at] as RecordId, record)
  })
  return members
}

interface Formers {
  readonly active: ReadonlyMap<ProductId, ProductRow>
  /** Of ids that were merged into the active ones. */
  readonly lineage: ReadonlyMap<ProductId, LineageRow>
}

async function readFormers(
  members: ReadonlyMap<RecordId, StoredRecord>,
  ledger: RegroupSources['ledger'],
): Promise<Formers> {
  const ids = new Set<ProductId>()
  for (const { link } of members.values()) if (link !== undefined) ids.add(link.productId)
  const rows = await readInChunks([...ids], (chunk) => ledger.getProducts(chunk))
  const active = new Map<ProductId, ProductRow>()
  for (const row of rows) if (row !== undefined) active.set(row.id, row)
  const absorbed = [...active.values()].flatMap((row) => row.absorbed ?? [])
  const lineage = new Map<ProductId, LineageRow>()
  for (const row of await readInChunks(absorbed, (chunk) => ledger.lineage(chunk)))
    if (row !== undefined) lineage.set(row.id, row)
  return { active, lineage }
}

interface NamedGroups {
  readonly ids: readonly ProductId[]
  readonly minted: ReadonlySet<ProductId>
  readonly leftOver: readonly { readonly id: ProductId; readonly into: ProductId }[]
  /** Ids that are left over, ascending, by the id that answers for them. */
  readonly absorbed: ReadonlyMap<ProductId, readonly ProductId[]>
}

function nameGroups(
  groups: readonly (readonly RecordId[])[],
  members: ReadonlyMap<RecordId, StoredRecord>,
  formers: Formers,
  random: Random,
): NamedGroups {
  const candidates = new Map<ProductId, FormerProduct>()
  for (const id of groups.flat()) {
    const row = formers.active.get(members.get(id)?.link?.productId ?? -1)
    if (row === undefined || candidates.has(row.id)) continue
    candidates.set(row.id, row)
    for (const each of row.absorbed ?? []) {
      const lineage = formers.lineage.get(each)
      if (lineage !== undefined)
        candidates.set(each, { id: each, mintedChange: lineage.mintedChange, records: lineage.records ?? [] })
    }
  }
  const { ofGroup, leftOver } = assignProductIds([...candidates.values()], groups)
  const minted = new Set<ProductId>()
  const ids = ofGroup.map((id) => {
    if (id !== undefined) return id
    let mint = random()
    while (minted.has(mint) || candidates.has(mint)) mint = random()
    minted.add(mint)
    return mint
  })
  const routed = leftOver.map(({ id, group }) => ({ id, into: ids[group] as ProductId }))
  const absorbed = new Map<ProductId, ProductId[]>()
  for (const { id, into } of routed.toSorted((x, y) => x.id - y.id)) {
    const list = absorbed.get(into)
    if (list === undefined) absorbed.set(into, [id])
    else list.push(id)
  }
  return { ids, minted, leftOver: routed, absorbed }
}

function draftGroups(
  groups: readonly (readonly RecordId[])[],
  named: NamedGroups,
  edges: readonly EdgeRow[],
  members: ReadonlyMap<RecordId, StoredRecord>,
  formers: Formers,
  featuresOf: (id: RecordId) => RecordFeatures,
  scorer: PairScorer,
): ProductDraft[] {
  const groupOf = new Map(groups.flatMap((records, group) => records.map((id) => [id, group] as const)))
  const best = new Map<RecordId, EdgeRow>()
  const rivals = groups.map(() => new Map<ProductId, Rivalry>())
  for (const edge of edges) {
    const [groupA, groupB] = [groupOf.get(edge.a) as number, groupOf.get(edge.b) as number]
    if (groupA === groupB) {
      for (const id of [edge.a, edge.b]) if (isStrongest(edge, best.get(id))) best.set(id, edge)
      continue
    }
    addRival(rivals[groupA] as Map<ProductId, Rivalry>, named.ids[groupB] as ProductId, edge)
    addRival(rivals[groupB] as Map<ProductId, Rivalry>, named.ids[groupA] as ProductId, edge)
  }

  return groups.map((records, group): ProductDraft => {
    const id = named.ids[group] as ProductId
    const before = formers.active.get(id)
    const ordered = orderByLink(records, before, members)
    const links = new Map<RecordId, DraftLink>()
    for (const { row } of ordered) {
      links.set(row.id, draftLink(row.id, row.id === ordered[0]?.row.id, best.get(row.id), records, featuresOf, scorer))
    }
    return {
      id,
      before,
      returning: before === undefined ? formers.lineage.get(id) : undefined,
      minted: named.minted.has(id),
      records: ordered,
      links,
      absorbed: named.absorbed.get(id) ?? [],
      rivals: rivals[group] as Map<ProductId, Rivalry>,
    }
  })
}

function addRival(rivals: Map<ProductId, Rivalry>, id: ProductId, edge: EdgeRow): void {
  const known = rivals.get(id)
  const strongest = isStrongest(edge, known?.strongest) ? edge : (known as Rivalry).strongest
  const lowest = known === undefined || isLower(edge, known.lowest) ? edge : known.lowest
  rivals.set(id, { strongest, lowest })
}

/** Ties go to the lower records, so that no order of reading decides. */
export function isStrongest(edge: EdgeRow, known: EdgeRow | undefined): boolean {
  if (known === undefined) return true
  return edge.weight !== known.weight ? edge.weight > known.weight : isLower(edge, known)
}

function isLower(x: EdgeRow, y: EdgeRow): boolean {
  return x.a !== y.a ? x.a < y.a : x.b < y.b
}

/** Records that were with the product keep their order; the others follow by supplier and code. */
function orderByLink(
  records: readonly RecordId[],
  before: ProductRow | undefined,
  members: ReadonlyMap<RecordId, StoredRecord>,
): StoredRecord[] {
  const position = new Map(before?.records.map((id, at) => [id, at]))
  const place = (id: RecordId): number => position.get(id) ?? Number.MAX_SAFE_INTEGER
  // Groups come by supplier and code, and sorting is stable.
  return records.toSorted((a, b) => place(a) - place(b)).map((id) => members.get(id) as StoredRecord)
}

/** What a record's link to its group says. */
export function draftLink(
  id: RecordId,
  isAnchor: boolean,
  best: EdgeRow | undefined,
  group: readonly RecordId[],
  featuresOf: (id: RecordId) => RecordFeatures,
  scorer: PairScorer,
): DraftLink {
  const own = featuresOf(id)
  if (group.length === 1) return { method: 'created', confidence: 10_000 }
  if (best !== undefined) {
    const other = featuresOf(best.a === id ? best.b : best.a)
    const identified = identifierComparison.compare(own, other, scorer.terms.bits) === 'same'
    return { method: isAnchor ? 'created' : identified ? 'identifier' : 'model', confidence: best.confidence }
  }
  // Every edge of the record leads out of its group only when pairs without an edge held it: score those.
  const scores = group.filter((other) => other !== id).map((other) => scorer.score(own, featuresOf(other)).confidence)
  return { method: isAnchor ? 'created' : 'model', confidence: Math.round(Math.max(...scores) * 10_000) }
}
