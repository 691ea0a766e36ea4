import type { ProductId } from '@utpid/core'
import type { RecordId } from '@utpid/core/storage'
import { productContent, recordContent } from '@utpid/core/storage'
import { arrayOf } from '../connection/connection.ts'
import type { Transaction } from '../connection/transaction.ts'
import { orderTerms } from '../index/terms/order-range.ts'
import { hashTerm } from '../index/terms/term-hash.ts'
import { encodeText } from '../tables/stored-text.ts'
import type { DerivedTables } from '../tables/tables.ts'
import { columnValues, parsedColumn, remove, unnest, upsert } from '../tables/upsert.ts'
import { addAmounts } from './add-amounts.ts'
import { countTerms, type DerivedRows } from './derived-rows.ts'
import type { StoredProductState, StoredRecordState } from './stored-state.ts'
import { writeTerms } from './write-terms.ts'

/** The state of the rows before they are written. */
export interface StoredRows {
  readonly records: ReadonlyMap<RecordId, StoredRecordState>
  readonly products: ReadonlyMap<ProductId, StoredProductState>
}

/** Writes rows of one set of derived tables, one statement per table and kind. */
export async function writeDerived(
  transaction: Transaction,
  tables: DerivedTables,
  rows: DerivedRows,
  stored: StoredRows,
): Promise<void> {
  writeRecords(transaction, tables, rows)
  await transaction.flush()
  writeKeys(transaction, tables, rows, stored)
  await transaction.flush()
  writeEdges(transaction, tables, rows)
  await writeProducts(transaction, tables, rows, stored)
  addAmounts(transaction, tables.words, 'word', 'records', rows.words)
  await transaction.flush()
}

function writeRecords(transaction: Transaction, tables: DerivedTables, { records }: DerivedRows): void {
  const bodies: unknown[][] = []
  const features: unknown[][] = []
  const moved: [RecordId, ProductId | null][] = []
  for (const [recordId, { row, productId }] of records) {
    if (row === undefined) {
      if (productId !== undefined) moved.push([recordId, productId])
      continue
    }
    const { id, revision, features: bytes, keys, ...content } = row
    bodies.push([id, revision, arrayOf(keys), recordContent(content)])
    const stored = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    features.push([id, productId ?? null, stored])
  }
  const columns = ['id bigint', 'revision bigint', 'keys bigint[]', 'content text']
  upsert(transaction, tables.records, columns, ['id'], bodies)
  const featureColumns = ['record_id bigint', 'product_id bigint', 'features bytea']
  upsert(transaction, tables.record_features, featureColumns, ['record_id'], features)
  if (moved.length === 0) return
  const given = ['record_id bigint', 'product_id bigint'].map(parsedColumn)
  transaction.send(
    `update ${tables.record_features} as moved set product_id = given.product_id
     from ${unnest(given, 1)} where moved.record_id = given.record_id`,
    columnValues(given, moved),
  )
}

function writeKeys(
  transaction: Transaction,
  tables: DerivedTables,
  { records }: DerivedRows,
  stored: StoredRows,
): void {
  const gained: [number, RecordId][] = []
  const lost: [number, RecordId][] = []
  for (const [id, { keys, indexed }] of records) {
    const before = stored.records.get(id)
    const held = new Set(before?.indexed === true ? before.keys : [])
    const kept = new Set(indexed ? keys : [])
    for (const key of held) if (!kept.has(key)) lost.push([key, id])
    for (const key of kept) if (!held.has(key)) gained.push([key, id])
  }
  // Sorts in index order, so that entries of one page are written together.
  gained.sort(([one, first], [other, second]) => one - other || first - second)
  const columns = ['key bigint', 'record_id bigint']
  remove(transaction, tables.record_keys, columns, lost)
  upsert(transaction, tables.record_keys, columns, ['key', 'record_id'], gained)
}

function writeEdges(transaction: Transaction, tables: DerivedTables, { edges }: DerivedRows): void {
  const put: unknown[][] = []
  const gone: [RecordId, RecordId][] = []
  for (const { a, b, row } of edges.values()) {
    if (row === null) gone.push([a, b])
    else put.push([a, b, row.weight, row.confidence, encodeText(row.model), row.tfVersion])
  }
  const columns = ['a bigint', 'b bigint', 'weight integer', 'confidence integer', 'model text', 'epoch integer']
  remove(transaction, tables.edges, ['a bigint', 'b bigint'], gone)
  upsert(transaction, tables.edges, columns, ['a', 'b'], put)
}

async function writeProducts(
  transaction: Transaction,
  tables: DerivedTables,
  { products }: DerivedRows,
  stored: StoredRows,
): Promise<void> {
  const bodies: unknown[][] = []
  const found: unknown[][] = []
  const texts = new Map<number, string>()
  const held = new Map<ProductId, { readonly terms: ReadonlySet<number> } | null>()
  const removed: [ProductId][] = []
  for (const [id, row] of products) {
    if (row === null) {
      removed.push([id])
      held.set(id, null)
      continue
    }
    const terms = new Set(orderTerms(row.rank, id))
    for (const term of row.terms) {
      const hash = hashTerm(term)
      terms.add(hash)
      texts.set(hash, term)
    }
    held.set(id, { terms })
    bodies.push([id, row.revision, productContent(row)])
    const [x, y, z] = row.point ?? [null, null, null]
    found.push([id, row.rank, arrayOf(terms), x, y, z])
  }
  remove(transaction, tables.products, ['id bigint'], removed)
  remove(transaction, tables.product_terms, ['product_id bigint'], removed)
  upsert(transaction, tables.products, ['id bigint', 'revision bigint', 'content text'], ['id'], bodies)
  const columns = ['product_id bigint', 'rank smallint', 'terms bigint[]', 'x integer', 'y integer', 'z integer']
  upsert(transaction, tables.product_terms, columns, ['product_id'], found)
  await writeTerms(transaction, tables, countTerms(held, stored.products), texts)
}
