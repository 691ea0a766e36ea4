import type { ProductId, SupplierCode } from '@utpid/core'
import type {
  AlertFilter,
  AlertGroups,
  AlertPage,
  AlertQuery,
  AlertRow,
  AliasRow,
  BlockingKey,
  Change,
  ChangeNumber,
  CodeEntry,
  Commit,
  CommitResult,
  ConcordanceRow,
  DecisionCount,
  DecisionQuery,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  GenerationPlan,
  ImportRow,
  JudgementRow,
  Ledger,
  LedgerHead,
  LineageRow,
  LinkRow,
  ModelVersion,
  ModelVersionRow,
  ProductRow,
  RecordId,
  RecordRow,
  StoredRecord,
  SupplierRow,
  VerificationRow,
} from '@utpid/core/storage'
import {
  ChangeListeners,
  changeOfCommit,
  checkAlertQuery,
  checkBatch,
  checkCommit,
  checkContinuation,
  checkIds,
  checkLimit,
  checkPage,
  checkPreconditions,
  checkRecordCount,
  checkSwapBase,
  checkSwapComplete,
  compareText,
  concordanceKey,
  defined,
  indexChangeOf,
  type Lifetime,
  type RetentionSettings,
  stampChange,
} from '@utpid/core/storage'
import type { IndexGeneration } from '../index/index-generation.ts'
import type { MemoryIndex } from '../index/memory-index.ts'
import { addAmounts } from './add-amounts.ts'
import { AlertTable } from './alert-table.ts'
import { AliasTable } from './alias-table.ts'
import { ChangeLog } from './change-log.ts'
import { CodeTable } from './code-table.ts'
import { ConcordanceTable } from './concordance-table.ts'
import { DecisionTable } from './decision-table.ts'
import { ImportTable } from './import-table.ts'
import type { DerivedMaps } from './map-generation.ts'
import { OrderedIds } from './ordered-ids.ts'
import { PairTable } from './pair-table.ts'
import { RecentKeys } from './recent-keys.ts'

/**
 * A ledger in maps. A commit runs from its first check to its last write without yielding, which makes it atomic and
 * excludes other writers. Rows are not copied: by contract, neither caller nor ledger modifies them.
 */
export class MapLedger implements Ledger {
  readonly listeners: ChangeListeners = new ChangeListeners()
  readonly #lifetime: Lifetime
  readonly #index: MemoryIndex
  readonly #log: ChangeLog
  readonly #recentKeys = new RecentKeys(0)
  #records = new Map<RecordId, RecordRow>()
  readonly #details = new Map<RecordId, DetailsContent>()
  readonly #links = new Map<RecordId, LinkRow>()
  readonly #codes = new CodeTable()
  #products = new Map<ProductId, ProductRow>()
  readonly #lineage = new Map<ProductId, LineageRow>()
  readonly #aliases = new AliasTable()
  #edges = new PairTable<EdgeRow>()
  readonly #judgements = new PairTable<JudgementRow>()
  readonly #alerts = new AlertTable()
  readonly #verifications = new Map<ProductId, VerificationRow[]>()
  readonly #decisions = new Map<ChangeNumber, DecisionRow>()
  readonly #decisionOrder = new DecisionTable()
  readonly #suppliers = new Map<string, SupplierRow>()
  readonly #concordances = new ConcordanceTable()
  readonly #imports = new ImportTable()
  readonly #counters = new Map<string, number>()
  #words = new Map<string, number>()
  readonly #recordIds = new OrderedIds(() => this.#records.keys())
  readonly #productIds = new OrderedIds(() => this.#products.keys())
  readonly #mintedIds = new OrderedIds(() => this.#lineage.keys())
  readonly #decidedChanges = new OrderedIds(() => this.#decisions.keys())
  readonly #modelVersions = new Map<string, ModelVersionRow>()
  #indexVersion: string | undefined
  #modelVersion: ModelVersion | undefined

  /** @param index - Receives every transaction before its commit resolves. */
  constructor(lifetime: Lifetime, retention: RetentionSettings, index: MemoryIndex) {
    this.#lifetime = lifetime
    this.#index = index
    this.#log = new ChangeLog(retention)
  }

  async commit(given: Commit): Promise<CommitResult> {
    this.#lifetime.check()
    checkCommit(given)
    const known = given.idempotencyKey === undefined ? undefined : this.#log.changeOfKey(given.idempotencyKey)
    if (known !== undefined) return { change: known, repeated: true }
    this.#checkPreconditions(given)
    return { change: this.#write(given), repeated: false }
  }

  /** Commits, and replaces the derived rows with the rows of another generation. */
  swapTo(given: Commit, maps: DerivedMaps, plan: GenerationPlan, index: IndexGeneration): CommitResult {
    checkSwapBase(given.readVersion, this.#log.head)
    this.#checkPreconditions(given)
    checkSwapComplete('records', maps.records.size, this.#records.size)
    checkSwapComplete('products', maps.products.size, this.#products.size)
    this.#records = maps.records
    this.#products = maps.products
    this.#edges = maps.edges
    this.#words = maps.words
    this.#recordIds.changed()
    this.#productIds.changed()
    this.#indexVersion = plan.indexVersion
    if (plan.modelVersion !== undefined) this.#modelVersion = plan.modelVersion
    for (const row of plan.modelVersionRows ?? []) this.#modelVersions.set(row.name, row)
    this.#index.swapTo(index)
    const change = this.#write(given)
    // Drops the keys: keys of a new index version are unrelated to earlier keys.
    this.#recentKeys.restart(change)
    return { change, repeated: false }
  }

  #checkPreconditions(given: Commit): void {
    checkPreconditions(
      given,
      {
        head: this.#log.head,
        indexVersion: this.#indexVersion,
        modelVersion: this.#modelVersion,
        recordRevision: (id) => this.#records.get(id)?.revision ?? 0,
        hasDetails: (id) => this.#details.has(id),
        productRevision: (id) => this.#products.get(id)?.revision,
        wasMinted: (id) => this.#lineage.has(id),
        productOfAlias: (alias) => this.#aliases.productOf(alias),
        decision: (change) => this.#decisions.get(change),
      },
      this.#recentKeys,
    )
  }

  #write(given: Commit): ChangeNumber {
    const change = this.#log.head + 1
    const commit = stampChange(given, change)
    const entry = changeOfCommit(commit, change)
    const { concordances = [] } = commit
    const touched = this.#writeRecords(commit)
    for (const row of concordances) {
      this.#concordances.put(row)
      touched.push(concordanceKey(row.id))
    }
    this.#recentKeys.add(change, touched)
    this.#writeProducts(commit)
    this.#writePairs(commit)
    this.#writeDecisions(commit)
    for (const row of commit.suppliers) this.#suppliers.set(row.id, row)
    for (const row of commit.imports ?? []) this.#imports.put(row)
    addAmounts(this.#counters, commit.counters)
    addAmounts(this.#words, commit.words)
    this.#log.add(entry)
    this.#index.applyNow(indexChangeOf(commit, change))
    this.listeners.notify()
    return change
  }

  /** @returns all previous and new keys of the changed records. */
  #writeRecords(commit: Commit): BlockingKey[] {
    const touched: BlockingKey[] = []
    for (const row of commit.records) {
      const previous = this.#records.get(row.id)
      if (previous === undefined) this.#recordIds.changed()
      else touched.push(...previous.keys)
      touched.push(...row.keys)
      this.#records.set(row.id, row)
      this.#codes.put(row.record, row.id)
    }
    for (const { recordId, content } of commit.details) {
      if (content === undefined) this.#details.delete(recordId)
      else this.#details.set(recordId, content)
    }
    for (const link of commit.links) this.#links.set(link.recordId, link)
    for (const id of commit.unlinked) {
      this.#links.delete(id)
      touched.push(...(this.#records.get(id)?.keys ?? []))
    }
    return touched
  }

  #writeProducts(commit: Commit): void {
    for (const row of commit.products) {
      if (!this.#products.has(row.id)) this.#productIds.changed()
      this.#products.set(row.id, row)
    }
    for (const id of commit.removedProducts) if (this.#products.delete(id)) this.#productIds.changed()
    for (const row of commit.lineage) {
      if (!this.#lineage.has(row.id)) this.#mintedIds.changed()
      this.#lineage.set(row.id, row)
    }
    for (const row of commit.aliases) this.#aliases.put(row)
    for (const row of commit.verifications) {
      const history = this.#verifications.get(row.productId)
      if (history === undefined) this.#verifications.set(row.productId, [row])
      else history.push(row)
    }
  }

  #writePairs(commit: Commit): void {
    this.#edges.change(commit.edges)
    for (const judgement of commit.judgements) this.#judgements.set(judgement)
    this.#alerts.put(commit.alerts)
  }

  #writeDecisions(commit: Commit): void {
    for (const row of commit.decisions) {
      if (!this.#decisions.has(row.change)) this.#decidedChanges.changed()
      this.#decisions.set(row.change, row)
      this.#decisionOrder.put(row)
    }
  }

  async head(): Promise<LedgerHead> {
    this.#lifetime.check()
    return {
      change: this.#log.head,
      ...defined({ indexVersion: this.#indexVersion, modelVersion: this.#modelVersion }),
    }
  }

  setIndexVersion(indexVersion: string): void {
    this.#lifetime.check()
    this.#indexVersion = indexVersion
  }

  setModelVersion(modelVersion: ModelVersion, rows: readonly ModelVersionRow[]): void {
    this.#lifetime.check()
    this.#modelVersion = modelVersion
    for (const row of rows) this.#modelVersions.set(row.name, row)
  }

  /**
   * Continues the numbering after a change, and deletes the change feed up to that change.
   *
   * @throws `validation_failed`
   */
  setNextChange(change: ChangeNumber): void {
    this.#lifetime.check()
    checkContinuation(change, this.#log.head)
    this.#log.restart(change)
    this.#recentKeys.restart(change)
  }

  async getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#products.get(id))
  }

  async getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#storedRecord(id))
  }

  async suppliersOf(ids: readonly RecordId[]): Promise<(string | undefined)[]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#storedRecord(id)?.row.record.supplier)
  }

  async details(ids: readonly RecordId[]): Promise<(DetailsContent | undefined)[]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#details.get(id))
  }

  async bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]> {
    this.#checkBatch(codes)
    return codes.map((code) => this.#codes.recordOf(code))
  }

  async byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]> {
    this.#checkBatch(aliases)
    return aliases.map((alias) => this.#aliases.productOf(alias))
  }

  async byIdempotencyKey(idempotencyKeys: readonly string[]): Promise<(ChangeNumber | undefined)[]> {
    this.#checkBatch(idempotencyKeys)
    return idempotencyKeys.map((idempotencyKey) => this.#log.changeOfKey(idempotencyKey))
  }

  async edges(ids: readonly RecordId[]): Promise<EdgeRow[][]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#edges.of(id))
  }

  async lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#lineage.get(id))
  }

  async alerts(query: AlertQuery): Promise<AlertPage> {
    this.#lifetime.check()
    checkAlertQuery(query)
    return this.#alerts.page(query)
  }

  async alertGroups(filter: AlertFilter, limit: number): Promise<AlertGroups> {
    this.#lifetime.check()
    checkLimit(limit)
    return this.#alerts.groups(filter, limit)
  }

  async getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]> {
    this.#checkBatch(ids)
    return ids.map((id) => this.#alerts.get(id))
  }

  async openAlerts(ids: readonly ProductId[]): Promise<AlertRow[][]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#alerts.openOf(id))
  }

  async judgements(ids: readonly RecordId[]): Promise<JudgementRow[][]> {
    this.#checkIds(ids)
    return ids.map((id) => this.#judgements.of(id))
  }

  async verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]> {
    this.#checkIds(ids)
    return ids.map((id) => [...(this.#verifications.get(id) ?? [])])
  }

  async decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]> {
    this.#checkIds(changes)
    return changes.map((change) => this.#decisions.get(change))
  }

  async listDecisions(query: DecisionQuery): Promise<DecisionRow[]> {
    this.#lifetime.check()
    checkLimit(query.limit)
    return this.#decisionOrder.list(query)
  }

  async countDecisions(from: string, to: string): Promise<DecisionCount[]> {
    this.#lifetime.check()
    return this.#decisionOrder.count(from, to)
  }

  async suppliers(): Promise<SupplierRow[]> {
    this.#lifetime.check()
    return [...this.#suppliers.values()].sort((a, b) => compareText(a.id, b.id))
  }

  async concordances(ids: readonly string[]): Promise<(ConcordanceRow | undefined)[]> {
    this.#checkBatch(ids)
    return ids.map((id) => this.#concordances.get(id))
  }

  async imports(supplier: string, before: ChangeNumber, limit: number): Promise<ImportRow[]> {
    this.#lifetime.check()
    checkPage(before, limit, 0)
    return this.#imports.before(supplier, before, limit)
  }

  async modelVersions(): Promise<ModelVersionRow[]> {
    this.#lifetime.check()
    return [...this.#modelVersions.values()].sort((a, b) => compareText(a.name, b.name))
  }

  async counters(): Promise<ReadonlyMap<string, number>> {
    this.#lifetime.check()
    return new Map([...this.#counters].sort(([a], [b]) => compareText(a, b)))
  }

  async words(words: readonly string[]): Promise<number[]> {
    this.#checkBatch(words)
    return words.map((word) => this.#words.get(word) ?? 0)
  }

  async commonWords(records: number): Promise<ReadonlyMap<string, number>> {
    this.#lifetime.check()
    checkRecordCount(records)
    return new Map([...this.#words].filter(([, count]) => count >= records))
  }

  async scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]> {
    this.#lifetime.check()
    checkPage(after, limit, -1)
    return this.#recordIds.after(after, limit).flatMap((id) => this.#storedRecord(id) ?? [])
  }

  async scanProducts(after: ProductId, limit: number): Promise<ProductRow[]> {
    this.#lifetime.check()
    checkPage(after, limit, -1)
    return this.#productIds.after(after, limit).flatMap((id) => this.#products.get(id) ?? [])
  }

  async scanLineage(after: ProductId, limit: number): Promise<LineageRow[]> {
    this.#lifetime.check()
    checkPage(after, limit, -1)
    return this.#mintedIds.after(after, limit).flatMap((id) => this.#lineage.get(id) ?? [])
  }

  async scanAlerts(after: string | undefined, limit: number): Promise<AlertRow[]> {
    this.#lifetime.check()
    checkLimit(limit)
    return this.#alerts.after(after, limit)
  }

  async scanAliases(after: string | undefined, limit: number): Promise<AliasRow[]> {
    this.#lifetime.check()
    checkLimit(limit)
    return this.#aliases.after(after, limit)
  }

  async scanConcordances(after: string | undefined, limit: number): Promise<ConcordanceRow[]> {
    this.#lifetime.check()
    checkLimit(limit)
    return this.#concordances.after(after, limit)
  }

  async scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]> {
    this.#lifetime.check()
    checkPage(after, limit, 0)
    return this.#decidedChanges.after(after, limit).flatMap((change) => this.#decisions.get(change) ?? [])
  }

  /** Returns codes in the order of their first arrival. */
  async scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]> {
    this.#lifetime.check()
    checkLimit(limit)
    return this.#codes.after(supplier, after, limit)
  }

  async changes(after: ChangeNumber, limit: number): Promise<Change[]> {
    this.#lifetime.check()
    checkPage(after, limit, 0)
    return this.#log.after(after, limit)
  }

  #storedRecord(id: RecordId): StoredRecord | undefined {
    const row = this.#records.get(id)
    return row === undefined ? undefined : this.withLink(row)
  }

  withLink(row: RecordRow): StoredRecord {
    const link = this.#links.get(row.id)
    return link === undefined ? { row } : { row, link }
  }

  #checkBatch(batch: readonly unknown[]): void {
    this.#lifetime.check()
    checkBatch(batch)
  }

  #checkIds(ids: readonly number[]): void {
    this.#lifetime.check()
    checkIds(ids)
  }
}
