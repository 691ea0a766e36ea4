import { setImmediate } from 'node:timers/promises'
import { type ProductId, RegistryError, type SupplierCode } from '@utpid/core'
import type {
  AliasRow,
  ChangeNumber,
  CodeEntry,
  ConcordanceRow,
  DecisionCount,
  DecisionQuery,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  ImportRow,
  IndexProduct,
  IndexRecord,
  JudgementRow,
  Ledger,
  LineageRow,
  LinkRow,
  ModelVersionRow,
  ProductRow,
  RecordId,
  RecordRow,
  StoredRecord,
  SupplierRow,
  VerificationRow,
} from '@utpid/core/storage'
import {
  checkBatch,
  checkIds,
  checkLimit,
  checkPage,
  checkRecordCount,
  compareText,
  indexProductOf,
  type Lifetime,
} from '@utpid/core/storage'
import { storageFailure } from '../folder/storage-failure.ts'
import { decodeLineage } from '../rows/lineage-encoding.ts'
import { decodeLink, decodeLinkedProduct } from '../rows/link-encoding.ts'
import { decodeProduct } from '../rows/product-encoding.ts'
import { decodeRecord, decodeRecordHead, decodeSupplier } from '../rows/record-encoding.ts'
import { decodeJson, decodeNumber } from '../rows/row-encoding.ts'
import { idKey, idOf, isLongTextKey, textKey, textOf } from '../rows/row-keys.ts'
import type { LedgerTables, Table } from '../tables/lmdb-tables.ts'
import { codeKey, codesAfter } from './code-rows.ts'
import { countDecisions, lacksEntries, listDecisions } from './decision-order.ts'
import { RowCache } from './decoded-rows.ts'
import { EdgeCache } from './edge-cache.ts'
import { EDGES } from './edge-encoding.ts'
import { importsBefore } from './import-rows.ts'
import { JUDGEMENTS } from './judgement-encoding.ts'
import type { NamedTotal } from './ledger-writer.ts'
import { PairRows } from './pair-rows.ts'

/** The number of words to read before a pause. Reading them takes about ten milliseconds. */
const WORDS_PER_SLICE = 10_000
/** The number of row cache bytes per cached edge. For example, 16 megabytes allow 100,000 edges. */
const CACHE_BYTES_PER_EDGE = 160

export interface LedgerReadsOptions {
  readonly lifetime: Lifetime
  readonly folder: string
  readonly tables: LedgerTables
  /** The maximum total size of cached rows, in bytes on disk. */
  readonly rowCacheBytes: number
}

/** Reads rows of a ledger from its LMDB tables or the cache. */
export abstract class LedgerReads
  implements
    Omit<
      Ledger,
      | 'commit'
      | 'head'
      | 'byIdempotencyKey'
      | 'alerts'
      | 'alertGroups'
      | 'getAlerts'
      | 'openAlerts'
      | 'scanAlerts'
      | 'changes'
    >
{
  protected readonly lifetime: Lifetime
  protected readonly folder: string
  readonly tables: LedgerTables
  protected readonly edgeCache: EdgeCache
  readonly #edges: PairRows<EdgeRow>
  readonly #judgements: PairRows<JudgementRow>
  readonly #records: RowCache<RecordRow>
  readonly #links: RowCache<LinkRow>
  readonly #products: RowCache<ProductRow>

  constructor({ lifetime, folder, tables, rowCacheBytes }: LedgerReadsOptions) {
    this.lifetime = lifetime
    this.folder = folder
    this.tables = tables
    this.#edges = new PairRows(() => ({ forward: tables.table.edges, reverse: tables.table.edgesReverse }), EDGES)
    this.#judgements = new PairRows(
      () => ({ forward: tables.table.judgements, reverse: tables.table.judgementsReverse }),
      JUDGEMENTS,
    )
    this.edgeCache = new EdgeCache(Math.floor(rowCacheBytes / CACHE_BYTES_PER_EDGE))
    this.#records = new RowCache(rowCacheBytes / 2, decodeRecord)
    this.#links = new RowCache(rowCacheBytes / 8, decodeLink)
    this.#products = new RowCache((rowCacheBytes * 3) / 8, decodeProduct)
  }

  async getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]> {
    return this.byIds(ids, (id) => this.#products.get(this.tables.table.products, id))
  }

  async getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    return this.byIds(ids, (id) => {
      const row = this.#records.get(this.tables.table.records, id)
      return row === undefined ? undefined : this.withLink(row)
    })
  }

  async suppliersOf(ids: readonly RecordId[]): Promise<(string | undefined)[]> {
    return this.byIds(ids, (id) => {
      const value = this.tables.table.records.get(idKey(id))
      return value === undefined ? undefined : decodeSupplier(value, id)
    })
  }

  /** Reads details without a cache: they are long, and few callers read them. */
  async details(ids: readonly RecordId[]): Promise<(DetailsContent | undefined)[]> {
    return this.byIds(ids, (id) => this.#row<DetailsContent>(this.tables.table.details, id, 'Details of record'))
  }

  async bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]> {
    return this.byTexts(codes, (code) => this.#number(this.tables.table.codes, codeKey(code), 'A supplier code'))
  }

  async byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]> {
    return this.byTexts(aliases, (alias) => {
      const value = this.tables.table.aliases.get(textKey(alias))
      return value === undefined ? undefined : decodeJson<AliasRow>(value, 'An alias').productId
    })
  }

  async edges(ids: readonly RecordId[]): Promise<EdgeRow[][]> {
    return this.byIds(ids, (id) => this.edgeCache.of(id, (each) => this.#edges.of(each)))
  }

  /** Returns the edges whose lower record id is in this range, sorted by lower and then higher record id. */
  edgesBetween(min: RecordId, max: RecordId): Iterable<EdgeRow> {
    return this.read(() => this.#edges.between(min, max))
  }

  judgedRecords(): Set<RecordId> {
    return this.read(() => {
      const ids = new Set<RecordId>()
      for (const { a, b } of this.#judgements.between()) ids.add(a).add(b)
      return ids
    })
  }

  async lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]> {
    return this.byIds(ids, (id) => {
      const value = this.tables.table.lineage.get(idKey(id))
      return value === undefined ? undefined : decodeLineage(value, id)
    })
  }

  async judgements(ids: readonly RecordId[]): Promise<JudgementRow[][]> {
    // Returns early: every write calls this method, and many registries have no judgements.
    if (this.read(() => this.tables.table.judgements.entries) === 0) return this.byIds(ids, () => [])
    return this.byIds(ids, (id) => this.#judgements.of(id))
  }

  async verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]> {
    return this.byIds(ids, (id) => {
      const range = { start: idKey(id, 0, 0), end: idKey(id + 1, 0, 0) }
      return [...rowsOf<VerificationRow>(this.tables.table.verifications, `A verification of product ${id}`, range)]
    })
  }

  async decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]> {
    return this.byIds(changes, (change) =>
      this.#row<DecisionRow>(this.tables.table.decisions, change, 'Decision of change'),
    )
  }

  async listDecisions(query: DecisionQuery): Promise<DecisionRow[]> {
    return this.read(() => {
      checkLimit(query.limit)
      this.#checkOrder()
      return listDecisions(this.tables.table, query)
    })
  }

  async countDecisions(from: string, to: string): Promise<DecisionCount[]> {
    return this.read(() => {
      this.#checkOrder()
      return countDecisions(this.tables.table, from, to)
    })
  }

  /** Opening a folder fills the order of its decisions. A registry package cannot be changed. */
  #checkOrder(): void {
    if (!lacksEntries(this.tables.table)) return
    throw new RegistryError(
      'storage_outdated',
      'An earlier version of utpid wrote this registry without a list of its decisions. Write the registry package again.',
    )
  }

  async suppliers(): Promise<SupplierRow[]> {
    return this.read(() =>
      [...rowsOf<SupplierRow>(this.tables.table.suppliers, 'A supplier')].sort((a, b) => compareText(a.id, b.id)),
    )
  }

  async concordances(ids: readonly string[]): Promise<(ConcordanceRow | undefined)[]> {
    const { concordances } = this.tables.table
    let isEmpty: boolean | undefined
    return this.byTexts(ids, (id) => {
      // Most registries have no concordance, and every import asks.
      isEmpty ??= concordances.entries === 0
      const value = isEmpty ? undefined : concordances.get(textKey(id))
      return value === undefined ? undefined : decodeJson<ConcordanceRow>(value, CONCORDANCE)
    })
  }

  async imports(supplier: string, before: ChangeNumber, limit: number): Promise<ImportRow[]> {
    return this.read(() => {
      checkPage(before, limit, 0)
      return importsBefore(this.tables.table.imports, supplier, before, limit)
    })
  }

  async modelVersions(): Promise<ModelVersionRow[]> {
    return this.read(() =>
      [...rowsOf<ModelVersionRow>(this.tables.table.modelVersions, 'A model version')].sort((a, b) =>
        compareText(a.name, b.name),
      ),
    )
  }

  async counters(): Promise<ReadonlyMap<string, number>> {
    return this.read(() => {
      const totals = [...rowsOf<NamedTotal>(this.tables.table.counters, 'A counter')]
      totals.sort((a, b) => compareText(a.name, b.name))
      return new Map(totals.map(({ name, total }) => [name, total]))
    })
  }

  async words(words: readonly string[]): Promise<number[]> {
    return this.byTexts(words, (word) => this.#number(this.tables.table.words, textKey(word), 'A word') ?? 0)
  }

  /** Pauses between slices: a large registry has millions of words. */
  async commonWords(records: number): Promise<ReadonlyMap<string, number>> {
    const common = new Map<string, number>()
    let from: Buffer | undefined
    do {
      from = this.read(() => {
        checkRecordCount(records)
        return this.#addCommonWords(common, records, from)
      })
      await setImmediate()
    } while (from !== undefined)
    return common
  }

  /** @returns the last key read; undefined at the end of the table. */
  #addCommonWords(common: Map<string, number>, records: number, after: Buffer | undefined): Buffer | undefined {
    const start = after === undefined ? {} : { start: after, exclusiveStart: true }
    let last: Buffer | undefined
    let read = 0
    for (const { key, value } of this.tables.table.words.getRange({ ...start, limit: WORDS_PER_SLICE })) {
      read++
      last = key
      const count = decodeNumber(value, 'A word')
      if (count >= records && !isLongTextKey(key)) common.set(textOf(key), count)
    }
    return read < WORDS_PER_SLICE ? undefined : last
  }

  async scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]> {
    return this.read(() => {
      checkPage(after, limit, -1)
      const page: StoredRecord[] = []
      for (const { key, value } of this.tables.table.records.getRange({ start: idKey(after + 1), limit })) {
        page.push(this.#storedRecord(idOf(key), value))
      }
      return page
    })
  }

  async scanProducts(after: ProductId, limit: number): Promise<ProductRow[]> {
    return this.read(() => {
      checkPage(after, limit, -1)
      return [...rowsWithId(this.tables.table.products, decodeProduct, { start: idKey(after + 1), limit })]
    })
  }

  async scanLineage(after: ProductId, limit: number): Promise<LineageRow[]> {
    return this.read(() => {
      checkPage(after, limit, -1)
      return [...rowsWithId(this.tables.table.lineage, decodeLineage, { start: idKey(after + 1), limit })]
    })
  }

  /** Returns aliases in key order, which differs from text order. */
  async scanAliases(after: string | undefined, limit: number): Promise<AliasRow[]> {
    return this.read(() => {
      checkLimit(limit)
      const range = after === undefined ? { limit } : { start: textKey(after), exclusiveStart: true, limit }
      return [...rowsOf<AliasRow>(this.tables.table.aliases, 'An alias', range)]
    })
  }

  /** Returns rows in key order, which differs from text order. */
  async scanConcordances(after: string | undefined, limit: number): Promise<ConcordanceRow[]> {
    return this.read(() => {
      checkLimit(limit)
      const range = after === undefined ? { limit } : { start: textKey(after), exclusiveStart: true, limit }
      return [...rowsOf<ConcordanceRow>(this.tables.table.concordances, CONCORDANCE, range)]
    })
  }

  async scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]> {
    return this.read(() => {
      checkPage(after, limit, 0)
      return [...rowsOf<DecisionRow>(this.tables.table.decisions, 'A decision', { start: idKey(after + 1), limit })]
    })
  }

  async scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]> {
    return this.read(() => {
      checkLimit(limit)
      return codesAfter(this.tables.table, supplier, after, limit)
    })
  }

  /** Yields the active records for the index. Decodes only the fields that the index needs. */
  *indexRecords(): Generator<IndexRecord> {
    for (const { key, value } of this.tables.table.records.getRange()) {
      const id = idOf(key)
      const productId = this.productOf(id)
      if (productId !== undefined) yield { id, productId, ...decodeRecordHead(value, id) }
    }
  }

  /** Returns one record as {@link indexRecords} yields it; undefined for an inactive record. */
  indexRecord(id: RecordId): IndexRecord | undefined {
    const productId = this.productOf(id)
    const value = productId === undefined ? undefined : this.tables.table.records.get(idKey(id))
    if (productId === undefined || value === undefined) return undefined
    return { id, productId, ...decodeRecordHead(value, id) }
  }

  /** Returns undefined for an inactive product. */
  indexProduct(id: ProductId): IndexProduct | undefined {
    const value = this.tables.table.products.get(idKey(id))
    return value === undefined ? undefined : indexProductOf(decodeProduct(value, id))
  }

  *indexProducts(): Generator<IndexProduct> {
    for (const row of rowsWithId(this.tables.table.products, decodeProduct)) yield indexProductOf(row)
  }

  #storedRecord(id: RecordId, value: Buffer): StoredRecord {
    return this.withLink(decodeRecord(value, id))
  }

  /** Returns the product of an active record; otherwise undefined. */
  productOf(id: RecordId): ProductId | undefined {
    const value = this.tables.table.links.get(idKey(id))
    return value === undefined ? undefined : decodeLinkedProduct(value, id)
  }

  withLink(row: RecordRow): StoredRecord {
    const { id } = row
    const link = this.#links.get(this.tables.table.links, id)
    return link === undefined ? { row } : { row, link }
  }

  #row<Row>(table: Table, id: number, what: string): Row | undefined {
    const value = table.get(idKey(id))
    return value === undefined ? undefined : decodeJson<Row>(value, `${what} ${id}`)
  }

  #number(table: Table, key: Buffer, what: string): number | undefined {
    const value = table.get(key)
    return value === undefined ? undefined : decodeNumber(value, what)
  }

  protected byIds<Answer>(ids: readonly number[], answer: (id: number) => Answer): Answer[] {
    return this.read(() => {
      checkIds(ids)
      return ids.map(answer)
    })
  }

  protected byTexts<Text, Answer>(texts: readonly Text[], answer: (text: Text) => Answer): Answer[] {
    return this.read(() => {
      checkBatch(texts)
      return texts.map(answer)
    })
  }

  protected read<Answer>(answer: () => Answer): Answer {
    this.lifetime.check()
    try {
      return answer()
    } catch (error) {
      throw storageFailure(error, this.folder)
    }
  }
}

const CONCORDANCE = 'A row of the concordances'

interface RowRange {
  readonly start?: Buffer
  readonly exclusiveStart?: boolean
  readonly end?: Buffer
  readonly limit?: number
}

export function* rowsOf<Row>(table: Table, what: string, range: RowRange = {}): Generator<Row> {
  for (const { value } of table.getRange(range)) yield decodeJson<Row>(value, what)
}

function* rowsWithId<Row>(
  table: Table,
  decode: (value: Buffer, id: number) => Row,
  range: RowRange = {},
): Generator<Row> {
  for (const { key, value } of table.getRange(range)) yield decode(value, idOf(key))
}
