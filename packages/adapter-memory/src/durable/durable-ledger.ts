import { setImmediate } from 'node:timers/promises'
import {
  type AlertPage,
  type AlertQuery,
  type AlertRow,
  type AliasRow,
  type Change,
  type ChangeNumber,
  type CodeEntry,
  type Commit,
  type CommitResult,
  type DecisionRow,
  type EdgeRow,
  type IndexChange,
  type IndexProduct,
  type IndexRecord,
  indexChangeOf,
  indexProductOf,
  type Ledger,
  type LedgerHead,
  type LineageRow,
  type LinkRow,
  numberRows,
  type ProductId,
  type ProductRow,
  type RecordId,
  type RecordRow,
  RegistryError,
  type RulingRow,
  type ScoringRow,
  type StoredRecord,
  type SupplierCode,
  type SupplierRow,
  type VerificationRow,
} from '@utpid/core'
import { AlertTable } from '../alert-table.ts'
import { checkCommit } from '../commit-check.ts'
import type { Lifetime } from '../lifetime.ts'
import { checkComplete, checkSwitchBase } from '../open-generation.ts'
import {
  checkAlertQuery,
  checkBatch,
  checkContinuation,
  checkIds,
  checkLimit,
  checkPage,
  checkRecordCount,
} from '../read-arguments.ts'
import { RecentKeys } from '../recent-keys.ts'
import type { RetentionSettings } from '../storage-options.ts'
import { compareText } from '../text-order.ts'
import { ChangeRows } from './change-rows.ts'
import { codeKey, codesAfter } from './code-rows.ts'
import { CommitQueue, type Outcome } from './commit-queue.ts'
import { DecodedRows } from './decoded-rows.ts'
import { HEAD_KEY, LedgerWriter, type MadeBy, type NamedTotal } from './ledger-writer.ts'
import type { LmdbTables, Table } from './lmdb-tables.ts'
import { PairRows } from './pair-rows.ts'
import { RecentEdges } from './recent-edges.ts'
import { decodeJson, decodeNumber, decodeRecord, decodeRecordHead } from './row-encoding.ts'
import { idKey, idOf, isLongTextKey, textKey, textOf } from './row-keys.ts'
import { commitFailure, storageFailure } from './storage-failure.ts'

/** Words read without giving way: some ten milliseconds. */
const WORDS_PER_SLICE = 10_000
/** Of what rows may take, for each edge that is remembered beside them: 100,000 with 32 megabytes. */
const CACHE_BYTES_AN_EDGE = 320

/**
 * The ledger in an LMDB file. Steps that wait together are written in one transaction, each as
 * a child of its own that can fail alone, and are acknowledged after the flush of all.
 */
export class DurableLedger implements Ledger {
  readonly #lifetime: Lifetime
  readonly #folder: string
  readonly #tables: LmdbTables
  readonly #follow: (change: IndexChange) => void
  readonly #madeBy: () => MadeBy
  readonly #changes: ChangeRows
  readonly #recentKeys: RecentKeys
  readonly #writer: LedgerWriter
  readonly #queue: CommitQueue = new CommitQueue((group) => this.#writeGroup(group))
  readonly #edges: PairRows<EdgeRow>
  readonly #recentEdges: RecentEdges
  readonly #rulings: PairRows<RulingRow>
  readonly #alerts = new AlertTable()
  readonly #records: DecodedRows<RecordRow>
  readonly #links: DecodedRows<LinkRow>
  readonly #products: DecodedRows<ProductRow>
  /** The last change that is on disk and in the index. */
  #head: ChangeNumber

  constructor(options: {
    lifetime: Lifetime
    folder: string
    tables: LmdbTables
    retention: RetentionSettings
    /** What decoded rows may take on disk, at most. */
    rowCacheBytes: number
    madeBy: () => MadeBy
    /** Told of every step before its commit resolves. */
    follow: (change: IndexChange) => void
  }) {
    const { lifetime, folder, tables, retention, rowCacheBytes, madeBy, follow } = options
    this.#lifetime = lifetime
    this.#folder = folder
    this.#tables = tables
    this.#madeBy = madeBy
    this.#follow = follow
    const head = tables.table.meta.get(HEAD_KEY)
    this.#head = head === undefined ? 0 : decodeNumber(head, 'The head')
    this.#recentKeys = new RecentKeys(this.#head)
    this.#changes = new ChangeRows(tables, retention)
    this.#writer = new LedgerWriter(tables, this.#changes, this.#recentKeys)
    this.#edges = new PairRows(() => ({ forward: tables.table.edges, back: tables.table.edgesBack }), 'Edge')
    this.#rulings = new PairRows(() => ({ forward: tables.table.rulings, back: tables.table.rulingsBack }), 'Ruling')
    this.#recentEdges = new RecentEdges(Math.floor(rowCacheBytes / CACHE_BYTES_AN_EDGE))
    this.#records = new DecodedRows(rowCacheBytes / 2, (value, id) => decodeRecord(value, `Record ${id}`))
    this.#links = new DecodedRows(rowCacheBytes / 8, (value, id) => decodeJson(value, `Link of record ${id}`))
    this.#products = new DecodedRows((rowCacheBytes * 3) / 8, (value, id) => decodeJson(value, `Product ${id}`))
    this.#alerts.put([...rowsOf<AlertRow>(tables.table.alerts, 'An alert')])
  }

  async commit(commit: Commit): Promise<CommitResult> {
    this.#lifetime.check()
    checkCommit(commit)
    return await this.#queue.add(commit)
  }

  /** The last change that is on disk, also when the storage is closed. */
  get lastChange(): ChangeNumber {
    return this.#head
  }

  /** Resolves when no commit is under way. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  async #writeGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    this.#recentEdges.suspend()
    try {
      return await this.#tryToWriteGroup(group)
    } finally {
      this.#recentEdges.resume(group.flatMap(({ edges }) => edges.flatMap(({ a, b }) => [a, b])))
    }
  }

  async #tryToWriteGroup(group: readonly Commit[]): Promise<readonly Outcome[]> {
    const { root } = this.#tables
    let outcomes: Outcome[] = []
    try {
      await root.transaction(() => {
        let head = this.#head
        const madeBy = this.#madeBy()
        outcomes = group.map((commit) =>
          settled(() => {
            const result = root.childTransaction(() =>
              this.#writer.write(commit, head, madeBy),
            ) as unknown as CommitResult
            if (!result.repeated) head = result.change
            return result
          }, this.#folder),
        )
      })
    } catch (error) {
      // What was checked and remembered for this group never came to be.
      this.#recentKeys.restart(this.#head)
      const reason = await commitFailure(error, this.#folder)
      return group.map((_, at) => (outcomes[at]?.status === 'rejected' ? outcomes[at] : { status: 'rejected', reason }))
    }
    for (const [at, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled' && !outcome.value.repeated) {
        this.#written(group[at] as Commit, outcome.value.change)
      }
    }
    return outcomes
  }

  /** Writes into the spare tables, in one transaction. */
  putSpare(write: () => void): Promise<void> {
    return this.#queue.alone(async () => {
      try {
        await this.#tables.root.transaction(write)
      } catch (error) {
        throw await commitFailure(error, this.#folder)
      }
    })
  }

  /**
   * As a commit, on top of the spare tables, which then serve. No other step comes between.
   *
   * @param put - Writes what else belongs to the switch, in the same transaction.
   * @param switched - Called when it is on disk, before anybody is told of the step.
   */
  switchTo(commit: Commit, put: () => void, switched: () => void): Promise<CommitResult> {
    this.#recentEdges.suspend()
    const written = this.#queue.alone(async () => {
      const { root, table, spare } = this.#tables
      checkSwitchBase(commit.base, this.#head)
      checkComplete('records', spare.records.entries, table.records.entries)
      checkComplete('products', spare.products.entries, table.products.entries)
      const writer = new LedgerWriter({ table: { ...table, ...spare } }, this.#changes, this.#recentKeys)
      let outcome: Outcome | undefined
      try {
        await root.transaction(() => {
          outcome = settled(() => {
            return root.childTransaction(() => {
              const result = writer.write(commit, this.#head, this.#madeBy())
              put()
              return result
            }) as unknown as CommitResult
          }, this.#folder)
        })
      } catch (error) {
        this.#recentKeys.restart(this.#head)
        throw await commitFailure(error, this.#folder)
      }
      if (outcome?.status !== 'fulfilled') throw outcome?.reason
      const { change } = outcome.value
      this.#tables.switch()
      // Keys of another index version say nothing of those that were asked for before.
      this.#recentKeys.restart(change)
      switched()
      this.#written(commit, change)
      return outcome.value
    })
    return written.finally(() => this.#recentEdges.resume())
  }

  #written(commit: Commit, change: ChangeNumber): void {
    this.#head = change
    if (commit.alerts.length > 0) this.#alerts.put(numberRows(commit, change).alerts)
    this.#follow(indexChangeOf(commit, change))
  }

  async head(): Promise<LedgerHead> {
    this.#lifetime.check()
    const { indexVersion, scoring } = this.#madeBy()
    return {
      change: this.#head,
      ...(indexVersion === undefined ? {} : { indexVersion }),
      ...(scoring === undefined ? {} : { scoring }),
    }
  }

  /**
   * Goes on after a change; the feed up to it is let go.
   *
   * @param follow - Called when it is on disk, before anything else can be written.
   * @throws `validation_failed`
   */
  async continueAfter(change: ChangeNumber, follow: () => void): Promise<void> {
    this.#lifetime.check()
    await this.#queue.alone(async () => {
      checkContinuation(change, this.#head)
      try {
        await this.#tables.root.transaction(() => this.#writer.continueAfter(change, this.#head))
      } catch (error) {
        throw await commitFailure(error, this.#folder)
      }
      this.#head = change
      this.#recentKeys.restart(change)
      follow()
    })
  }

  async getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]> {
    return this.#byIds(ids, (id) => this.#products.get(this.#tables.table.products, id))
  }

  async getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]> {
    return this.#byIds(ids, (id) => {
      const row = this.#records.get(this.#tables.table.records, id)
      return row === undefined ? undefined : this.withLink(row)
    })
  }

  async bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]> {
    return this.#byTexts(codes, (code) => this.#number(this.#tables.table.codes, codeKey(code), 'A supplier code'))
  }

  async byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]> {
    return this.#byTexts(aliases, (alias) => {
      const value = this.#tables.table.aliases.get(textKey(alias))
      return value === undefined ? undefined : decodeJson<AliasRow>(value, 'An alias').productId
    })
  }

  async edges(ids: readonly RecordId[]): Promise<EdgeRow[][]> {
    return this.#byIds(ids, (id) => this.#recentEdges.of(id, (each) => this.#edges.of(each)))
  }

  async lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]> {
    return this.#byIds(ids, (id) => this.#row<LineageRow>(this.#tables.table.lineage, id, 'Lineage of product'))
  }

  async alerts(query: AlertQuery): Promise<AlertPage> {
    this.#lifetime.check()
    checkAlertQuery(query)
    return this.#alerts.page(query)
  }

  async getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]> {
    return this.#byTexts(ids, (id) => this.#alerts.get(id))
  }

  async rulings(ids: readonly RecordId[]): Promise<RulingRow[][]> {
    // Whoever writes a record asks, and in many a registry nobody ever ruled.
    if (this.#read(() => this.#tables.table.rulings.entries) === 0) return this.#byIds(ids, () => [])
    return this.#byIds(ids, (id) => this.#rulings.of(id))
  }

  async verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]> {
    return this.#byIds(ids, (id) => {
      const range = { start: idKey(id, 0, 0), end: idKey(id + 1, 0, 0) }
      return [...rowsOf<VerificationRow>(this.#tables.table.verifications, `A verification of product ${id}`, range)]
    })
  }

  async decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]> {
    return this.#byIds(changes, (change) =>
      this.#row<DecisionRow>(this.#tables.table.decisions, change, 'Decision of change'),
    )
  }

  async suppliers(): Promise<SupplierRow[]> {
    return this.#read(() =>
      [...rowsOf<SupplierRow>(this.#tables.table.suppliers, 'A supplier')].sort((a, b) => compareText(a.id, b.id)),
    )
  }

  async scorings(): Promise<ScoringRow[]> {
    return this.#read(() =>
      [...rowsOf<ScoringRow>(this.#tables.table.scorings, 'A scoring')].sort((a, b) => compareText(a.name, b.name)),
    )
  }

  async counters(): Promise<ReadonlyMap<string, number>> {
    return this.#read(() => {
      const totals = [...rowsOf<NamedTotal>(this.#tables.table.counters, 'A counter')]
      totals.sort((a, b) => compareText(a.name, b.name))
      return new Map(totals.map(({ name, total }) => [name, total]))
    })
  }

  async words(words: readonly string[]): Promise<number[]> {
    return this.#byTexts(words, (word) => this.#number(this.#tables.table.words, textKey(word), 'A word') ?? 0)
  }

  /** In slices, with other work in between: a large registry has millions of words. */
  async commonWords(records: number): Promise<ReadonlyMap<string, number>> {
    const common = new Map<string, number>()
    let from: Buffer | undefined
    do {
      from = this.#read(() => {
        checkRecordCount(records)
        return this.#addCommonWords(common, records, from)
      })
      await setImmediate()
    } while (from !== undefined)
    return common
  }

  /** @returns the last key that was read, unless there is none after it. */
  #addCommonWords(common: Map<string, number>, records: number, after: Buffer | undefined): Buffer | undefined {
    const start = after === undefined ? {} : { start: after, exclusiveStart: true }
    let last: Buffer | undefined
    let read = 0
    for (const { key, value } of this.#tables.table.words.getRange({ ...start, limit: WORDS_PER_SLICE })) {
      read++
      last = key
      const count = decodeNumber(value, 'A word')
      if (count >= records && !isLongTextKey(key)) common.set(textOf(key), count)
    }
    return read < WORDS_PER_SLICE ? undefined : last
  }

  async scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]> {
    return this.#read(() => {
      checkPage(after, limit, -1)
      const page: StoredRecord[] = []
      for (const { key, value } of this.#tables.table.records.getRange({ start: idKey(after + 1), limit })) {
        page.push(this.#storedRecord(idOf(key), value))
      }
      return page
    })
  }

  async scanProducts(after: ProductId, limit: number): Promise<ProductRow[]> {
    return this.#read(() => {
      checkPage(after, limit, -1)
      return [...rowsOf<ProductRow>(this.#tables.table.products, 'A product', { start: idKey(after + 1), limit })]
    })
  }

  async scanLineage(after: ProductId, limit: number): Promise<LineageRow[]> {
    return this.#read(() => {
      checkPage(after, limit, -1)
      return [...rowsOf<LineageRow>(this.#tables.table.lineage, 'A lineage', { start: idKey(after + 1), limit })]
    })
  }

  async scanAlerts(after: string | undefined, limit: number): Promise<AlertRow[]> {
    return this.#read(() => {
      checkLimit(limit)
      return this.#alerts.after(after, limit)
    })
  }

  /** In the order of keys, which is not that of the texts. */
  async scanAliases(after: string | undefined, limit: number): Promise<AliasRow[]> {
    return this.#read(() => {
      checkLimit(limit)
      const range = after === undefined ? { limit } : { start: textKey(after), exclusiveStart: true, limit }
      return [...rowsOf<AliasRow>(this.#tables.table.aliases, 'An alias', range)]
    })
  }

  async scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]> {
    return this.#read(() => {
      checkPage(after, limit, 0)
      return [...rowsOf<DecisionRow>(this.#tables.table.decisions, 'A decision', { start: idKey(after + 1), limit })]
    })
  }

  async scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]> {
    return this.#read(() => {
      checkLimit(limit)
      return codesAfter(this.#tables.table, supplier, after, limit)
    })
  }

  async changes(after: ChangeNumber, limit: number): Promise<Change[]> {
    return this.#read(() => {
      checkPage(after, limit, 0)
      return this.#changes.after(after, limit, this.#head)
    })
  }

  /** Active records as the index needs them, without parsing what it does not. */
  *indexRecords(): Generator<IndexRecord> {
    for (const { key, value } of this.#tables.table.records.getRange()) {
      const id = idOf(key)
      const link = this.#row<LinkRow>(this.#tables.table.links, id, 'Link of record')
      if (link !== undefined) yield { id, productId: link.productId, ...decodeRecordHead(value, `Record ${id}`) }
    }
  }

  *indexProducts(): Generator<IndexProduct> {
    for (const row of rowsOf<ProductRow>(this.#tables.table.products, 'A product')) yield indexProductOf(row)
  }

  #storedRecord(id: RecordId, value: Buffer): StoredRecord {
    return this.withLink(decodeRecord(value, `Record ${id}`))
  }

  /** Of an active record. */
  productOf(id: RecordId): ProductId | undefined {
    return this.#row<LinkRow>(this.#tables.table.links, id, 'Link of record')?.productId
  }

  withLink(row: RecordRow): StoredRecord {
    const { id } = row
    const link = this.#links.get(this.#tables.table.links, id)
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

  #byIds<Answer>(ids: readonly number[], answer: (id: number) => Answer): Answer[] {
    return this.#read(() => {
      checkIds(ids)
      return ids.map(answer)
    })
  }

  #byTexts<Text, Answer>(texts: readonly Text[], answer: (text: Text) => Answer): Answer[] {
    return this.#read(() => {
      checkBatch(texts)
      return texts.map(answer)
    })
  }

  #read<Answer>(answer: () => Answer): Answer {
    this.#lifetime.check()
    try {
      return answer()
    } catch (error) {
      throw error instanceof RegistryError ? error : storageFailure(error, this.#folder)
    }
  }
}

function settled(write: () => CommitResult, folder: string): Outcome {
  try {
    return { status: 'fulfilled', value: write() }
  } catch (error) {
    // A row that JSON cannot carry is a mistake in the calling program.
    return { status: 'rejected', reason: error instanceof TypeError ? error : storageFailure(error, folder) }
  }
}

function* rowsOf<Row>(
  table: Table,
  what: string,
  range: { start?: Buffer; exclusiveStart?: boolean; end?: Buffer; limit?: number } = {},
): Generator<Row> {
  for (const { value } of table.getRange(range)) yield decodeJson<Row>(value, what)
}
