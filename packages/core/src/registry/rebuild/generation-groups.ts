import { classIdOf, copyClassOf } from '../../blocking/copy-keys.ts'
import { NO_EDGE_CHANGES } from '../../clustering/find-edges.ts'
import { type GatherLedger, gatherComponents, NO_PEOPLE_CHANGES } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { regroup } from '../../clustering/regroup.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { AlertLedger } from '../../golden-record/alerts/alert-surroundings.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { type Commit, emptyCommit } from '../../storage/commit.ts'
import type { Generation } from '../../storage/generation.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, ChangeNumber, ProductRow, RecordId } from '../../storage/rows.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import type { ServedGeneration } from '../context/served-generation.ts'
import { buildCommit } from '../write/build-commit.ts'
import { type GenerationBuilder, SLICE, slices } from './generation-builder.ts'
import { withCopyAlerts } from './generation-copies.ts'

const NOTHING_PENDING: ReadonlyMap<RecordId, PendingRecord> = new Map()

/**
 * Linked records that form a closed set: connected by edges of the active generation, edges of the new one, or
 * products. A change to one of them cannot affect a record, product or alert outside.
 */
interface ClosedSet {
  readonly records: readonly StoredRecord[]
  readonly products: ReadonlySet<ProductId>
}

/** Ledger rows, read once for all work on some closed sets. */
interface KnownRows {
  readonly records: Map<RecordId, StoredRecord>
  readonly products: Map<ProductId, ProductRow>
}

/** Clusters the records of a generation and finds the differences to the ledger. */
export class GenerationGroups {
  readonly #context: RegistryContext
  readonly #rules: IndexRules
  readonly #generation: Generation
  readonly #builder: GenerationBuilder
  readonly #pause: () => Promise<void>
  /**
   * Open alerts about copies whose class has another id under the new rules: their product pairs get alerts like any
   * other.
   */
  readonly #renamed = new Set<string>()

  constructor(
    context: RegistryContext,
    rules: IndexRules,
    generation: Generation,
    builder: GenerationBuilder,
    pause: () => Promise<void>,
  ) {
    this.#context = context
    this.#rules = rules
    this.#generation = generation
    this.#builder = builder
    this.#pause = pause
  }

  /**
   * Puts the products of some records and marks records clean if they match the ledger.
   *
   * @param page - Records as in the ledger.
   * @param after - Sets with a record up to this id were processed before.
   */
  async putAndSettle(page: readonly StoredRecord[], after: RecordId): Promise<void> {
    const known: KnownRows = { records: new Map(page.map((each) => [each.row.id, each])), products: new Map() }
    const sets = await this.#closedSets(known.records.keys(), known)
    const isAfter = ({ records }: ClosedSet): boolean => records.every(({ row }) => row.id > after)
    for (const few of handfuls(sets.filter(isAfter))) {
      await this.#putProducts(
        few.flatMap(({ products }) => [...products]),
        known,
      )
      await this.#settle(few)
      await this.#pause()
    }
    // A record written a moment ago may have connected a set to an earlier page. The change feed then names the set,
    // but not its products: each is put with its first record.
    const ids = new Set(page.map(({ row }) => row.id))
    const drawn = sets.filter((set) => !isAfter(set)).flatMap(({ products }) => [...products])
    const begins = (id: ProductId): boolean => ids.has(Math.min(...(known.products.get(id)?.records ?? [-1])))
    await this.#putProducts(drawn.filter(begins), known)
  }

  async #putProducts(ids: readonly ProductId[], known: KnownRows): Promise<void> {
    for (const slice of slices(new Set(ids))) {
      const rows = slice.flatMap((id) => known.products.get(id) ?? [])
      await this.#builder.putProductRows(rows, known.records)
      await this.#pause()
    }
  }

  /** Clusters dirty records again and marks unchanged ones clean. */
  async settleAgain(): Promise<void> {
    const { unsettled } = this.#builder
    for (const slice of slices([...unsettled])) {
      const left = slice.filter((id) => unsettled.delete(id))
      if (left.length === 0) continue
      const sets = await this.#closedSets(left)
      for (const { records } of sets) for (const { row } of records) unsettled.delete(row.id)
      for (const few of handfuls(sets)) {
        await this.#settle(few)
        await this.#pause()
      }
    }
  }

  /**
   * Builds the transaction from the clusters of the ledger to those of the generation.
   *
   * @throws `revision_conflict` if the ledger has changed meanwhile.
   */
  async commit(): Promise<Commit> {
    const { at: base } = this.#builder
    const at = now(this.#context)
    const left = new Set(this.#builder.unsettled)
    const taken = new Set<ProductId>()
    const regrouped = new Set<ProductId>()
    const parts: Commit[] = []
    while (left.size > 0) {
      const [slice] = slices(left)
      const sets = await this.#closedSets(slice ?? [])
      for (const id of slice ?? []) left.delete(id)
      for (const { records } of sets) for (const { row } of records) left.delete(row.id)
      const current = await this.#renewed(sets)
      if (current.sets.length < sets.length) {
        throw new RegistryError('revision_conflict', 'Records changed while their clusters were computed.')
      }
      const part = await this.#regroup(current, base, at, taken)
      for (const { products } of sets) for (const id of products) regrouped.add(id)
      for (const { id } of part.products) regrouped.add(id)
      parts.push(part)
      await this.#pause()
    }
    return await withCopyAlerts(joined(parts, at, base, this.#context.served), {
      context: this.#context,
      generation: this.#generation,
      rules: this.#rules,
      copied: this.#builder.copied,
      renamed: this.#renamed,
      regrouped,
    })
  }

  async #settle(sets: readonly ClosedSet[]): Promise<void> {
    const { unsettled, at: base } = this.#builder
    const current = await this.#renewed(sets)
    // Records written a moment ago come with the change feed.
    for (const set of sets) {
      if (!current.sets.includes(set)) for (const { row } of set.records) unsettled.add(row.id)
    }
    if (current.sets.length === 0) return
    const { links, products, endedProducts, alerts } = await this.#regroup(current, base, now(this.#context), new Set())
    for (const { recordId } of links) unsettled.add(recordId)
    for (const { records } of [...products, ...alerts]) for (const id of records) unsettled.add(id)
    for (const { records, products: own } of current.sets) {
      if (endedProducts.some((id) => own.has(id))) for (const { row } of records) unsettled.add(row.id)
    }
  }

  /**
   * Returns the sets whose records have the same revision in the generation and the ledger, with their rows in the
   * generation.
   */
  async #renewed(sets: readonly ClosedSet[]): Promise<RenewedSets> {
    const ids = sets.flatMap(({ records }) => records.map(({ row }) => row.id))
    const records = new Map<RecordId, StoredRecord>()
    for (const each of await readInChunks(ids, (chunk) => this.#generation.getRecords(chunk))) {
      if (each !== undefined) records.set(each.row.id, each)
    }
    const current = sets.filter((set) =>
      set.records.every(({ row }) => records.get(row.id)?.row.revision === row.revision),
    )
    return { sets: current, records }
  }

  /** @param taken - Ids minted for other parts of the same transaction. */
  async #regroup(
    { sets, records: renewed }: RenewedSets,
    base: ChangeNumber,
    at: string,
    taken: Set<ProductId>,
  ): Promise<Commit> {
    const { ledger: stored, random, scorer } = this.#context
    const generation = this.#generation
    const ledger: RegroupedLedger = {
      getRecords: async (ids) => {
        const missing = ids.filter((id) => !renewed.has(id))
        const read = new Map((await generation.getRecords(missing)).map((each, position) => [missing[position], each]))
        return ids.map((id) => renewed.get(id) ?? read.get(id))
      },
      getProducts: (ids) => generation.getProducts(ids),
      edges: (ids) => generation.edges(ids),
      lineage: (ids) => stored.lineage(ids),
      rulings: (ids) => stored.rulings(ids),
      alerts: (query) => stored.alerts(query),
      getAlerts: (ids) => stored.getAlerts(ids),
      openAlerts: async (ids) => {
        const alerts = await stored.openAlerts(ids)
        await this.#noteRenamed(alerts.flat(), ledger)
        return alerts.map((each) => each.filter(({ id }) => !this.#renamed.has(id)))
      },
    }
    const ids = sets.flatMap(({ records }) => records.map(({ row }) => row.id))
    const gathered = await gatherComponents(ids, NOTHING_PENDING, NO_EDGE_CHANGES, NO_PEOPLE_CHANGES, ledger)
    const regrouped = regroup(gathered, NOTHING_PENDING, NO_EDGE_CHANGES.features, [], {
      scorer,
      random: () => {
        let drawn = random()
        while (taken.has(drawn)) drawn = random()
        taken.add(drawn)
        return drawn
      },
      rules: this.#rules,
    })
    for (const { records } of sets) {
      for (const { row } of records) {
        const now = renewed.get(row.id)?.row
        if (now?.copy !== true) continue
        const features = this.#rules.decode(now.features)
        this.#builder.copied.set(classIdOf(copyClassOf(features, this.#rules)), features)
      }
    }
    const step = { base, at, token: undefined, suppliers: [], pending: NOTHING_PENDING, edges: NO_EDGE_CHANGES }
    return (await buildCommit({ ...this.#context, ledger }, { ...step, regrouped, rules: this.#rules })).commit
  }

  async #noteRenamed(alerts: readonly AlertRow[], { getRecords }: Pick<RegroupedLedger, 'getRecords'>): Promise<void> {
    const about = alerts.filter(({ copies }) => copies !== undefined)
    const records = await readInChunks(
      about.map(({ records: [one] }) => one),
      getRecords,
    )
    for (const [at, { id }] of about.entries()) {
      const features = records[at]?.row.features
      if (features === undefined) continue
      if (classIdOf(copyClassOf(this.#rules.decode(features), this.#rules)) !== id) this.#renamed.add(id)
    }
  }

  /**
   * Returns the closed sets of some records; inactive records are in none.
   *
   * @param known - Rows that need not be read; rows read are added.
   */
  async #closedSets(
    from: Iterable<RecordId>,
    known: KnownRows = { records: new Map(), products: new Map() },
  ): Promise<ClosedSet[]> {
    const neighbours = new Map<RecordId, Set<RecordId>>()
    for (let frontier = [...new Set(from)]; frontier.length > 0; ) {
      const next = await this.#neighbours(frontier, known)
      for (const [id, others] of next) neighbours.set(id, others)
      frontier = [...new Set([...next.values()].flatMap((others) => [...others]))].filter((id) => !neighbours.has(id))
    }
    const sets: ClosedSet[] = []
    const seen = new Set<RecordId>()
    for (const start of neighbours.keys()) {
      if (seen.has(start)) continue
      seen.add(start)
      const reached = [start]
      for (const id of reached) {
        for (const other of neighbours.get(id) ?? []) {
          if (seen.has(other)) continue
          seen.add(other)
          reached.push(other)
        }
      }
      const records = reached.flatMap((id) => known.records.get(id) ?? []).filter(({ link }) => link !== undefined)
      if (records.length === 0) continue
      sets.push({ records, products: new Set(records.flatMap(({ link }) => link?.productId ?? [])) })
    }
    return sets
  }

  /** Returns the records of alerts without an edge, by product. */
  async #alertedWith(
    ids: ReadonlySet<ProductId>,
    products: ReadonlyMap<ProductId, ProductRow>,
  ): Promise<Map<ProductId, readonly RecordId[]>> {
    const alerted = [...ids].filter((id) => (products.get(id)?.duplicates ?? 0) > 0)
    const alerts = await readInChunks(alerted, (chunk) => this.#context.ledger.openAlerts(chunk))
    return new Map(
      alerted.map((id, at) => [
        id,
        (alerts[at] ?? []).flatMap(({ copies, crowded, records }) =>
          copies === undefined && crowded === undefined ? [] : records,
        ),
      ]),
    )
  }

  async #neighbours(ids: readonly RecordId[], { records, products }: KnownRows): Promise<Map<RecordId, Set<RecordId>>> {
    const { ledger } = this.#context
    const unknown = ids.filter((id) => !records.has(id))
    for (const each of await readInChunks(unknown, (chunk) => ledger.getRecords(chunk))) {
      if (each !== undefined) records.set(each.row.id, each)
    }
    const present = await readInChunks(ids, (chunk) => ledger.edges(chunk))
    const renewed = await readInChunks(ids, (chunk) => this.#generation.edges(chunk))
    const productIds = new Set(ids.flatMap((id) => records.get(id)?.link?.productId ?? []))
    const unknownProducts = [...productIds].filter((id) => !products.has(id))
    for (const row of await readInChunks(unknownProducts, (chunk) => ledger.getProducts(chunk))) {
      if (row !== undefined) products.set(row.id, row)
    }
    const alerted = await this.#alertedWith(productIds, products)
    const neighbours = new Map<RecordId, Set<RecordId>>()
    ids.forEach((id, at) => {
      const others = new Set<RecordId>()
      for (const { a, b } of [...(present[at] ?? []), ...(renewed[at] ?? [])]) others.add(a === id ? b : a)
      const product = products.get(records.get(id)?.link?.productId ?? -1)
      for (const other of product?.records ?? []) others.add(other)
      for (const other of alerted.get(product?.id ?? -1) ?? []) others.add(other)
      others.delete(id)
      neighbours.set(id, others)
    })
    return neighbours
  }
}

interface RenewedSets {
  readonly sets: readonly ClosedSet[]
  readonly records: ReadonlyMap<RecordId, StoredRecord>
}

/** Groups sets into batches of about a slice of records. */
function* handfuls(sets: readonly ClosedSet[]): Generator<ClosedSet[]> {
  let few: ClosedSet[] = []
  let records = 0
  for (const set of sets) {
    few.push(set)
    records += set.records.length
    if (records < SLICE) continue
    yield few
    few = []
    records = 0
  }
  if (few.length > 0) yield few
}

type RegroupedLedger = GatherLedger & AlertLedger

/** Joins transactions over different records into one. */
function joined(
  parts: readonly Commit[],
  at: string,
  base: ChangeNumber,
  { indexVersion, scoring }: ServedGeneration,
): Commit {
  const counters: Record<string, number> = {}
  for (const part of parts) {
    for (const [name, amount] of Object.entries(part.counters)) counters[name] = (counters[name] ?? 0) + amount
  }
  return {
    ...emptyCommit(at, base),
    expect: {
      records: parts.flatMap(({ expect }) => expect.records),
      products: parts.flatMap(({ expect }) => expect.products),
      keys: [],
      indexVersion,
      scoring,
    },
    links: parts.flatMap(({ links }) => links),
    products: parts.flatMap(({ products }) => products),
    endedProducts: parts.flatMap(({ endedProducts }) => endedProducts),
    alerts: parts.flatMap(({ alerts }) => alerts),
    verifications: parts.flatMap(({ verifications }) => verifications),
    lineage: parts.flatMap(({ lineage }) => lineage),
    counters,
    events: parts.flatMap(({ events }) => events),
  }
}
