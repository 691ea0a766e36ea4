import type { EdgeRow, StoredRecord } from '@utpid/core/storage'
import { recordBodyOf } from '@utpid/core/storage'
import { type LinkColumns, linkOf } from '../tables/link-columns.ts'
import { decodeText } from '../tables/stored-text.ts'
import type { DerivedTables, SharedTables } from '../tables/tables.ts'

/** Selects and decodes rows of the active set and of the spare set. */

export interface RecordColumns extends Omit<LinkColumns, 'product_id'> {
  readonly id: number
  readonly revision: number
  readonly keys: number[]
  readonly content: string
  readonly features: Buffer
  readonly product_id: number | null
}

const RECORD_COLUMNS =
  'r.id, r.revision, r.content, r.keys, f.features, l.product_id, l.method, l.confidence, l.since, l.model, l.epoch'

/** Selects records with their features and their current link. */
export function selectRecords({ records, record_features }: DerivedTables, { links }: SharedTables): string {
  return `select ${RECORD_COLUMNS}
    from ${records} r join ${record_features} f on f.record_id = r.id left join ${links} l on l.record_id = r.id`
}

/**
 * Selects records like {@link selectRecords}, but for a page. Parameters: the id before the page, and the number of
 * records. Each row is looked up by its id: a plain join would scan all tables from their start for each page.
 */
export function selectRecordPage({ records, record_features }: DerivedTables, { links }: SharedTables): string {
  return `select ${RECORD_COLUMNS}
    from (select * from ${records} where id > $1 order by id limit $2) as r
      cross join lateral (select * from ${record_features} where record_id = r.id offset 0) as f
      left join lateral (select * from ${links} where record_id = r.id offset 0) as l on true
    order by r.id`
}

export function storedRecordOf(columns: RecordColumns): StoredRecord {
  const { id, revision, keys, content, features, product_id } = columns
  // Copies the features, so that the caller does not get a part of a network buffer.
  const row = { id, revision, ...recordBodyOf(content), features: new Uint8Array(features), keys }
  return product_id === null ? { row } : { row, link: linkOf(id, { ...columns, product_id }) }
}

export interface EdgeColumns {
  readonly a: number
  readonly b: number
  readonly weight: number
  readonly confidence: number
  readonly model: string
  readonly epoch: number
}

export function edgeOf({ model, epoch, ...edge }: EdgeColumns): EdgeRow {
  return { ...edge, model: decodeText(model), tfVersion: epoch }
}

/** Returns one list per record, sorted by the id of the other record. */
export function byRecord<Row extends { readonly a: number; readonly b: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): Row[][] {
  const lists = new Map<number, Row[]>(ids.map((id) => [id, []]))
  for (const row of rows) {
    lists.get(row.a)?.push(row)
    if (row.b !== row.a) lists.get(row.b)?.push(row)
  }
  for (const [id, list] of lists) {
    const other = ({ a, b }: Row): number => (a === id ? b : a)
    list.sort((one, two) => other(one) - other(two))
  }
  return ids.map((id) => [...(lists.get(id) ?? [])])
}

/** Selects rows with any of the ids as `a` or `b`. The ids are the first parameter. */
export function selectByRecord(table: string, columns: string): string {
  return `select ${columns} from ${table} where a = any($1::bigint[])
    union all select ${columns} from ${table} where b = any($1::bigint[]) and a <> all($1::bigint[])`
}
