import { classIdOf, copyClassOf } from '../../blocking/copy-keys.ts'
import { NO_EDGE_CHANGES } from '../../clustering/find-edges.ts'
import { type GatherLedger, gatherComponents, NO_CURATION_CHANGES } from '../../clustering/gather-components.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import { reclusterComponents } from '../../clustering/recluster-components.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { AlertLedger } from '../../golden-record/alerts/alert-context.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import { type Commit, emptyCommit } from '../../storage/commit.ts'
import type { Generation } from '../../storage/generation.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { AlertRow, ChangeNumber, ProductRow, RecordId } from '../../storage/rows.ts'
import type { ActiveGeneration } from '../context/active-generation.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { buildCommit } from '../write/build-commit.ts'
import { type GenerationBuilder, SLICE, slices } from './generation-builder.ts'
import { withCopyAlerts } from './generation-copies.ts'

const NOTHING_PENDING: ReadonlyMap<RecordId, PendingRecord> = new Map()

/**
 * A closed set of linked records. Products, and edges of the active or the new generation, connect the records. So a
 * change to one record cannot affect a record, product or alert outside the set.
 */
interface ClosedSet {
  readonly records: readonly StoredRecord[]
  readonly products: ReadonlySet<ProductId>
}

/** Ledger rows that are read once for all steps on some closed sets. */
interface KnownRows {
  readonly records: Map<RecordId, StoredRecord>
  readonly products: Map<ProductId, ProductRow>
}

/** Clusters the records of a generation and finds the differences from the ledger. */
export class GenerationClusters {
  readonly #context: RegistryContext
  readonly #rules: IndexRules
  readonly #generation: Generation
  readonly #builder: GenerationBuilder
  readonly #pause: () => Promise<void>
  /**
   * The open alerts about copies whose class has another id under the new rules. Their pairs of products get ordinary
   * alerts.
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
   * Adds the products of some records, and marks the records clean if they match the ledger.
   *
   * @param page - Records as in the ledger.
   * @param after - A record id. Sets with a record up to this id are already processed.
   */
  async putAndCluster(page: readonly StoredRecord[], after: RecordId): Promise<void> {
    const known: KnownRows = { records: new Map(page.map((each) => [each.row.id, each])), products: new Map() }
    const sets = await this.#closedSets(known.records.keys(), known)
    const isAfter = ({ records }: ClosedSet): boolean => records.every(({ row }) => row.id > after)
    for (const batch of batches(sets.filter(isAfter))) {
      await this.#putProducts(
        batch.flatMap(({ products }) => [...products]),
        known,
      )
      await this.#markDirty(batch)
      await this.#pause()
    }
    // A recently written record may have connected a set to an earlier page. Then the change feed names the set, but
    // not its products. So the code adds each product with its first record.
    const ids = new Set(page.map(({ row }) => row.id))
    const connected = sets.filter((set) => !isAfter(set)).flatMap(({ products }) => [...products])
    const begins = (id: ProductId): boolean => ids.has(Math.min(...(known.products.get(id)?.records ?? [-1])))
    await this.#putProducts(connected.filter(begins), known)
  }

  async #putProducts(ids: readonly ProductId[], known: KnownRows): Promise<void> {
    for (const slice of slices(new Set(ids))) {
      const rows = slice.flatMap((id) => known.products.get(id) ?? [])
      await this.#builder.putProductRows(rows, known.records)
      await this.#pause()
    }
  }

  /** Clusters dirty records again and marks unchanged records clean. */
  async reclusterDirty(): Promise<void> {
    const { dirty } = this.#builder
    for (const slice of slices([...dirty])) {
      const left = slice.filter((id) => dirty.delete(id))
      if (left.length === 0) continue
      const sets = await this.#closedSets(left)
      for (const { records } of sets) for (const { row } of records) dirty.delete(row.id)
      for (const batch of batches(sets)) {
        await this.#markDirty(batch)
        await this.#pause()
      }
    }
  }

  /**
   * Builds the transaction that changes the clusters of the ledger to those of the generation.
   *
   * @throws `revision_conflict` if the ledger has changed meanwhile.
   */
  async commit(): Promise<Commit> {
    const { at: base } = this.#builder
    const at = now(this.#context)
    const left = new Set(this.#builder.dirty)
    const taken = new Set<ProductId>()
    const reclustered = new Set<ProductId>()
    const parts: Commit[] = []
    while (left.size > 0) {
      const [slice] = slices(left)
      const sets = await this.#closedSets(slice ?? [])
      for (const id of slice ?? []) left.delete(id)
      for (const { records } of sets) for (const { row } of records) left.delete(row.id)
      const current = await this.#currentSets(sets)
      if (current.sets.length < sets.length) {
        throw new RegistryError('revision_conflict', 'Records changed while their clusters were computed.')
      }
      const part = await this.#recluster(current, base, at, taken)
      for (const { products } of sets) for (const id of products) reclustered.add(id)
      for (const { id } of part.products) reclustered.add(id)
      parts.push(part)
      await this.#pause()
    }
    return await withCopyAlerts(joinCommits(parts, at, base, this.#context.active), {
      context: this.#context,
      generation: this.#generation,
      rules: this.#rules,
      copied: this.#builder.copied,
      renamed: this.#renamed,
      reclustered,
    })
  }

  async #markDirty(sets: readonly ClosedSet[]): Promise<void> {
    const { dirty, at: base } = this.#builder
    const current = await this.#currentSets(sets)
    // The change feed returns the records that were written recently.
    for (const set of sets) {
      if (!current.sets.includes(set)) for (const { row } of set.records) dirty.add(row.id)
    }
    if (current.sets.length === 0) return
    const { links, products, removedProducts, alerts } = await this.#recluster(
      current,
      base,
      now(this.#context),
      new Set(),
    )
    for (const { recordId } of links) dirty.add(recordId)
    for (const { records } of [...products, ...alerts]) for (const id of records) dirty.add(id)
    for (const { records, products: own } of current.sets) {
      if (removedProducts.some((id) => own.has(id))) for (const { row } of records) dirty.add(row.id)
    }
  }

  /**
   * Returns the sets whose records have the same revision in the generation and in the ledger. The result includes
   * their rows in the generation.
   */
  async #currentSets(sets: readonly ClosedSet[]): Promise<CurrentSets> {
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

  /**
   * Clusters some closed sets again.
   *
   * @param taken - Ids that other parts of the same transaction have minted.
   */
  async #recluster(
    { sets, records: generationRows }: CurrentSets,
    base: ChangeNumber,
    at: string,
    taken: Set<ProductId>,
  ): Promise<Commit> {
    const { ledger: stored, random, scorer } = this.#context
    const generation = this.#generation
    const ledger: ReclusteredLedger = {
      getRecords: async (ids) => {
        const missing = ids.filter((id) => !generationRows.has(id))
        const read = new Map((await generation.getRecords(missing)).map((each, position) => [missing[position], each]))
        return ids.map((id) => generationRows.get(id) ?? read.get(id))
      },
      getProducts: (ids) => generation.getProducts(ids),
      edges: (ids) => generation.edges(ids),
      lineage: (ids) => stored.lineage(ids),
      judgements: (ids) => stored.judgements(ids),
      details: (ids) => stored.details(ids),
      alerts: (query) => stored.alerts(query),
      getAlerts: (ids) => stored.getAlerts(ids),
      openAlerts: async (ids) => {
        const alerts = await stored.openAlerts(ids)
        await this.#noteRenamed(alerts.flat(), ledger)
        return alerts.map((each) => each.filter(({ id }) => !this.#renamed.has(id)))
      },
    }
    const ids = sets.flatMap(({ records }) => records.map(({ row }) => row.id))
    const gathered = await gatherComponents(ids, NOTHING_PENDING, NO_EDGE_CHANGES, NO_CURATION_CHANGES, ledger)
    const reclustered = reclusterComponents(gathered, NOTHING_PENDING, NO_EDGE_CHANGES.features, [], {
      scorer,
      random: () => {
        let connected = random()
        while (taken.has(connected)) connected = random()
        taken.add(connected)
        return connected
      },
      rules: this.#rules,
    })
    for (const { records } of sets) {
      for (const { row } of records) {
        const now = generationRows.get(row.id)?.row
        if (now?.copy !== true) continue
        const features = this.#rules.decode(now.features)
        this.#builder.copied.set(classIdOf(copyClassOf(features, this.#rules)), features)
      }
    }
    const plan = {
      readVersion: base,
      at,
      idempotencyKey: undefined,
      suppliers: [],
      pending: NOTHING_PENDING,
      edges: NO_EDGE_CHANGES,
    }
    return (await buildCommit({ ...this.#context, ledger }, { ...plan, reclustered, rules: this.#rules })).commit
  }

  async #noteRenamed(
    alerts: readonly AlertRow[],
    { getRecords }: Pick<ReclusteredLedger, 'getRecords'>,
  ): Promise<void> {
    const about = alerts.filter(({ copies }) => copies !== undefined)
    const records = await readInChunks(
      about.map(({ records: [one] }) => one),
      getRecords,
    )
    for (const [at, { id }] of about.entries()) {
      const features = records[at]?.row.features
      if (features === undefined) continue
      const isRenamed = classIdOf(copyClassOf(this.#rules.decode(features), this.#rules)) !== id
      if (isRenamed) this.#renamed.add(id)
      // An earlier pass may have read an older record than the alert's.
      else this.#renamed.delete(id)
    }
  }

  /**
   * Returns the closed sets of some records. An inactive record is in no set.
   *
   * @param known - Rows that need no read. Rows that are read are added to it.
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

  /** Returns the records of alerts whose pair has no edge, grouped by product. */
  async #alertedWith(
    ids: ReadonlySet<ProductId>,
    products: ReadonlyMap<ProductId, ProductRow>,
  ): Promise<Map<ProductId, readonly RecordId[]>> {
    const alerted = [...ids].filter((id) => (products.get(id)?.duplicates ?? 0) > 0)
    const alerts = await readInChunks(alerted, (chunk) => this.#context.ledger.openAlerts(chunk))
    return new Map(
      alerted.map((id, at) => [
        id,
        (alerts[at] ?? []).flatMap(({ copies, skippedKeys, records }) =>
          copies === undefined && skippedKeys === undefined ? [] : records,
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
    const generationRows = await readInChunks(ids, (chunk) => this.#generation.edges(chunk))
    const productIds = new Set(ids.flatMap((id) => records.get(id)?.link?.productId ?? []))
    const unknownProducts = [...productIds].filter((id) => !products.has(id))
    for (const row of await readInChunks(unknownProducts, (chunk) => ledger.getProducts(chunk))) {
      if (row !== undefined) products.set(row.id, row)
    }
    const alerted = await this.#alertedWith(productIds, products)
    const neighbours = new Map<RecordId, Set<RecordId>>()
    ids.forEach((id, at) => {
      const others = new Set<RecordId>()
      for (const { a, b } of [...(present[at] ?? []), ...(generationRows[at] ?? [])]) others.add(a === id ? b : a)
      const product = products.get(records.get(id)?.link?.productId ?? -1)
      for (const other of product?.records ?? []) others.add(other)
      for (const other of alerted.get(product?.id ?? -1) ?? []) others.add(other)
      others.delete(id)
      neighbours.set(id, others)
    })
    return neighbours
  }
}

interface CurrentSets {
  readonly sets: readonly ClosedSet[]
  readonly records: ReadonlyMap<RecordId, StoredRecord>
}

/** Groups sets into batches of about a slice of records. */
function* batches(sets: readonly ClosedSet[]): Generator<ClosedSet[]> {
  let batch: ClosedSet[] = []
  let records = 0
  for (const set of sets) {
    batch.push(set)
    records += set.records.length
    if (records < SLICE) continue
    yield batch
    batch = []
    records = 0
  }
  if (batch.length > 0) yield batch
}

type ReclusteredLedger = GatherLedger & AlertLedger

/** Joins transactions about different records into one transaction. */
function joinCommits(
  parts: readonly Commit[],
  at: string,
  base: ChangeNumber,
  { indexVersion, modelVersion }: ActiveGeneration,
): Commit {
  const counters: Record<string, number> = {}
  for (const part of parts) {
    for (const [name, amount] of Object.entries(part.counters)) counters[name] = (counters[name] ?? 0) + amount
  }
  return {
    ...emptyCommit(at, base),
    preconditions: {
      records: parts.flatMap(({ preconditions }) => preconditions.records),
      products: parts.flatMap(({ preconditions }) => preconditions.products),
      keys: [],
      indexVersion,
      modelVersion: modelVersion,
    },
    links: parts.flatMap(({ links }) => links),
    products: parts.flatMap(({ products }) => products),
    removedProducts: parts.flatMap(({ removedProducts }) => removedProducts),
    alerts: parts.flatMap(({ alerts }) => alerts),
    verifications: parts.flatMap(({ verifications }) => verifications),
    lineage: parts.flatMap(({ lineage }) => lineage),
    counters,
    events: parts.flatMap(({ events }) => events),
  }
}
