import type { ProductId } from '@utpid/core'
import type {
  Commit,
  CommitResult,
  EdgeRow,
  GenerationPlan,
  GenerationRows,
  ProductRow,
  RecordId,
  RecordRow,
  StoredRecord,
} from '@utpid/core/storage'
import type { IndexGeneration } from '../index/index-generation.ts'
import type { GenerationTables } from '../index/open-generation.ts'
import { addAmounts } from './add-amounts.ts'
import type { MapLedger } from './map-ledger.ts'
import { PairTable } from './pair-table.ts'

/** Tables whose rows depend on the index version. */
export interface DerivedMaps {
  readonly records: Map<RecordId, RecordRow>
  readonly products: Map<ProductId, ProductRow>
  readonly edges: PairTable<EdgeRow>
  readonly words: Map<string, number>
}

/** The tables of a generation: a second set of maps, which replaces the first set at the swap. */
export class MapGeneration implements GenerationTables {
  readonly #ledger: MapLedger
  readonly plan: GenerationPlan
  #maps: DerivedMaps = emptyMaps()
  #progress: string | undefined

  constructor(ledger: MapLedger, plan: GenerationPlan) {
    this.#ledger = ledger
    this.plan = plan
  }

  get progress(): string | undefined {
    return this.#progress
  }

  async put(rows: GenerationRows): Promise<void> {
    const { records, products, edges, words } = this.#maps
    for (const { row } of rows.records) records.set(row.id, row)
    for (const row of rows.products) products.set(row.id, row)
    for (const id of rows.removedProducts) products.delete(id)
    edges.change(rows.edges)
    addAmounts(words, rows.words)
    this.#progress = rows.progress ?? this.#progress
  }

  getRecords(ids: readonly RecordId[]): (StoredRecord | undefined)[] {
    return ids.map((id) => {
      const row = this.#maps.records.get(id)
      return row === undefined ? undefined : this.#ledger.withLink(row)
    })
  }

  getProducts(ids: readonly ProductId[]): (ProductRow | undefined)[] {
    return ids.map((id) => this.#maps.products.get(id))
  }

  edges(ids: readonly RecordId[]): EdgeRow[][] {
    return ids.map((id) => this.#maps.edges.of(id))
  }

  async swapIn(commit: Commit, index: IndexGeneration): Promise<CommitResult> {
    return this.#ledger.swapTo(commit, this.#maps, this.plan, index)
  }

  async clear(): Promise<void> {
    this.#maps = emptyMaps()
  }
}

function emptyMaps(): DerivedMaps {
  return { records: new Map(), products: new Map(), edges: new PairTable(), words: new Map() }
}
