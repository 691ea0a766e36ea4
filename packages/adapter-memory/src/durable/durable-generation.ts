import type {
  Commit,
  CommitResult,
  EdgeRow,
  GenerationRows,
  ProductId,
  ProductRow,
  RecordId,
  StoredRecord,
} from '@utpid/core'
import type { IndexGeneration } from '../index-generation.ts'
import type { GenerationTables } from '../open-generation.ts'
import type { DurableLedger } from './durable-ledger.ts'
import { addWords } from './ledger-writer.ts'
import type { LmdbTables } from './lmdb-tables.ts'
import { PairRows } from './pair-rows.ts'
import { decodeJson, decodeRecord, encodeJson, encodeRecord } from './row-encoding.ts'
import { idKey } from './row-keys.ts'

/** The tables of a generation in the spare tables of the LMDB file. */
export class DurableGeneration implements GenerationTables {
  readonly #tables: LmdbTables
  readonly #ledger: DurableLedger
  readonly #edges: PairRows<EdgeRow>
  readonly switchTo: (commit: Commit, index: IndexGeneration) => Promise<CommitResult>
  readonly clear: () => Promise<void>

  constructor(options: {
    tables: LmdbTables
    ledger: DurableLedger
    switchTo: (commit: Commit, index: IndexGeneration) => Promise<CommitResult>
    clear: () => Promise<void>
  }) {
    const { tables, ledger, switchTo, clear } = options
    this.#tables = tables
    this.#ledger = ledger
    this.#edges = new PairRows(() => ({ forward: tables.spare.edges, back: tables.spare.edgesBack }), 'Edge')
    this.switchTo = switchTo
    this.clear = clear
  }

  async put(rows: GenerationRows): Promise<void> {
    const { spare } = this.#tables
    // A row that cannot be encoded fails here, with nothing written.
    const records = rows.records.map(({ row }) => [idKey(row.id), encodeRecord(row)] as const)
    const products = rows.products.map((row) => [idKey(row.id), encodeJson(row)] as const)
    await this.#ledger.putSpare(() => {
      for (const [key, value] of records) spare.records.put(key, value)
      for (const [key, value] of products) spare.products.put(key, value)
      for (const id of rows.endedProducts) spare.products.remove(idKey(id))
      this.#edges.change(rows.edges)
      addWords(spare.words, rows.words)
    })
  }

  getRecords(ids: readonly RecordId[]): (StoredRecord | undefined)[] {
    return ids.map((id) => {
      const value = this.#tables.spare.records.get(idKey(id))
      return value === undefined ? undefined : this.#ledger.withLink(decodeRecord(value, `Record ${id}`))
    })
  }

  getProducts(ids: readonly ProductId[]): (ProductRow | undefined)[] {
    return ids.map((id) => {
      const value = this.#tables.spare.products.get(idKey(id))
      return value === undefined ? undefined : decodeJson<ProductRow>(value, `Product ${id}`)
    })
  }

  edges(ids: readonly RecordId[]): EdgeRow[][] {
    return ids.map((id) => this.#edges.of(id))
  }
}
