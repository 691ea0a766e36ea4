import type { CreateIndexGeneration, GenerationTables, IndexGeneration } from '@utpid/adapter-memory/engine'
import type { ProductId } from '@utpid/core'
import type {
  Commit,
  CommitResult,
  EdgeRow,
  GenerationPlan,
  GenerationRows,
  IndexProduct,
  IndexRecord,
  ProductRow,
  RecordId,
  StoredRecord,
} from '@utpid/core/storage'
import { indexProductOf } from '@utpid/core/storage'
import type { DurableLedger } from '../ledger/durable-ledger.ts'
import { EDGES } from '../ledger/edge-encoding.ts'
import { addWords } from '../ledger/ledger-writer.ts'
import { PairRows } from '../ledger/pair-rows.ts'
import { decodeProduct, encodeProduct } from '../rows/product-encoding.ts'
import { decodeRecord, decodeRecordHead, encodeRecord } from '../rows/record-encoding.ts'
import { decodeJson, encodeJson } from '../rows/row-encoding.ts'
import { idKey, idOf } from '../rows/row-keys.ts'
import { type LmdbTables, PLAN_KEY, PROGRESS_KEY } from '../tables/lmdb-tables.ts'

const NO_PRODUCT = 0

/** Returns the resumable generation in the spare tables; undefined if there is none. */
export function suspendedGeneration({ table }: LmdbTables): { plan: GenerationPlan; progress: string } | undefined {
  const [plan, progress] = [table.meta.get(PLAN_KEY), table.meta.get(PROGRESS_KEY)]
  if (plan === undefined || progress === undefined) return undefined
  return {
    plan: decodeJson<GenerationPlan>(plan, 'The plan of a generation'),
    progress: decodeJson<string>(progress, 'The progress of a generation'),
  }
}

/** The tables of an index generation, in the spare tables of the LMDB file. */
export class DurableGeneration implements GenerationTables {
  readonly #tables: LmdbTables
  readonly #ledger: DurableLedger
  readonly #edges: PairRows<EdgeRow>
  #progress: string | undefined
  readonly plan: GenerationPlan
  readonly swapIn: (commit: Commit, index: IndexGeneration) => Promise<CommitResult>
  readonly clear: () => Promise<void>

  /** @param options - The `plan` and `progress` as stored in the tables. */
  constructor(options: {
    plan: GenerationPlan
    progress?: string | undefined
    tables: LmdbTables
    ledger: DurableLedger
    swapIn: (commit: Commit, index: IndexGeneration) => Promise<CommitResult>
    clear: () => Promise<void>
  }) {
    const { plan, progress, tables, ledger, swapIn, clear } = options
    this.plan = plan
    this.#progress = progress
    this.#tables = tables
    this.#ledger = ledger
    this.#edges = new PairRows(() => ({ forward: tables.spare.edges, reverse: tables.spare.edgesReverse }), EDGES)
    this.swapIn = swapIn
    this.clear = clear
  }

  get progress(): string | undefined {
    return this.#progress
  }

  async put(rows: GenerationRows): Promise<void> {
    const { spare, table } = this.#tables
    const { progress } = rows
    // Encodes all rows before any write, so that an invalid row has no effect.
    const records = rows.records.map(({ row }) => [idKey(row.id), encodeRecord(row)] as const)
    const products = rows.products.map((row) => [idKey(row.id), encodeProduct(row)] as const)
    await this.#ledger.writeExclusive(() => {
      for (const [key, value] of records) spare.records.put(key, value)
      for (const [key, value] of products) spare.products.put(key, value)
      for (const id of rows.removedProducts) spare.products.remove(idKey(id))
      this.#edges.change(rows.edges)
      addWords(spare.words, rows.words)
      if (progress !== undefined) table.meta.put(PROGRESS_KEY, encodeJson(progress))
    })
    this.#progress = progress ?? this.#progress
  }

  getRecords(ids: readonly RecordId[]): (StoredRecord | undefined)[] {
    return ids.map((id) => {
      const value = this.#tables.spare.records.get(idKey(id))
      return value === undefined ? undefined : this.#ledger.withLink(decodeRecord(value, id))
    })
  }

  /**
   * Rebuilds the index of the generation from its tables. The index still includes records that lost their links later;
   * the change feed removes those records on resuming.
   */
  loadIndex(makeIndex: CreateIndexGeneration): IndexGeneration {
    const index = makeIndex()
    index.load(this.#indexRecords(), this.#indexProducts())
    return index
  }

  *#indexRecords(): Generator<IndexRecord> {
    for (const { key, value } of this.#tables.spare.records.getRange()) {
      const id = idOf(key)
      const head = decodeRecordHead(value, id)
      const productId = this.#ledger.productOf(id)
      if (productId === undefined && head.keys.length === 0) continue
      yield { id, productId: productId ?? NO_PRODUCT, ...head }
    }
  }

  *#indexProducts(): Generator<IndexProduct> {
    for (const { key, value } of this.#tables.spare.products.getRange()) {
      yield indexProductOf(decodeProduct(value, idOf(key)))
    }
  }

  getProducts(ids: readonly ProductId[]): (ProductRow | undefined)[] {
    return ids.map((id) => {
      const value = this.#tables.spare.products.get(idKey(id))
      return value === undefined ? undefined : decodeProduct(value, id)
    })
  }

  edges(ids: readonly RecordId[]): EdgeRow[][] {
    return ids.map((id) => this.#edges.of(id))
  }
}
