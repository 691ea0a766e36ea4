import type { Change, ChangeNumber, Commit, CommitResult, LinkRow, RecordId } from '@utpid/core/storage'
import { checkExpectations, feedEntryOf, lineageContent, numberRows } from '@utpid/core/storage'
import { textKey, wholeText } from '../tables/stored-text.ts'
import { addTo, DerivedRows } from './derived-rows.ts'
import { keysOf, type PresentProduct, type PresentRecord, type PresentRows, stateOf } from './present-rows.ts'

/** One value of each column. */
type Values = readonly unknown[]

/**
 * Transactions that are written together. Each is checked against the ledger and the transactions before it, and can be
 * rejected alone. Only the last state of each row is written.
 */
export class PlannedGroup {
  readonly entries: Change[] = []
  readonly derived: DerivedRows
  readonly stored: { readonly records: Map<RecordId, PresentRecord>; readonly products: Map<number, PresentProduct> }
  /** Null: unlinked. */
  readonly links: Map<RecordId, LinkRow | null> = new Map()
  readonly codes: Map<string, Values> = new Map()
  readonly lineage: Map<number, Values> = new Map()
  readonly aliases: Map<string, Values> = new Map()
  readonly rulings: Map<string, Values> = new Map()
  readonly alerts: Map<string, Values> = new Map()
  readonly verifications: Values[] = []
  readonly decisions: Map<number, Values> = new Map()
  readonly suppliers: Map<string, Values> = new Map()
  readonly counters: Map<string, number> = new Map()
  readonly touched: Map<ChangeNumber, readonly number[]> = new Map()
  readonly #present: PresentRows
  readonly #keysSince: ChangeNumber
  head: ChangeNumber

  /** @param present - Updated with every accepted transaction. */
  constructor(present: PresentRows, keysSince: ChangeNumber) {
    this.#present = present
    this.#keysSince = keysSince
    this.stored = { records: new Map(present.records), products: new Map(present.products) }
    this.derived = new DerivedRows(this.stored.records)
    this.head = present.head
  }

  /**
   * Checks and adds a transaction.
   *
   * @throws Like `Ledger.commit`; the group is then unchanged. `TypeError` for a row that JSON cannot represent; the
   * group is then unusable.
   */
  add(given: Commit): CommitResult {
    const known = given.token === undefined ? undefined : this.#present.tokens.get(given.token)
    if (known !== undefined) return { change: known, repeated: true }
    checkExpectations(given, stateOf(this.#present, this.head), keysOf(this.#present, this.#keysSince))
    return { change: this.take(given), repeated: false }
  }

  /** Adds a checked transaction. */
  take(given: Commit): ChangeNumber {
    const change = this.head + 1
    const commit = numberRows(given, change)
    const entry = feedEntryOf(commit, change)
    this.head = change
    this.entries.push(entry)
    if (commit.token !== undefined) this.#present.tokens.set(commit.token, change)
    this.#addRecords(commit, change)
    this.#addProducts(commit)
    this.#addPairs(commit)
    this.#addOthers(commit)
    return change
  }

  #addRecords({ records, links, unlinked }: Commit, change: ChangeNumber): void {
    const touched = new Set<number>()
    const { derived } = this
    const products = new Map(links.map((link) => [link.recordId, link.productId]))
    for (const row of records) {
      const { record } = row
      for (const key of this.#present.records.get(row.id)?.keys ?? []) touched.add(key)
      for (const key of row.keys) touched.add(key)
      derived.putRecord(row, products.get(row.id))
      this.#present.records.set(row.id, { revision: row.revision, keys: row.keys, indexed: products.has(row.id) })
      products.delete(row.id)
      const [supplier, code] = [textKey(record.supplier), textKey(record.code)]
      this.codes.set(`${supplier}\0${code}`, [supplier, code, wholeText(record.code), row.id])
    }
    for (const link of links) this.links.set(link.recordId, link)
    for (const [id, productId] of products) derived.moveRecord(id, productId)
    for (const id of unlinked) {
      this.links.set(id, null)
      derived.takeOutRecord(id)
      for (const key of this.#present.records.get(id)?.keys ?? []) touched.add(key)
    }
    if (touched.size === 0) return
    this.touched.set(change, [...touched])
    for (const key of touched) this.#present.touched.set(key, change)
  }

  #addProducts({ products, endedProducts, lineage, aliases, verifications, words }: Commit): void {
    for (const row of products) {
      this.derived.products.set(row.id, row)
      this.#present.products.set(row.id, { revision: row.revision, terms: [] })
    }
    for (const id of endedProducts) {
      this.derived.products.set(id, null)
      this.#present.products.delete(id)
    }
    for (const row of lineage) {
      this.lineage.set(row.id, [row.id, lineageContent(row)])
      this.#present.minted.add(row.id)
    }
    for (const { alias, productId } of aliases) {
      this.aliases.set(alias, [textKey(alias), wholeText(alias), productId])
      this.#present.aliases.set(alias, productId)
    }
    for (const row of verifications) {
      this.verifications.push([row.productId, this.head, this.verifications.length, JSON.stringify(row)])
    }
    addTo(this.derived.words, words)
  }

  #addPairs({ edges, rulings, alerts }: Commit): void {
    this.derived.changeEdges(edges)
    for (const row of rulings) this.rulings.set(`${row.a} ${row.b}`, [row.a, row.b, JSON.stringify(row)])
    for (const row of alerts) {
      const { id, products, status, gain, confidence, detectedAt } = row
      const columns = [textKey(id), ...products, status, gain, confidence, textKey(detectedAt)]
      this.alerts.set(id, [...columns, JSON.stringify(row)])
    }
  }

  #addOthers({ decisions, suppliers, counters }: Commit): void {
    for (const row of decisions) {
      this.decisions.set(row.change, [row.change, JSON.stringify(row)])
      this.#present.decisions.set(row.change, row)
    }
    for (const row of suppliers) this.suppliers.set(row.id, [textKey(row.id), JSON.stringify(row)])
    addTo(this.counters, counters)
  }
}
