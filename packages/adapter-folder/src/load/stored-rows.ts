import type { EdgeRow, JudgementRow, LedgerRow, LoadTotals } from '@utpid/core/storage'
import { codeKey } from '../ledger/code-rows.ts'
import { EDGES } from '../ledger/edge-encoding.ts'
import { importKey } from '../ledger/import-rows.ts'
import { JUDGEMENTS } from '../ledger/judgement-encoding.ts'
import { type NamedTotal, SEQUENCE_BASE } from '../ledger/ledger-writer.ts'
import { type PairEncoding, POINTER } from '../ledger/pair-rows.ts'
import { encodeLineage } from '../rows/lineage-encoding.ts'
import { encodeLink } from '../rows/link-encoding.ts'
import { encodeProduct } from '../rows/product-encoding.ts'
import { encodeRecord } from '../rows/record-encoding.ts'
import { encodeJson, encodeNumber } from '../rows/row-encoding.ts'
import { idKey, textKey } from '../rows/row-keys.ts'
import type { TableName } from '../tables/lmdb-tables.ts'

/** The change number of all loaded rows. */
export const LOAD_CHANGE = 1

/** A receiver of rows as a table stores them, except that the checksum is not masked. */
export interface StoredRowSink {
  /** The caller must not change the buffers afterwards. */
  put(table: TableName, key: Buffer, value: Buffer): void
}

/** Encodes rows of a ledger for the tables of a folder, as commits would. */
export class StoredRows {
  readonly #sink: StoredRowSink

  constructor(sink: StoredRowSink) {
    this.#sink = sink
  }

  /** @returns the last change number used by this row. */
  add(row: LedgerRow): number {
    const sink = this.#sink
    switch (row.kind) {
      case 'record':
        this.#addRecord(row)
        break
      case 'product':
        sink.put('products', idKey(row.row.id), encodeProduct(row.row))
        break
      case 'edges':
        for (const edge of row.rows) this.#addPair('edges', edge, EDGES)
        break
      case 'judgement':
        this.#addPair('judgements', row.row, JUDGEMENTS)
        break
      case 'lineage':
        sink.put('lineage', idKey(row.row.id), encodeLineage(row.row))
        break
      case 'verifications':
        return this.#addVerifications(row)
      case 'decision':
        sink.put('decisions', idKey(row.row.change), encodeJson(row.row))
        break
      case 'alias':
        sink.put('aliases', textKey(row.row.alias), encodeJson(row.row))
        break
      case 'supplier':
        sink.put('suppliers', textKey(row.row.id), encodeJson(row.row))
        break
      case 'import':
        sink.put('imports', importKey(row.row), encodeJson(row.row))
        break
      case 'alert':
        sink.put('alerts', textKey(row.row.id), encodeJson(row.row))
        break
      case 'concordance':
        if (row.row.content !== undefined) sink.put('concordances', textKey(row.row.id), encodeJson(row.row))
        break
      default:
        throw new TypeError(`A row of kind ${row.kind} cannot be loaded.`)
    }
    return LOAD_CHANGE
  }

  addTotals({ counters, words }: LoadTotals): void {
    for (const [name, total] of Object.entries(counters)) {
      if (total !== 0) this.#sink.put('counters', textKey(name), encodeJson({ name, total } satisfies NamedTotal))
    }
    for (const [word, total] of Object.entries(words)) {
      if (total !== 0) this.#sink.put('words', textKey(word), encodeNumber(total))
    }
  }

  #addRecord({ row, link, details }: Extract<LedgerRow, { readonly kind: 'record' }>): void {
    const key = idKey(row.id)
    this.#sink.put('records', key, encodeRecord(row))
    this.#sink.put('codes', codeKey(row.record), encodeNumber(row.id))
    if (details !== undefined) this.#sink.put('details', key, encodeJson(details))
    if (link !== undefined) this.#sink.put('links', key, encodeLink(link))
  }

  #addPair<Row extends EdgeRow | JudgementRow>(
    table: 'edges' | 'judgements',
    row: Row,
    encoding: PairEncoding<Row>,
  ): void {
    this.#sink.put(table, idKey(row.a, row.b), encoding.encode(row))
    this.#sink.put(`${table}Reverse`, idKey(row.b, row.a), POINTER)
  }

  #addVerifications({ product, rows }: Extract<LedgerRow, { readonly kind: 'verifications' }>): number {
    let change = LOAD_CHANGE
    for (const [at, row] of rows.entries()) {
      change = LOAD_CHANGE + Math.floor(at / SEQUENCE_BASE)
      this.#sink.put('verifications', idKey(product, change, at % SEQUENCE_BASE), encodeJson(row))
    }
    return change
  }
}
