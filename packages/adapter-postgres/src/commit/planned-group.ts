import type { Change, ChangeNumber, Commit, CommitResult, DetailsContent, LinkRow, RecordId } from '@utpid/core/storage'
import { changeOfCommit, checkPreconditions, concordanceKey, lineageContent, stampChange } from '@utpid/core/storage'
import { alertValues } from '../tables/alert-columns.ts'
import { decisionValues } from '../tables/decision-columns.ts'
import { textKey, wholeText } from '../tables/stored-text.ts'
import { addTo, DerivedRows } from './derived-rows.ts'
import { keysOf, type StoredProductState, type StoredRecordState, type StoredState, stateOf } from './stored-state.ts'

type Values = readonly unknown[]

/**
 * A batch of transactions that are written together. Each transaction is checked against the ledger and the earlier
 * transactions, and can be rejected alone. Only the last state of each row is written.
 */
export class PlannedGroup {
  readonly entries: Change[] = []
  readonly derived: DerivedRows
  readonly stored: {
    readonly records: Map<RecordId, StoredRecordState>
    readonly products: Map<number, StoredProductState>
  }
  /** The links; null for a record without a link. */
  readonly links: Map<RecordId, LinkRow | null> = new Map()
  /** The details; null for a record that loses its details. */
  readonly details: Map<RecordId, DetailsContent | null> = new Map()
  readonly codes: Map<string, Values> = new Map()
  readonly lineage: Map<number, Values> = new Map()
  readonly aliases: Map<string, Values> = new Map()
  readonly judgements: Map<string, Values> = new Map()
  readonly alerts: Map<string, Values> = new Map()
  readonly verifications: Values[] = []
  readonly decisions: Map<number, Values> = new Map()
  readonly suppliers: Map<string, Values> = new Map()
  /** The rows of the concordances by key; null for a removed row. */
  readonly concordances: Map<string, Values | null> = new Map()
  readonly imports: Map<string, Values> = new Map()
  readonly counters: Map<string, number> = new Map()
  readonly touched: Map<ChangeNumber, readonly number[]> = new Map()
  readonly #stored: StoredState
  readonly #keysSince: ChangeNumber
  head: ChangeNumber

  /** @param present - The stored state, updated with every accepted transaction. */
  constructor(present: StoredState, keysSince: ChangeNumber) {
    this.#stored = present
    this.#keysSince = keysSince
    this.stored = { records: new Map(present.records), products: new Map(present.products) }
    this.derived = new DerivedRows(this.stored.records)
    this.head = present.head
  }

  /**
   * Checks and adds a transaction.
   *
   * @throws the errors of `Ledger.commit`; the batch is then unchanged. `TypeError` for a row that JSON cannot
   *   represent; the batch is then unusable.
   */
  add(given: Commit): CommitResult {
    const known =
      given.idempotencyKey === undefined ? undefined : this.#stored.idempotencyKeys.get(given.idempotencyKey)
    if (known !== undefined) return { change: known, repeated: true }
    checkPreconditions(given, stateOf(this.#stored, this.head), keysOf(this.#stored, this.#keysSince))
    return { change: this.addChecked(given), repeated: false }
  }

  addChecked(given: Commit): ChangeNumber {
    const change = this.head + 1
    const commit = stampChange(given, change)
    const entry = changeOfCommit(commit, change)
    this.head = change
    this.entries.push(entry)
    if (commit.idempotencyKey !== undefined) this.#stored.idempotencyKeys.set(commit.idempotencyKey, change)
    this.#addRecords(commit, change)
    this.#addProducts(commit)
    this.#addPairs(commit)
    this.#addOthers(commit)
    return change
  }

  #addRecords({ records, details, links, unlinked, concordances = [] }: Commit, change: ChangeNumber): void {
    const touched = new Set<number>()
    const { derived } = this
    const products = new Map(links.map((link) => [link.recordId, link.productId]))
    for (const row of records) {
      const { record } = row
      for (const key of this.#stored.records.get(row.id)?.keys ?? []) touched.add(key)
      for (const key of row.keys) touched.add(key)
      derived.putRecord(row, products.get(row.id))
      this.#stored.records.set(row.id, { revision: row.revision, keys: row.keys, indexed: products.has(row.id) })
      products.delete(row.id)
      const [supplier, code] = [textKey(record.supplier), textKey(record.code)]
      this.codes.set(`${supplier}\0${code}`, [supplier, code, wholeText(record.code), row.id])
    }
    for (const { recordId, content } of details) {
      this.details.set(recordId, content ?? null)
      if (content === undefined) this.#stored.detailed.delete(recordId)
      else this.#stored.detailed.add(recordId)
    }
    for (const link of links) this.links.set(link.recordId, link)
    for (const [id, productId] of products) derived.moveRecord(id, productId)
    for (const id of unlinked) {
      this.links.set(id, null)
      derived.removeRecord(id)
      for (const key of this.#stored.records.get(id)?.keys ?? []) touched.add(key)
    }
    for (const { id } of concordances) touched.add(concordanceKey(id))
    if (touched.size === 0) return
    this.touched.set(change, [...touched])
    for (const key of touched) this.#stored.touched.set(key, change)
  }

  #addProducts({ products, removedProducts, lineage, aliases, verifications, words }: Commit): void {
    for (const row of products) {
      this.derived.products.set(row.id, row)
      this.#stored.products.set(row.id, { revision: row.revision, terms: [] })
    }
    for (const id of removedProducts) {
      this.derived.products.set(id, null)
      this.#stored.products.delete(id)
    }
    for (const row of lineage) {
      this.lineage.set(row.id, [row.id, lineageContent(row)])
      this.#stored.minted.add(row.id)
    }
    for (const { alias, productId } of aliases) {
      this.aliases.set(alias, [textKey(alias), wholeText(alias), productId])
      this.#stored.aliases.set(alias, productId)
    }
    for (const row of verifications) {
      this.verifications.push([row.productId, this.head, this.verifications.length, JSON.stringify(row)])
    }
    addTo(this.derived.words, words)
  }

  #addPairs({ edges, judgements, alerts }: Commit): void {
    this.derived.changeEdges(edges)
    for (const row of judgements) this.judgements.set(`${row.a} ${row.b}`, [row.a, row.b, JSON.stringify(row)])
    for (const row of alerts) this.alerts.set(row.id, alertValues(row))
  }

  #addOthers({ decisions, suppliers, concordances = [], imports = [], counters }: Commit): void {
    for (const row of decisions) {
      this.decisions.set(row.change, decisionValues(row))
      this.#stored.decisions.set(row.change, row)
    }
    for (const row of suppliers) this.suppliers.set(row.id, [textKey(row.id), JSON.stringify(row)])
    for (const { id, content } of concordances) {
      const key = textKey(id)
      this.concordances.set(key, content === undefined ? null : [key, wholeText(id), JSON.stringify(content)])
    }
    for (const row of imports) {
      const { supplier, change } = row
      this.imports.set(`${supplier} ${change}`, [textKey(supplier), change, JSON.stringify(row)])
    }
    addTo(this.counters, counters)
  }
}
