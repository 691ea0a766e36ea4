import type { ProductId, SupplierCode } from '@utpid/core'
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
  JudgementRow,
  LedgerHead,
  LineageRow,
  ModelVersion,
  ModelVersionRow,
  ProductRow,
  RecordId,
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
  type Lifetime,
  lineageOf,
  productOf,
  recordBodyOf,
  type StoredLineage,
  type StoredProduct,
} from '@utpid/core/storage'
import { arrayOf } from '../connection/connection.ts'
import type { Database } from '../connection/database.ts'
import { headRow } from '../tables/head-row.ts'
import { decodeText, textKey, textOf } from '../tables/stored-text.ts'
import type { Tables } from '../tables/tables.ts'
import { decisionCounts, decisionsBefore } from './decision-reads.ts'
import {
  byRecord,
  type EdgeColumns,
  edgeOf,
  type RecordColumns,
  selectByRecord,
  selectRecordPage,
  selectRecords,
  storedRecordOf,
} from './rows-read.ts'

interface Content<Row> {
  readonly content: Row
}

interface ConcordanceColumns extends Content<NonNullable<ConcordanceRow['content']>> {
  readonly id: string
  readonly whole: string | null
}

function concordanceRowOf({ id, whole, content }: ConcordanceColumns): ConcordanceRow {
  return { id: textOf(id, whole), content }
}

/** Reads of a ledger by id and in scans. Each call is one statement. */
export class LedgerReads {
  protected readonly lifetime: Lifetime
  protected readonly database: Database
  protected readonly tables: Tables

  constructor(lifetime: Lifetime, database: Database, tables: Tables) {
    this.lifetime = lifetime
    this.database = database
    this.tables = tables
  }

  async head(): Promise<LedgerHead> {
    this.lifetime.check()
    const rows = await this.database.query<{
      change: ChangeNumber
      index_version: string | null
      scoring: ModelVersion | null
    }>(`select change, index_version, scoring from ${this.tables.head}`)
    const { change, index_version: indexVersion, scoring } = headRow(rows, this.tables)
    return {
      change,
      ...(indexVersion === null ? {} : { indexVersion: decodeText(indexVersion) }),
      ...(scoring === null ? {} : { modelVersion: scoring }),
    }
  }

  async getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]> {
    return await this.byId(
      ids,
      `select id, revision, content from ${this.tables.derived.products} where id = any($1::bigint[])`,
      (row: StoredProduct) => [row.id, productOf(row)],
    )
  }

  async getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    return await this.byId(
      ids,
      `${selectRecords(this.tables.derived, this.tables)} where r.id = any($1::bigint[])`,
      (row: RecordColumns) => [row.id, storedRecordOf(row)],
    )
  }

  async suppliersOf(ids: readonly RecordId[]): Promise<(string | undefined)[]> {
    return await this.byId(
      ids,
      `select id, content from ${this.tables.derived.records} where id = any($1::bigint[])`,
      ({ id, content }: { readonly id: RecordId; readonly content: string }) => [
        id,
        recordBodyOf(content).record.supplier,
      ],
    )
  }

  async details(ids: readonly RecordId[]): Promise<(DetailsContent | undefined)[]> {
    return await this.byId(
      ids,
      `select record_id, content from ${this.tables.details} where record_id = any($1::bigint[])`,
      ({ record_id, content }: Content<DetailsContent> & { readonly record_id: RecordId }) => [record_id, content],
    )
  }

  async bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]> {
    this.#checkBatch(codes)
    const keys = codes.map(({ supplier, code }) => [textKey(supplier), textKey(code)] as const)
    const rows = await this.database.query<{ place: number; record_id: RecordId }>(
      `select given.place, c.record_id
       from unnest($1::text[], $2::text[]) with ordinality as given(supplier, code, place)
       join ${this.tables.codes} c on c.supplier = given.supplier and c.code = given.code`,
      [keys.map(([supplier]) => supplier), keys.map(([, code]) => code)],
    )
    const found = new Map(rows.map(({ place, record_id }) => [place - 1, record_id]))
    return codes.map((_, at) => found.get(at))
  }

  async byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]> {
    this.#checkBatch(aliases)
    const keys = aliases.map(textKey)
    const rows = await this.database.query<{ alias: string; product_id: ProductId }>(
      `select alias, product_id from ${this.tables.aliases} where alias = any($1::text[])`,
      [keys],
    )
    const found = new Map(rows.map(({ alias, product_id }) => [alias, product_id]))
    return keys.map((key) => found.get(key))
  }

  async concordances(ids: readonly string[]): Promise<(ConcordanceRow | undefined)[]> {
    this.#checkBatch(ids)
    const keys = ids.map(textKey)
    const rows = await this.database.query<ConcordanceColumns>(
      `select id, whole, content from ${this.tables.concordances} where id = any($1::text[])`,
      [keys],
    )
    const found = new Map(rows.map((row) => [row.id, concordanceRowOf(row)]))
    return keys.map((key) => found.get(key))
  }

  async edges(ids: readonly RecordId[]): Promise<EdgeRow[][]> {
    this.#checkIds(ids)
    const select = selectByRecord(this.tables.derived.edges, 'a, b, weight, confidence, model, epoch')
    const rows = await this.database.query<EdgeColumns>(select, [arrayOf(ids)])
    return byRecord(ids, rows.map(edgeOf))
  }

  async judgements(ids: readonly RecordId[]): Promise<JudgementRow[][]> {
    this.#checkIds(ids)
    const select = selectByRecord(this.tables.rulings, 'content')
    const rows = await this.database.query<Content<JudgementRow>>(select, [arrayOf(ids)])
    return byRecord(
      ids,
      rows.map(({ content }) => content),
    )
  }

  async lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]> {
    return await this.byId(
      ids,
      `select id, content from ${this.tables.lineage} where id = any($1::bigint[])`,
      (row: StoredLineage) => [row.id, lineageOf(row)],
    )
  }

  async verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]> {
    this.#checkIds(ids)
    const rows = await this.database.query<Content<VerificationRow>>(
      `select content from ${this.tables.verifications} where product_id = any($1::bigint[])
       order by product_id, written, position`,
      [arrayOf(ids)],
    )
    const histories = new Map<ProductId, VerificationRow[]>()
    for (const { content } of rows) {
      const history = histories.get(content.productId)
      if (history === undefined) histories.set(content.productId, [content])
      else history.push(content)
    }
    return ids.map((id) => [...(histories.get(id) ?? [])])
  }

  async decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]> {
    return await this.byId(
      changes,
      `select content from ${this.tables.decisions} where change = any($1::bigint[])`,
      ({ content }: Content<DecisionRow>) => [content.change, content],
    )
  }

  async listDecisions(query: DecisionQuery): Promise<DecisionRow[]> {
    this.lifetime.check()
    checkLimit(query.limit)
    return await decisionsBefore(this.database, this.tables.decisions, query)
  }

  async countDecisions(from: string, to: string): Promise<DecisionCount[]> {
    this.lifetime.check()
    return await decisionCounts(this.database, this.tables.decisions, from, to)
  }

  async suppliers(): Promise<SupplierRow[]> {
    const rows = await this.#contents<SupplierRow>(`select content from ${this.tables.suppliers}`)
    return rows.sort((a, b) => compareText(a.id, b.id))
  }

  async imports(supplier: string, before: ChangeNumber, limit: number): Promise<ImportRow[]> {
    this.#checkScan(before, limit, 0)
    const select = `select content from ${this.tables.imports}
       where supplier = $1 and ($2 = 0 or change < $2) order by change desc limit $3`
    return await this.#contents<ImportRow>(select, [textKey(supplier), before, limit])
  }

  async modelVersions(): Promise<ModelVersionRow[]> {
    const rows = await this.#contents<ModelVersionRow>(`select content from ${this.tables.scorings}`)
    return rows.sort((a, b) => compareText(a.name, b.name))
  }

  async counters(): Promise<ReadonlyMap<string, number>> {
    this.lifetime.check()
    const rows = await this.database.query<{ name: string; whole: string | null; amount: number }>(
      `select name, whole, amount from ${this.tables.counters}`,
    )
    const counters = rows.map(({ name, whole, amount }) => [textOf(name, whole), amount] as const)
    return new Map(counters.sort(([a], [b]) => compareText(a, b)))
  }

  async words(words: readonly string[]): Promise<number[]> {
    this.#checkBatch(words)
    const keys = words.map(textKey)
    const rows = await this.database.query<{ word: string; records: number }>(
      `select word, records from ${this.tables.derived.words} where word = any($1::text[])`,
      [keys],
    )
    const counts = new Map(rows.map(({ word, records }) => [word, records]))
    return keys.map((key) => counts.get(key) ?? 0)
  }

  async commonWords(records: number): Promise<ReadonlyMap<string, number>> {
    this.lifetime.check()
    checkRecordCount(records)
    const rows = await this.database.query<{ word: string; whole: string | null; records: number }>(
      `select word, whole, records from ${this.tables.derived.words} where records >= $1`,
      [records],
    )
    return new Map(rows.map(({ word, whole, records: count }) => [textOf(word, whole), count]))
  }

  async scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]> {
    this.#checkScan(after, limit, -1)
    const select = selectRecordPage(this.tables.derived, this.tables)
    const rows = await this.database.query<RecordColumns>(select, [after, limit])
    return rows.map(storedRecordOf)
  }

  async scanProducts(after: ProductId, limit: number): Promise<ProductRow[]> {
    this.#checkScan(after, limit, -1)
    const rows = await this.database.query<StoredProduct>(
      `select id, revision, content from ${this.tables.derived.products} where id > $1 order by id limit $2`,
      [after, limit],
    )
    return rows.map(productOf)
  }

  async scanLineage(after: ProductId, limit: number): Promise<LineageRow[]> {
    this.#checkScan(after, limit, -1)
    const rows = await this.database.query<StoredLineage>(
      `select id, content from ${this.tables.lineage} where id > $1 order by id limit $2`,
      [after, limit],
    )
    return rows.map(lineageOf)
  }

  async scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]> {
    this.#checkScan(after, limit, 0)
    const select = `select content from ${this.tables.decisions} where change > $1 order by change limit $2`
    return await this.#contents<DecisionRow>(select, [after, limit])
  }

  async scanAliases(after: string | undefined, limit: number): Promise<AliasRow[]> {
    this.lifetime.check()
    checkLimit(limit)
    const rows = await this.database.query<{ alias: string; whole: string | null; product_id: ProductId }>(
      `select alias, whole, product_id from ${this.tables.aliases}
       ${after === undefined ? '' : 'where alias > $2'} order by alias limit $1`,
      [limit, ...(after === undefined ? [] : [textKey(after)])],
    )
    return rows.map(({ alias, whole, product_id }) => ({ alias: textOf(alias, whole), productId: product_id }))
  }

  async scanConcordances(after: string | undefined, limit: number): Promise<ConcordanceRow[]> {
    this.lifetime.check()
    checkLimit(limit)
    const rows = await this.database.query<ConcordanceColumns>(
      `select id, whole, content from ${this.tables.concordances}
       ${after === undefined ? '' : 'where id > $2'} order by id limit $1`,
      [limit, ...(after === undefined ? [] : [textKey(after)])],
    )
    return rows.map(concordanceRowOf)
  }

  async scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]> {
    this.lifetime.check()
    checkLimit(limit)
    const rows = await this.database.query<{ code: string; whole: string | null; record_id: RecordId }>(
      `select code, whole, record_id from ${this.tables.codes}
       where supplier = $1 ${after === undefined ? '' : 'and code > $3'} order by code limit $2`,
      [textKey(supplier), limit, ...(after === undefined ? [] : [textKey(after)])],
    )
    return rows.map(({ code, whole, record_id }) => ({ code: textOf(code, whole), recordId: record_id }))
  }

  protected async byId<Columns extends object, Row>(
    ids: readonly number[],
    select: string,
    entryOf: (columns: Columns) => readonly [number, Row],
  ): Promise<(Row | undefined)[]> {
    this.#checkIds(ids)
    const rows = await this.database.query<Columns>(select, [arrayOf(ids)])
    const found = new Map(rows.map(entryOf))
    return ids.map((id) => found.get(id))
  }

  async #contents<Row>(select: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.lifetime.check()
    return (await this.database.query<Content<Row>>(select, values)).map(({ content }) => content)
  }

  #checkScan(after: number, limit: number, lowest: -1 | 0): void {
    this.lifetime.check()
    checkPage(after, limit, lowest)
  }

  #checkBatch(batch: readonly unknown[]): void {
    this.lifetime.check()
    checkBatch(batch)
  }

  #checkIds(ids: readonly number[]): void {
    this.lifetime.check()
    checkIds(ids)
  }
}
