import { defined } from '../model/defined.ts'
import type { ProductId } from '../model/utpid.ts'
import { readInChunks } from '../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../storage/ledger.ts'
import type { JudgementRow, LineageRow, ProductBefore, ProductRow, RecordId } from '../storage/rows.ts'
import { isCurated } from './constraints/curated-product.ts'
import { Judgements } from './constraints/judgements.ts'
import { differentBetween, sameBetween, sameSets } from './constraints/judgements-between.ts'
import { type Component, findComponents } from './find-components.ts'
import type { EdgeChanges } from './find-edges.ts'
import { formerProductOf, leavesProduct, type PendingRecord } from './pending-record.ts'

/** The changes of a transaction to constraints from people. */
export interface CurationChanges {
  /** New or withdrawn judgements. */
  readonly judgements: readonly JudgementRow[]
  /**
   * New parts of curated products. The records of a part stay together if the part is still curated after the
   * transaction. Records outside all parts are free. A product without parts stays as stored.
   */
  readonly parts: readonly ProductBefore[]
  /** New pins and verification of active products. */
  readonly curation: ReadonlyMap<ProductId, Pick<ProductBefore, 'verified' | 'verifiedBy' | 'pins'>>
}

export const NO_CURATION_CHANGES: CurationChanges = { judgements: [], parts: [], curation: new Map() }

/** A component with its must-link sets. */
export interface GatheredComponent extends Component {
  /** Must-link sets: sets of records that stay together regardless of the model. */
  readonly mustLinks: readonly (readonly RecordId[])[]
}

/** Components to cluster together, with their stored rows. */
export interface Gathered {
  readonly components: readonly GatheredComponent[]
  /** Every record of the components, in its version after the transaction. */
  readonly members: ReadonlyMap<RecordId, StoredRecord>
  readonly formers: Formers
  readonly judgements: Judgements
  /** Records of curated products. Only people can join two curated products. */
  readonly curated: ReadonlySet<RecordId>
  /** Curated products, each with the records that stay in the product. */
  readonly curatedProductsOf: ReadonlyMap<ProductId, readonly RecordId[]>
}

/** The previous products of the components' records. */
export interface Formers {
  readonly active: ReadonlyMap<ProductId, ProductRow>
  /** Lineage of ids that were merged into the active products, and of ids that become active again. */
  readonly lineage: ReadonlyMap<ProductId, LineageRow>
}

export type GatherLedger = Pick<Ledger, 'edges' | 'getRecords' | 'getProducts' | 'lineage' | 'judgements'>

/**
 * Gathers the components of the given records: records connected by edges after a transaction, by `same` judgements or
 * by a curated product.
 */
export async function gatherComponents(
  from: Iterable<RecordId>,
  pending: ReadonlyMap<RecordId, PendingRecord>,
  edges: EdgeChanges,
  curation: CurationChanges,
  ledger: GatherLedger,
): Promise<Gathered> {
  const isNew = (id: RecordId): boolean => pending.has(id) && pending.get(id)?.before === undefined
  const members = new Map<RecordId, StoredRecord>()
  const active = new Map<ProductId, ProductRow>()
  const lineage = new Map<ProductId, LineageRow>()
  const judgementsByRecord = new Map<RecordId, readonly JudgementRow[]>()
  const seeds = new Set(from)
  for (const { records } of curation.parts) for (const id of records) seeds.add(id)
  for (;;) {
    const components = await findComponents(seeds, edges, ledger, isNew)
    const ids = components.flatMap(({ records }) => [...records])
    await readMembers(ids, pending, members, ledger)
    await readFormers(ids, pending, members, { active, lineage }, ledger)
    // One judged record is enough to make a product curated, so read the judgements of all its records.
    const whole = new Set([...ids, ...[...active.values()].flatMap(({ records }) => [...records])])
    const unruled = [...whole].filter((id) => !judgementsByRecord.has(id) && !isNew(id))
    const rows = await readInChunks(unruled, (chunk) => ledger.judgements(chunk))
    unruled.forEach((id, at) => {
      judgementsByRecord.set(id, rows[at] ?? [])
    })
    const judgements = new Judgements([...[...judgementsByRecord.values()].flat(), ...curation.judgements])
    const kept = curatedProductsOf(pending, active, lineage, judgements, curation)
    const linked = new Set(
      [...members.keys()].map((id) => (pending.get(id)?.before ?? members.get(id))?.link?.productId),
    )
    // If a product is no longer curated, its records separate unless edges connect them.
    const left = [...active.values()].flatMap(({ id, records }) => (linked.has(id) ? [...records] : []))
    const missing = [...judgements.same.flatMap(({ a, b }) => [a, b]), ...[...kept.values()].flat(), ...left].filter(
      (id) => !members.has(id) && !seeds.has(id),
    )
    if (missing.length > 0) {
      for (const id of missing) seeds.add(id)
      continue
    }
    // A returning record affects only curated products, since it joins a curated product directly.
    for (const id of active.keys()) if (!linked.has(id) && !kept.has(id)) active.delete(id)
    for (const [id, { row }] of members) if (row.deactivatedAt !== undefined) members.delete(id)
    return {
      ...linkComponents(components, members, judgements, kept),
      members,
      formers: { active, lineage },
      judgements: judgements,
      curatedProductsOf: kept,
    }
  }
}

async function readMembers(
  ids: readonly RecordId[],
  pending: ReadonlyMap<RecordId, PendingRecord>,
  members: Map<RecordId, StoredRecord>,
  ledger: Pick<Ledger, 'getRecords'>,
): Promise<void> {
  const missing: RecordId[] = []
  for (const id of ids) {
    const step = pending.get(id)
    if (step === undefined && !members.has(id)) missing.push(id)
    else if (step !== undefined) {
      const link = leavesProduct(step) ? undefined : step.before?.link
      members.set(id, { row: step.row, ...defined({ link }) })
    }
  }
  const stored = await readInChunks(missing, (chunk) => ledger.getRecords(chunk))
  stored.forEach((record, at) => {
    if (record !== undefined) members.set(missing[at] as RecordId, record)
  })
}

async function readFormers(
  ids: readonly RecordId[],
  pending: ReadonlyMap<RecordId, PendingRecord>,
  members: ReadonlyMap<RecordId, StoredRecord>,
  { active, lineage }: { active: Map<ProductId, ProductRow>; lineage: Map<ProductId, LineageRow> },
  ledger: Pick<Ledger, 'getProducts' | 'lineage'>,
): Promise<void> {
  const wanted = new Set<ProductId>()
  const left = new Set<ProductId>()
  for (const id of ids) {
    const link = pending.get(id)?.before?.link ?? members.get(id)?.link
    const home = formerProductOf(pending.get(id))
    if (link !== undefined) wanted.add(link.productId)
    if (home !== undefined) left.add(home)
  }
  // A returning record needs its former product, or the product that answers for the former product's id.
  for (const row of await readInChunks([...left], (chunk) => ledger.lineage(chunk))) {
    if (row === undefined) continue
    lineage.set(row.id, row)
    if (row.status === 'active') wanted.add(row.id)
    if (row.into !== undefined) wanted.add(row.into)
  }
  const unread = [...wanted].filter((id) => !active.has(id))
  for (const row of await readInChunks(unread, (chunk) => ledger.getProducts(chunk))) {
    if (row !== undefined) active.set(row.id, row)
  }
  const mergedIds = [...active.values(), ...lineage.values()].flatMap((row) => row.mergedIds ?? [])
  const unknown = mergedIds.filter((id) => !lineage.has(id))
  for (const row of await readInChunks(unknown, (chunk) => ledger.lineage(chunk))) {
    if (row !== undefined) lineage.set(row.id, row)
  }
}

/** Returns the products that are curated after the transaction, each with the records that stay in the product. */
function curatedProductsOf(
  pending: ReadonlyMap<RecordId, PendingRecord>,
  active: ReadonlyMap<ProductId, ProductRow>,
  lineage: ReadonlyMap<ProductId, LineageRow>,
  judgements: Judgements,
  { parts, curation }: CurationChanges,
): Map<ProductId, RecordId[]> {
  const kept = new Map<ProductId, RecordId[]>()
  const divided = new Set(parts.flatMap(({ records }) => records))
  for (const part of parts) if (isCurated(part, judgements)) kept.set(part.id, [...part.records])
  for (const row of active.values()) {
    if (row.records.some((id) => divided.has(id))) continue
    // A product that loses its last judged record stops being curated. The rule applies within this transaction.
    const records = row.records.filter(
      (id) => !leavesProduct(pending.get(id)) && pending.get(id)?.row.deactivatedAt === undefined,
    )
    // `held` replaces the whole curation state, so a removed pin is missing in `held`.
    const { verified, verifiedBy, pins } = curation.get(row.id) ?? row
    if (isCurated({ verified, verifiedBy, pins, records }, judgements)) kept.set(row.id, records)
  }
  for (const [id, record] of pending) {
    const home = formerProductOf(record)
    if (home === undefined || leavesProduct(record) || divided.has(id)) continue
    const answering = lineage.get(home)?.into ?? home
    const records = kept.get(answering)
    // The answering product may contain a record judged different, or lack a record judged the same.
    if (records === undefined || differentBetween(judgements, [id], records).length > 0) continue
    const isJudgedElsewhere = [...kept].some(
      ([other, theirs]) => other !== answering && sameBetween(judgements, [id], theirs).length > 0,
    )
    if (!isJudgedElsewhere) records.push(id)
  }
  return kept
}

/** Joins components connected by must-link sets. */
function linkComponents(
  found: readonly Component[],
  members: ReadonlyMap<RecordId, StoredRecord>,
  judgements: Judgements,
  curatedProductsOf: ReadonlyMap<ProductId, readonly RecordId[]>,
): Pick<Gathered, 'components' | 'curated'> {
  const components = found
    .map(({ records, edges }) => ({ records: records.filter((id) => members.has(id)), edges }))
    .filter(({ records }) => records.length > 0)
  const kept = new Set<RecordId>()
  const mustLinks: RecordId[][] = []
  const addMustLink = (records: readonly RecordId[]): void => {
    const present = records.filter((id) => members.has(id))
    if (present.length > 1) mustLinks.push(present)
  }
  for (const records of curatedProductsOf.values()) {
    for (const id of records) if (members.has(id)) kept.add(id)
    // A judgement on two records precedes the rule that a product's records stay together.
    if (differentBetween(judgements, records, records).length === 0) addMustLink(records)
  }
  for (const records of sameSets(judgements)) addMustLink(records)
  for (const id of members.keys()) if (judgements.isJudged(id)) kept.add(id)
  if (mustLinks.length === 0)
    return { components: components.map((each) => ({ ...each, mustLinks: [] })), curated: kept }

  const componentOf = new Map<RecordId, Component[]>()
  for (const component of components) {
    const own = [component]
    for (const id of component.records) componentOf.set(id, own)
  }
  for (const [first, ...others] of mustLinks) {
    for (const id of others) {
      const into = componentOf.get(first as RecordId) as Component[]
      const joined = componentOf.get(id) as Component[]
      if (into === joined) continue
      into.push(...joined)
      for (const { records } of joined) for (const each of records) componentOf.set(each, into)
    }
  }
  const linksOf = new Map<Component[], RecordId[][]>()
  for (const each of mustLinks) {
    const sets = componentOf.get(each[0] as RecordId) as Component[]
    const list = linksOf.get(sets)
    if (list === undefined) linksOf.set(sets, [each])
    else list.push(each)
  }
  return {
    components: [...new Set(componentOf.values())].map((sets) => ({
      records: sets.flatMap(({ records }) => [...records]),
      edges: sets.flatMap(({ edges }) => [...edges]),
      mustLinks: linksOf.get(sets) ?? [],
    })),
    curated: kept,
  }
}
