import type { ProductId } from '@utpid/core'
import type {
  AlertRow,
  AliasRow,
  ConcordanceRow,
  DecisionRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
} from '@utpid/core/storage'
import { assignedBy, concordanceRowId, isPositionCounter, LoadCounts } from '@utpid/core/storage'
import { MANIFEST_KEY } from '../folder/ledger-manifest.ts'
import { codeKey } from '../ledger/code-rows.ts'
import { ExpectedOrder, fillOrder } from '../ledger/decision-order.ts'
import type { NamedTotal } from '../ledger/ledger-writer.ts'
import type { PairTables } from '../ledger/pair-rows.ts'
import { POINTER } from '../ledger/pair-rows.ts'
import { decodeLineage } from '../rows/lineage-encoding.ts'
import { decodeLink } from '../rows/link-encoding.ts'
import { decodeProduct } from '../rows/product-encoding.ts'
import { decodeRecord } from '../rows/record-encoding.ts'
import { decodeJson, decodeNumber, decodeStamped, encodeJson, encodeNumber } from '../rows/row-encoding.ts'
import { idKey, idOf, isLongTextKey, nameOf, textKey, textOf } from '../rows/row-keys.ts'
import { wrongCounts } from '../tables/check-row-counts.ts'
import { forgetGeneration, HEAD_KEY, type LmdbTables, type Table } from '../tables/lmdb-tables.ts'
import type { CheckPhase, Findings } from './findings.ts'
import { rowsOfTable, type Tick } from './table-scan.ts'

const CONCORDANCE = 'A row of the concordances'

/** A function that writes one repair. All repairs run in one transaction. */
export type Repair = () => void

export interface LedgerCheckOptions {
  readonly tables: LmdbTables
  readonly head: number
  readonly findings: Findings
  readonly tick: (phase: CheckPhase, total: number) => Tick
}

/** Compares the tables of a ledger with each other. An earlier step has checked the checksums of all rows. */
export class LedgerCheck {
  readonly #tables: LmdbTables
  readonly #table: LmdbTables['table']
  readonly #head: number
  readonly #findings: Findings
  readonly #tick: LedgerCheckOptions['tick']
  readonly #counts = new LoadCounts()
  readonly #openAlerts = new Map<ProductId, number>()
  readonly repairs: Repair[] = []

  constructor({ tables, head, findings, tick }: LedgerCheckOptions) {
    this.#tables = tables
    this.#table = tables.table
    this.#head = head
    this.#findings = findings
    this.#tick = tick
  }

  async run(): Promise<void> {
    this.#checkManifest()
    this.#checkRowCounts()
    await this.#checkAlerts()
    await this.#checkRecords()
    await this.#checkProducts()
    const { edges, edgesReverse, judgements, judgementsReverse } = this.#table
    await this.#checkPairs({ forward: edges, reverse: edgesReverse }, true)
    await this.#checkPairs({ forward: judgements, reverse: judgementsReverse }, false)
    await this.#checkOthers()
    await this.#checkCounts()
  }

  /** Checks the rows that opening requires, since they may have been lost after opening. */
  #checkManifest(): void {
    const { meta } = this.#table
    if (!meta.doesExist(MANIFEST_KEY)) this.#findings.add('manifest_lost', 'the manifest of the ledger')
    if (this.#head > 0 && !meta.doesExist(HEAD_KEY))
      this.#findings.add('manifest_lost', `the number of the last change, ${this.#head}`)
  }

  #checkRowCounts(): void {
    for (const { name, has, wanted, kind } of wrongCounts(this.#tables)) {
      this.#findings.add(kind === 'truth' ? 'rows_lost' : 'rows_wrong', `${name}: ${has}, not ${wanted}`)
      // Counts the rows again after the repairs: other repairs add the missing rows.
      if (kind === 'derived') this.repairs.push(() => this.#tables.named.get(name)?.touch())
      if (kind === 'spare') this.repairs.push(() => this.#clearSpare())
    }
  }

  /** Clears the spare tables. The next reindex fills them again from the first record. */
  #clearSpare(): void {
    for (const each of Object.values(this.#tables.spare)) each.clearSync()
    forgetGeneration(this.#table.meta)
  }

  async #checkRecords(): Promise<void> {
    const { records, details, links, codes } = this.#table
    const tick = this.#tick('records', records.entries + links.entries + codes.entries)
    let detailed = 0
    for await (const { key, value } of rowsOfTable(records, tick)) {
      const row = decodeRecord(value, idOf(key))
      const { id, record } = row
      const name = `record ${id} (${record.supplier} ${record.code})`
      const place = codeKey(record)
      const code = codes.get(place)
      if (code === undefined || decodeNumber(code, 'A supplier code') !== id) {
        this.#findings.add('code_missing', name)
        this.repairs.push(() => void codes.put(place, encodeNumber(id)))
      }
      this.#checkAssigned(row, name)
      if (row.detailed === true) {
        if (details.doesExist(key)) detailed++
        else this.#findings.add('details_missing', name)
      }
      const link = this.#link(id)
      if (link !== undefined) {
        this.#counts.add({ kind: 'record', row, link })
        const product = this.#product(link.productId)
        if (product?.records.includes(id) !== true) {
          this.#findings.add('link_without_product', `${name}: product ${link.productId}`)
        }
      } else if (row.deactivatedAt === undefined) this.#findings.add('record_without_link', name)
    }
    // The scan reads long rows, so it runs only if there are surplus rows.
    if (details.entries > detailed) await this.#checkDetails()
    for await (const { key } of rowsOfTable(links, tick)) {
      if (!records.doesExist(key)) this.#findings.add('link_without_record', `record ${idOf(key)}`)
    }
    for await (const { key, value } of rowsOfTable(codes, tick)) {
      const id = decodeNumber(value, 'A supplier code')
      const record = records.get(idKey(id))
      if (record !== undefined && codeKey(decodeRecord(record, id).record).equals(key)) continue
      this.#findings.add('code_misplaced', `${isLongTextKey(key) ? 'a long code' : nameOf(key)}: record ${id}`)
      // Runs this repair first. If a record has this code, that record's own repair then writes the row again.
      this.repairs.unshift(() => void codes.remove(key))
    }
  }

  /** Compares the assigned identifiers of a record with those that the concordances give its code. */
  #checkAssigned({ record, assigned = [] }: RecordRow, name: string): void {
    const { concordances } = this.#table
    if (assigned.length === 0 && concordances.entries === 0) return
    const value = concordances.get(textKey(concordanceRowId(record)))
    const expected = value === undefined ? [] : assignedBy(decodeJson<ConcordanceRow>(value, CONCORDANCE))
    if (identifiersText(assigned) === identifiersText(expected)) return
    this.#findings.add('assigned_wrong', `${name}: ${identifiersText(assigned)}, not ${identifiersText(expected)}`)
  }

  async #checkDetails(): Promise<void> {
    const { records, details } = this.#table
    for await (const { key } of rowsOfTable(details, this.#tick('records', details.entries))) {
      const id = idOf(key)
      const record = records.get(key)
      if (record !== undefined && decodeRecord(record, id).detailed === true) continue
      this.#findings.add('details_without_record', `record ${id}`)
    }
  }

  async #checkProducts(): Promise<void> {
    const { products, lineage, aliases, concordances } = this.#table
    const entries = products.entries + lineage.entries + aliases.entries + concordances.entries
    const tick = this.#tick('products', entries)
    for await (const { value } of rowsOfTable(concordances, tick)) {
      this.#counts.add({ kind: 'concordance', row: decodeJson<ConcordanceRow>(value, CONCORDANCE) })
    }
    for await (const { key, value } of rowsOfTable(products, tick)) {
      const row = decodeProduct(value, idOf(key))
      this.#counts.add({ kind: 'product', row })
      for (const record of row.records) {
        if (this.#link(record)?.productId === row.id) continue
        this.#findings.add('product_without_link', `product ${row.id}: record ${record}`)
      }
      if (this.#lineage(row.id)?.status !== 'active') {
        this.#findings.add('product_without_lineage', `product ${row.id}`)
      }
      const alerts = this.#openAlerts.get(row.id) ?? 0
      if (alerts !== row.duplicates) {
        this.#findings.add('duplicates_wrong', `product ${row.id}: ${alerts}, not ${row.duplicates}`)
      }
    }
    for await (const { key, value } of rowsOfTable(lineage, tick)) {
      const { id, status, into } = decodeLineage(value, idOf(key))
      if (status === 'active' && !products.doesExist(key))
        this.#findings.add('lineage_without_product', `product ${id}`)
      const end = into === undefined ? undefined : this.#lineage(into)?.status
      if (status === 'merged' && (end === undefined || end === 'merged')) {
        this.#findings.add('lineage_broken', `product ${id} into ${into ?? 'none'}`)
      }
    }
    for await (const { value } of rowsOfTable(aliases, tick)) {
      const { alias, productId } = decodeJson<AliasRow>(value, 'An alias')
      if (!lineage.doesExist(idKey(productId))) this.#findings.add('alias_broken', `${alias}: product ${productId}`)
    }
  }

  async #checkPairs({ forward, reverse }: PairTables, areEdges: boolean): Promise<void> {
    const tick = this.#tick('edges', forward.entries + reverse.entries)
    for await (const { key } of rowsOfTable(forward, tick)) {
      const [a, b] = [idOf(key), idOf(key, 1)]
      if (areEdges && (this.#link(a) === undefined || this.#link(b) === undefined)) {
        this.#findings.add('edge_without_record', `records ${a} and ${b}`)
      }
      const pointer = idKey(b, a)
      if (reverse.doesExist(pointer)) continue
      this.#findings.add('pointer_missing', `records ${a} and ${b}`)
      this.repairs.push(() => void reverse.put(pointer, POINTER))
    }
    for await (const { key } of rowsOfTable(reverse, tick)) {
      const [b, a] = [idOf(key), idOf(key, 1)]
      if (forward.doesExist(idKey(a, b))) continue
      this.#findings.add('pointer_dangling', `records ${a} and ${b}`)
      this.repairs.push(() => void reverse.remove(key))
    }
  }

  async #checkAlerts(): Promise<void> {
    const { alerts } = this.#table
    for await (const { value } of rowsOfTable(alerts, this.#tick('others', alerts.entries))) {
      const row = decodeJson<AlertRow>(value, 'An alert')
      this.#counts.add({ kind: 'alert', row })
      if (row.status !== 'open') continue
      for (const product of row.products) {
        this.#openAlerts.set(product, (this.#openAlerts.get(product) ?? 0) + 1)
        if (!this.#table.products.doesExist(idKey(product))) {
          this.#findings.add('alert_broken', `alert ${row.id}: product ${product}`)
        }
      }
    }
  }

  async #checkDecisions(): Promise<void> {
    const { decisions, decisionOrder } = this.#table
    const expected = new ExpectedOrder()
    let missing = 0
    for await (const { value } of rowsOfTable(decisions, this.#tick('others', decisions.entries))) {
      if (!expected.add(decisionOrder, decodeJson<DecisionRow>(value, 'A decision'))) missing++
    }
    if (missing === 0 && expected.isComplete(decisionOrder)) return
    this.#findings.add('decision_order_wrong', `${missing} of ${decisions.entries} decisions are not listed`)
    this.repairs.push(() => fillOrder(this.#table))
  }

  async #checkOthers(): Promise<void> {
    await this.#checkDecisions()
    const { changes, idempotencyKeys, idempotencyKeysByChange } = this.#table
    const tick = this.#tick('others', changes.entries + idempotencyKeysByChange.entries)
    let last: number | undefined
    for await (const { key } of rowsOfTable(changes, tick)) {
      const change = idOf(key)
      if (last !== undefined && change !== last + 1) this.#findings.add('feed_gap', `changes ${last} and ${change}`)
      last = change
    }
    if (last !== undefined && last !== this.#head) this.#findings.add('feed_gap', `changes ${last} and ${this.#head}`)
    for await (const { key, value } of rowsOfTable(idempotencyKeysByChange, tick)) {
      const idempotencyKey = JSON.parse(decodeStamped(value, `Idempotency key of change ${idOf(key)}`).text) as string
      if (idempotencyKeys.doesExist(textKey(idempotencyKey))) continue
      this.#findings.add('idempotency_key_dangling', `change ${idOf(key)}`)
      this.repairs.push(() => void idempotencyKeysByChange.remove(key))
    }
  }

  async #checkCounts(): Promise<void> {
    const { counters, words } = this.#table
    const expected = this.#counts.finish()
    const tick = this.#tick('counters', counters.entries + words.entries)
    const totals = new Map(Object.entries(expected.counters))
    for await (const { value } of rowsOfTable(counters, tick)) {
      const { name, total } = decodeJson<NamedTotal>(value, 'A counter')
      // Skips the position of a replica in the change feed, which cannot be derived from rows.
      if (isPositionCounter(name)) continue
      this.#compareCounter('counters_wrong', counters, name, total, totals, (correct) =>
        encodeJson({ name, total: correct }),
      )
    }
    for (const [name, total] of totals) {
      this.#compareCounter('counters_wrong', counters, name, 0, totals, () => encodeJson({ name, total }))
    }
    const counts = new Map(
      Object.entries(expected.words).map(([word, count]) => [textKey(word).toString('latin1'), count]),
    )
    for await (const { key, value } of rowsOfTable(words, tick)) {
      const place = key.toString('latin1')
      const count = decodeNumber(value, 'A word')
      const correct = counts.get(place) ?? 0
      counts.delete(place)
      if (count !== correct) this.#wrongWord(words, Buffer.from(key), count, correct)
    }
    for (const [place, correct] of counts)
      if (correct !== 0) this.#wrongWord(words, Buffer.from(place, 'latin1'), 0, correct)
  }

  #compareCounter(
    code: 'counters_wrong',
    table: Table,
    name: string,
    total: number,
    expected: Map<string, number>,
    encode: (correct: number) => Buffer,
  ): void {
    const correct = expected.get(name) ?? 0
    expected.delete(name)
    if (correct === total) return
    this.#findings.add(code, `${name}: ${total}, not ${correct}`)
    this.repairs.push(
      () => void (correct === 0 ? table.remove(textKey(name)) : table.put(textKey(name), encode(correct))),
    )
  }

  #wrongWord(words: Table, key: Buffer, count: number, correct: number): void {
    this.#findings.add('words_wrong', `${isLongTextKey(key) ? 'a long word' : textOf(key)}: ${count}, not ${correct}`)
    this.repairs.push(() => void (correct === 0 ? words.remove(key) : words.put(key, encodeNumber(correct))))
  }

  #link(id: RecordId): LinkRow | undefined {
    const value = this.#table.links.get(idKey(id))
    return value === undefined ? undefined : decodeLink(value, id)
  }

  #product(id: ProductId): ProductRow | undefined {
    const value = this.#table.products.get(idKey(id))
    return value === undefined ? undefined : decodeProduct(value, id)
  }

  #lineage(id: ProductId): LineageRow | undefined {
    const value = this.#table.lineage.get(idKey(id))
    return value === undefined ? undefined : decodeLineage(value, id)
  }
}

function identifiersText(identifiers: NonNullable<RecordRow['assigned']>): string {
  return identifiers.length === 0 ? 'none' : identifiers.map(({ scheme, value }) => `${scheme} ${value}`).join(', ')
}
