import { lookupKeys, ownKeys } from '../../blocking/record-keys.ts'
import { findEdges } from '../../clustering/find-edges.ts'
import { fixCopies } from '../../clustering/fix-copies.ts'
import type { PendingRecord } from '../../clustering/pending-record.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import { rebuiltProductRow } from '../../golden-record/product-row.ts'
import { WordChanges } from '../../golden-record/word-changes.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { ProductId } from '../../model/utpid.ts'
import { emptyGenerationRows, type Generation } from '../../storage/generation.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { ChangeNumber, ProductRow, RecordId, RecordRow } from '../../storage/rows.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { withAssigned } from '../records/assigned-identifiers.ts'
import { contentForFeatures } from '../records/content-for-features.ts'

/** The number of rows to process before other tasks can run: about ten milliseconds. */
export const SLICE = 50

/**
 * Fills an index generation from the ledger and follows the change feed. The builder processes each slice of records
 * like a write and adds edges to all earlier records. So for any order of records, the edges between all records so far
 * are complete.
 */
export class GenerationBuilder {
  readonly #context: RegistryContext
  readonly #rules: IndexRules
  readonly #generation: Generation
  /** A function that the builder calls between two slices. */
  readonly #pause: () => Promise<void>
  /**
   * The dirty records: records that changed after they were last clustered, or whose clusters differ from those of the
   * ledger.
   */
  readonly dirty: Set<RecordId> = new Set()
  /** The classes that have or had copies, each with the features of its records. */
  readonly copied: Map<string, RecordFeatures> = new Map()
  #at: ChangeNumber

  /**
   * Creates a builder.
   *
   * @param at - A change that was the latest change before any read.
   */
  constructor(
    context: RegistryContext,
    rules: IndexRules,
    generation: Generation,
    at: ChangeNumber,
    pause: () => Promise<void>,
  ) {
    this.#context = context
    this.#rules = rules
    this.#generation = generation
    this.#at = at
    this.#pause = pause
  }

  /** The number of a change. The generation contains all changes up to this change. */
  get at(): ChangeNumber {
    return this.#at
  }

  /**
   * Applies all changes up to the current head. The method ignores later changes, since other processes may write
   * without end.
   *
   * @returns The number of changes.
   * @throws `changes_expired` if the change feed no longer contains the first of these changes.
   */
  async follow(): Promise<number> {
    const { ledger } = this.#context
    const { change: head } = await ledger.head()
    let followed = 0
    while (this.#at < head) {
      const changes = await ledger.changes(this.#at, LIMITS.rowsPerPage)
      const last = changes.at(-1)
      if (last === undefined) return followed
      for (const slice of slices(new Set(changes.flatMap(({ records }) => records)))) {
        const stored = await ledger.getRecords(slice)
        await this.putRecords(stored.filter((each) => each !== undefined))
        for (const id of slice) this.dirty.add(id)
        await this.#pause()
      }
      const products = changes.flatMap((change) => [...change.products, ...change.removedProducts])
      for (const slice of slices(new Set(products))) {
        for (const id of await this.putProducts(slice)) this.dirty.add(id)
        await this.#pause()
      }
      this.#at = last.change
      followed += changes.length
    }
    return followed
  }

  /**
   * Adds records to the generation.
   *
   * @param stored - At most {@link SLICE} records.
   * @param progress - Progress of the generation after these records.
   */
  async putRecords(stored: readonly StoredRecord[], progress?: string): Promise<void> {
    const before = await this.#generation.getRecords(stored.map(({ row }) => row.id))
    const pending: PendingRecord[] = []
    const records = stored.map(({ row, link }, at): StoredRecord => {
      const put = before[at]
      let renewed = put?.row
      if (renewed?.revision !== row.revision) {
        const next = this.#pendingRecord(row, put)
        pending.push(next)
        renewed = next.row
      }
      return link === undefined ? { row: renewed } : { row: renewed, link }
    })
    const words = new WordChanges()
    for (const { row, before } of pending) {
      if (before !== undefined && before.row.deactivatedAt === undefined) words.record(before.row, -1)
      if (row.deactivatedAt === undefined) words.record(row, 1)
    }
    const { scorer } = this.#context
    const sources = { ledger: this.#generation, index: this.#generation, rules: this.#rules }
    const given = new Map(pending.map((each) => [each.row.id, each]))
    const { pending: fixed, classKeys, classes } = await fixCopies(given, sources, false)
    for (const { id, features } of classes.values()) this.copied.set(id, features)
    const edges = await findEdges([...fixed.values()], { ...sources, scorer, classKeys })
    const current = records.map(({ row, ...rest }) => ({ row: fixed.get(row.id)?.row ?? row, ...rest }))
    for (const { row, before: was } of fixed.values()) {
      if (!given.has(row.id)) current.push({ row, ...(was?.link === undefined ? {} : { link: was.link }) })
    }
    await this.#generation.put({
      ...emptyGenerationRows(),
      records: current,
      edges: [...edges.written, ...edges.removed],
      words: words.finish(),
      ...defined({ progress }),
    })
    for (const id of fixed.keys()) this.dirty.add(id)
    for (const { a, b } of [...edges.written, ...edges.removed]) this.dirty.add(a).add(b)
  }

  /** Stores the progress of the generation. Does nothing if the progress is undefined. */
  async note(progress: string | undefined): Promise<void> {
    if (progress !== undefined) await this.#generation.put({ ...emptyGenerationRows(), progress })
  }

  /**
   * Adds products to the generation, and removes products that are no longer active.
   *
   * @param ids - At most {@link SLICE} ids.
   * @returns The records of the active products.
   */
  async putProducts(ids: readonly ProductId[]): Promise<RecordId[]> {
    const { ledger } = this.#context
    const rows = await ledger.getProducts(ids)
    const active = rows.filter((row) => row !== undefined)
    const recordIds = active.flatMap(({ records }) => records)
    const stored = await readInChunks(recordIds, (chunk) => ledger.getRecords(chunk))
    const records = new Map(stored.flatMap((each) => (each === undefined ? [] : [[each.row.id, each] as const])))
    const removedProducts = ids.filter((_, at) => rows[at] === undefined)
    if (removedProducts.length > 0) await this.#generation.put({ ...emptyGenerationRows(), removedProducts })
    await this.putProductRows(active, records)
    return recordIds
  }

  /**
   * Adds product rows to the generation.
   *
   * @param records - Records of these products, as in the ledger.
   */
  async putProductRows(rows: readonly ProductRow[], records: ReadonlyMap<RecordId, StoredRecord>): Promise<void> {
    const { survivorshipRules, suppliers, gazetteer } = this.#context
    const surroundings = { survivorshipRules, suppliers, gazetteer, at: now(this.#context) }
    const products = rows.map((row) => {
      const own = row.records.flatMap((id) => records.get(id)?.row ?? [])
      return rebuiltProductRow(row, own, surroundings)
    })
    await this.#generation.put({ ...emptyGenerationRows(), products })
  }

  #pendingRecord(row: RecordRow, before: StoredRecord | undefined): PendingRecord {
    const { fields, gazetteer } = this.#context
    const content = withAssigned(contentForFeatures(row.record, fields), row.assigned)
    const features = this.#rules.extract(content, row.record, gazetteer)
    const lookup = row.deactivatedAt === undefined ? lookupKeys(features, this.#rules) : []
    return {
      row: { ...row, features: this.#rules.encode(features), keys: ownKeys(lookup) },
      features,
      lookup: lookup,
      before,
    }
  }
}

/** Yields ids in slices of {@link SLICE}. */
export function* slices<Id>(ids: Iterable<Id>): Generator<Id[]> {
  let slice: Id[] = []
  for (const id of ids) {
    slice.push(id)
    if (slice.length < SLICE) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
