import type { LedgerRow, LoadTotals, ProductRow } from '@utpid/core/storage'
import { lineageContent, productContent, recordContent } from '@utpid/core/storage'
import { arrayOf } from '../../connection/connection.ts'
import { ALERT_COLUMNS, alertValues } from '../../tables/alert-columns.ts'
import { DECISION_COLUMNS, decisionValues } from '../../tables/decision-columns.ts'
import { LINK_COLUMNS, linkValues } from '../../tables/link-columns.ts'
import { encodeText, textKey, wholeText } from '../../tables/stored-text.ts'
import type { DerivedTables, SharedTables } from '../../tables/tables.ts'
import { copyLine } from './copy-line.ts'

/** The change number of all loaded rows. */
export const LOAD_CHANGE = 1

/** A receiver of lines for COPY. Each line has a target: a table and its columns. */
export interface LineSink {
  add(target: string, line: string): void
}

/** A receiver of the terms of products. */
export interface TermSink {
  /** @returns the distinct hashes of the terms of one product. */
  add(row: ProductRow): Set<number>
}

/** Converts rows to lines of their tables. */
export class LoadLines {
  readonly #lines: LineSink
  readonly #targets: Targets
  readonly #terms: TermSink

  /** @param derived - The tables behind the views: COPY cannot write to views. */
  constructor(lines: LineSink, terms: TermSink, derived: DerivedTables, shared: SharedTables) {
    this.#lines = lines
    this.#targets = targetsOf(derived, shared)
    this.#terms = terms
  }

  add(row: LedgerRow): void {
    const { rulings, edges, lineage, verifications, decisions, aliases, suppliers, alerts, concordances, imports } =
      this.#targets
    switch (row.kind) {
      case 'record':
        this.#addRecord(row)
        return
      case 'product':
        this.#addProduct(row.row)
        return
      case 'edges':
        for (const { a, b, weight, confidence, model, tfVersion } of row.rows) {
          this.#put(edges, [a, b, weight, confidence, encodeText(model), tfVersion])
        }
        return
      case 'judgement':
        this.#put(rulings, [row.row.a, row.row.b, JSON.stringify(row.row)])
        return
      case 'lineage':
        this.#put(lineage, [row.row.id, lineageContent(row.row)])
        return
      case 'verifications':
        for (const [at, each] of row.rows.entries()) {
          this.#put(verifications, [row.product, LOAD_CHANGE, at, JSON.stringify(each)])
        }
        return
      case 'decision':
        this.#put(decisions, decisionValues(row.row))
        return
      case 'alias':
        this.#put(aliases, [textKey(row.row.alias), wholeText(row.row.alias), row.row.productId])
        return
      case 'supplier':
        this.#put(suppliers, [textKey(row.row.id), JSON.stringify(row.row)])
        return
      case 'import':
        this.#put(imports, [textKey(row.row.supplier), row.row.change, JSON.stringify(row.row)])
        return
      case 'alert':
        this.#put(alerts, alertValues(row.row))
        return
      case 'concordance': {
        const { id, content } = row.row
        if (content !== undefined) this.#put(concordances, [textKey(id), wholeText(id), JSON.stringify(content)])
        return
      }
      default:
        throw new TypeError(`A row of kind ${row.kind} cannot be loaded.`)
    }
  }

  addTotals({ counters, words }: LoadTotals): void {
    const { counters: counterTarget, words: wordTarget } = this.#targets
    for (const [name, amount] of Object.entries(counters)) {
      this.#put(counterTarget, [textKey(name), wholeText(name), amount])
    }
    for (const [word, records] of Object.entries(words)) {
      this.#put(wordTarget, [textKey(word), wholeText(word), records])
    }
  }

  #addRecord({ row, link, details }: Extract<LedgerRow, { readonly kind: 'record' }>): void {
    const { id, revision, features, keys, ...content } = row
    const { records, details: detailsTarget, features: featureTarget, keys: keyTarget, links, codes } = this.#targets
    this.#put(records, [id, revision, arrayOf(keys), recordContent(content)])
    const bytes = Buffer.from(features.buffer, features.byteOffset, features.byteLength)
    this.#put(featureTarget, [id, link?.productId ?? null, `\\x${bytes.toString('hex')}`])
    this.#put(codes, [textKey(row.record.supplier), textKey(row.record.code), wholeText(row.record.code), id])
    if (details !== undefined) this.#put(detailsTarget, [id, JSON.stringify(details)])
    if (link === undefined) return
    this.#put(links, linkValues(link))
    for (const key of keys) this.#put(keyTarget, [key, id])
  }

  #addProduct(row: ProductRow): void {
    const { id, revision, rank, point } = row
    const { products, productTerms } = this.#targets
    const hashes = this.#terms.add(row)
    this.#put(products, [id, revision, productContent(row)])
    const [x, y, z] = point ?? [null, null, null]
    this.#put(productTerms, [id, rank, arrayOf(hashes), x, y, z])
  }

  #put(target: string, values: readonly (string | number | null)[]): void {
    this.#lines.add(target, copyLine(values))
  }
}

type Targets = Readonly<
  Record<
    | Exclude<keyof DerivedTables, 'record_features' | 'record_keys' | 'product_terms' | 'terms' | 'spellings'>
    | 'features'
    | 'keys',
    string
  > &
    Record<'productTerms' | 'details' | 'links' | 'codes' | 'lineage' | 'aliases' | 'rulings' | 'alerts', string> &
    Record<'verifications' | 'decisions' | 'suppliers' | 'imports' | 'counters' | 'concordances', string>
>

/** Returns each table with the columns of its lines, in the syntax of COPY. */
function targetsOf(derived: DerivedTables, shared: SharedTables): Targets {
  return {
    records: `${derived.records} (id, revision, keys, content)`,
    features: `${derived.record_features} (record_id, product_id, features)`,
    keys: `${derived.record_keys} (key, record_id)`,
    edges: `${derived.edges} (a, b, weight, confidence, model, epoch)`,
    products: `${derived.products} (id, revision, content)`,
    productTerms: `${derived.product_terms} (product_id, rank, terms, x, y, z)`,
    words: `${derived.words} (word, whole, records)`,
    details: `${shared.details} (record_id, content)`,
    links: `${shared.links} (${columnNames(LINK_COLUMNS)})`,
    codes: `${shared.codes} (supplier, code, whole, record_id)`,
    lineage: `${shared.lineage} (id, content)`,
    aliases: `${shared.aliases} (alias, whole, product_id)`,
    rulings: `${shared.rulings} (a, b, content)`,
    alerts: `${shared.alerts} (${ALERT_COLUMNS.map((column) => column.split(' ')[0]).join(', ')})`,
    verifications: `${shared.verifications} (product_id, written, position, content)`,
    decisions: `${shared.decisions} (${columnNames(DECISION_COLUMNS)})`,
    suppliers: `${shared.suppliers} (id, content)`,
    concordances: `${shared.concordances} (id, whole, content)`,
    imports: `${shared.imports} (supplier, change, content)`,
    counters: `${shared.counters} (name, whole, amount)`,
  }
}

function columnNames(columns: readonly string[]): string {
  return columns.map((column) => column.split(' ')[0]).join(', ')
}
