import type { ProductId } from '@utpid/core'
import type { BlockingKey, ChangeNumber, Commit, DecisionRow, ModelVersion, RecordId } from '@utpid/core/storage'
import {
  MAX_EXPIRED_PER_COMMIT,
  type PreconditionState,
  type RecentKeyChanges,
  type RetentionSettings,
} from '@utpid/core/storage'
import { arrayOf, type Connection } from '../connection/connection.ts'
import type { Transaction } from '../connection/transaction.ts'
import { headRow } from '../tables/head-row.ts'
import { textKey } from '../tables/stored-text.ts'
import type { DerivedTables, Tables } from '../tables/tables.ts'

/** The parts of a record that preconditions and the index need. */
export interface StoredRecordState {
  readonly revision: number
  readonly keys: readonly BlockingKey[]
  readonly indexed: boolean
}

export interface StoredProductState {
  readonly revision: number
  readonly terms: readonly number[]
}

/** The stored rows that a batch of transactions reads or writes. The head is locked when the rows are read. */
export interface StoredState {
  readonly head: ChangeNumber
  readonly indexVersion: string | undefined
  readonly modelVersion: ModelVersion | undefined
  readonly keysSince: ChangeNumber
  /** The number of the active set. */
  readonly activeSet: number
  readonly records: Map<RecordId, StoredRecordState>
  readonly products: Map<ProductId, StoredProductState>
  /** The records with details, among the records that a transaction writes without a details row. */
  readonly detailed: Set<RecordId>
  readonly minted: Set<ProductId>
  readonly aliases: Map<string, ProductId>
  readonly decisions: Map<ChangeNumber, DecisionRow>
  /** The retained idempotency keys. */
  readonly idempotencyKeys: Map<string, ChangeNumber>
  /** For each key in the preconditions: its last change. */
  readonly touched: Map<BlockingKey, ChangeNumber>
  /** Whether any entry of the change feed or any idempotency key has expired. */
  readonly expires: boolean
}

interface HeadRow {
  readonly change: ChangeNumber
  readonly index_version: string | null
  readonly scoring: ModelVersion | null
  readonly keys_since: ChangeNumber
  readonly serving: number
  readonly oldest_change: number | null
  readonly oldest_token: number | null
}

/**
 * Locks the head, and reads the rows that the transactions need. The lock excludes other writers until the end of the
 * transaction.
 */
export async function readStoredState(
  connection: Connection,
  tables: Tables,
  retention: RetentionSettings,
  group: readonly Commit[],
): Promise<StoredState> {
  const heads = connection.query<HeadRow>(
    `select change, index_version, scoring, keys_since, serving,
       (select written_at from ${tables.changes} order by change limit 1) as oldest_change,
       (select written_at from ${tables.tokens} order by written_at limit 1) as oldest_token
     from ${tables.head} for update`,
  )
  // Sends all queries together. They run after the lock.
  const [headRows, derived, detailed, expected, idempotencyKeysByText] = await Promise.all([
    heads,
    readDerivedRows(connection, tables.derived, group),
    readDetailed(connection, tables, group),
    readPreconditionRows(connection, tables, group),
    readIdempotencyKeys(connection, tables, retention, group),
  ])
  const head = headRow(headRows, tables)
  const now = retention.clock()
  const isOlder = (writtenAt: number | null, milliseconds: number): boolean =>
    writtenAt !== null && now - writtenAt > milliseconds
  return {
    head: head.change,
    indexVersion: head.index_version ?? undefined,
    modelVersion: head.scoring ?? undefined,
    keysSince: head.keys_since,
    activeSet: head.serving,
    expires:
      isOlder(head.oldest_change, retention.changeFeedMs) || isOlder(head.oldest_token, retention.idempotencyKeyMs),
    ...derived,
    detailed,
    ...expected,
    idempotencyKeys: idempotencyKeysByText,
  }
}

/** Reads the records and products that transactions write, move or expect, from one set of tables. */
export async function readDerivedRows(
  connection: Connection,
  tables: DerivedTables,
  group: readonly Pick<Commit, 'records' | 'links' | 'unlinked' | 'products' | 'removedProducts' | 'preconditions'>[],
): Promise<Pick<StoredState, 'records' | 'products'>> {
  const recordIds = new Set<RecordId>()
  const productIds = new Set<ProductId>()
  for (const { records, links, unlinked, products, removedProducts, preconditions } of group) {
    for (const { id } of records) recordIds.add(id)
    for (const { recordId } of links) recordIds.add(recordId)
    for (const id of unlinked) recordIds.add(id)
    for (const [id] of preconditions.records) recordIds.add(id)
    for (const { id } of products) productIds.add(id)
    for (const id of removedProducts) productIds.add(id)
    for (const [id] of preconditions.products) productIds.add(id)
  }
  const [records, products] = await Promise.all([
    readRecords(connection, tables, recordIds),
    readProducts(connection, tables, productIds),
  ])
  return { records, products }
}

export async function readRecords(
  connection: Connection,
  tables: DerivedTables,
  ids: ReadonlySet<RecordId>,
): Promise<Map<RecordId, StoredRecordState>> {
  if (ids.size === 0) return new Map()
  const rows = await connection.query<StoredRecordState & { id: RecordId }>(
    `select id, revision, keys, product_id is not null as indexed
     from ${tables.records} join ${tables.record_features} on record_id = id where id = any($1::bigint[])`,
    [arrayOf(ids)],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Returns the records with details, among the records that transactions write without a details row. A transaction that
 * expects a record to be new is rejected if the record exists, so its record has no details.
 */
async function readDetailed(
  connection: Connection,
  tables: Tables,
  group: readonly Pick<Commit, 'records' | 'details' | 'preconditions'>[],
): Promise<Set<RecordId>> {
  const ids = new Set<RecordId>()
  for (const { records, details, preconditions } of group) {
    const known = new Set(details.map(({ recordId }) => recordId))
    for (const [id, revision] of preconditions.records) if (revision === 0) known.add(id)
    for (const { id } of records) if (!known.has(id)) ids.add(id)
  }
  if (ids.size === 0) return new Set()
  const rows = await connection.query<{ record_id: RecordId }>(
    `select record_id from ${tables.details} where record_id = any($1::bigint[])`,
    [arrayOf(ids)],
  )
  return new Set(rows.map(({ record_id }) => record_id))
}

export async function readProducts(
  connection: Connection,
  tables: DerivedTables,
  ids: ReadonlySet<ProductId>,
): Promise<Map<ProductId, StoredProductState>> {
  if (ids.size === 0) return new Map()
  const rows = await connection.query<StoredProductState & { id: ProductId }>(
    `select id, revision, terms
     from ${tables.products} join ${tables.product_terms} on product_id = id where id = any($1::bigint[])`,
    [arrayOf(ids)],
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

async function readPreconditionRows(
  connection: Connection,
  tables: Tables,
  group: readonly Commit[],
): Promise<Pick<StoredState, 'minted' | 'aliases' | 'decisions' | 'touched'>> {
  const productIds = new Set(group.flatMap(({ preconditions }) => preconditions.products.map(([id]) => id)))
  const aliases = new Map(
    group.flatMap(({ preconditions }) => preconditions.aliases ?? []).map((alias) => [textKey(alias), alias]),
  )
  const changes = new Set(group.flatMap(({ preconditions }) => preconditions.decisions ?? []))
  const rowsOf = async <Row extends object>(asked: number, select: string, values: unknown[]): Promise<Row[]> =>
    asked === 0 ? [] : await connection.query<Row>(select, values)
  const [minted, found, decisions, touched] = await Promise.all([
    rowsOf<{ id: ProductId }>(productIds.size, `select id from ${tables.lineage} where id = any($1::bigint[])`, [
      arrayOf(productIds),
    ]),
    rowsOf<{ alias: string; product_id: ProductId }>(
      aliases.size,
      `select alias, product_id from ${tables.aliases} where alias = any($1::text[])`,
      [[...aliases.keys()]],
    ),
    rowsOf<{ change: ChangeNumber; content: DecisionRow }>(
      changes.size,
      `select change, content from ${tables.decisions} where change = any($1::bigint[])`,
      [arrayOf(changes)],
    ),
    readTouched(connection, tables, group),
  ])
  return {
    minted: new Set(minted.map(({ id }) => id)),
    aliases: new Map(found.map((row) => [aliases.get(row.alias) as string, row.product_id])),
    decisions: new Map(decisions.map(({ change, content }) => [change, content])),
    touched,
  }
}

async function readTouched(
  connection: Connection,
  tables: Tables,
  group: readonly Commit[],
): Promise<Map<BlockingKey, ChangeNumber>> {
  const asking = group.filter(({ preconditions }) => preconditions.keys.length > 0)
  if (asking.length === 0) return new Map()
  const rows = await connection.query<{ key: BlockingKey; change: ChangeNumber }>(
    `select key, max(change) as change
     from ${tables.touched_keys} cross join lateral unnest(keys) as touched(key)
     where change > $1 and key in (select unnest($2::bigint[])) group by key`,
    [
      Math.min(...asking.map(({ readVersion }) => readVersion)),
      arrayOf(new Set(asking.flatMap(({ preconditions }) => preconditions.keys))),
    ],
  )
  return new Map(rows.map(({ key, change }) => [key, change]))
}

async function readIdempotencyKeys(
  connection: Connection,
  tables: Tables,
  { clock, idempotencyKeyMs }: RetentionSettings,
  group: readonly Commit[],
): Promise<Map<string, ChangeNumber>> {
  const idempotencyKeysByText = new Map(
    group.flatMap(({ idempotencyKey }) =>
      idempotencyKey === undefined ? [] : [[textKey(idempotencyKey), idempotencyKey]],
    ),
  )
  if (idempotencyKeysByText.size === 0) return new Map()
  const rows = await connection.query<{ token: string; change: ChangeNumber }>(
    `select token, change from ${tables.tokens} where token = any($1::text[]) and written_at >= $2`,
    [[...idempotencyKeysByText.keys()], clock() - idempotencyKeyMs],
  )
  return new Map(rows.map(({ token, change }) => [idempotencyKeysByText.get(token) as string, change]))
}

/** Deletes some expired rows per write, so that a write after a long pause is not delayed. */
export function deleteExpired(transaction: Transaction, tables: Tables, retention: RetentionSettings): void {
  const now = retention.clock()
  transaction.send(
    `delete from ${tables.changes} as gone
     using (select change, written_at from ${tables.changes} order by change limit ${MAX_EXPIRED_PER_COMMIT}) as oldest
     where gone.change = oldest.change and oldest.written_at < $1`,
    [now - retention.changeFeedMs],
  )
  transaction.send(
    `delete from ${tables.tokens} where token in
       (select token from ${tables.tokens} where written_at < $1 order by written_at limit ${MAX_EXPIRED_PER_COMMIT})`,
    [now - retention.idempotencyKeyMs],
  )
}

/** Returns the state for precondition checks. It includes the accepted transactions of the batch. */
export function stateOf(present: StoredState, head: ChangeNumber): PreconditionState {
  return {
    head,
    indexVersion: present.indexVersion,
    modelVersion: present.modelVersion,
    recordRevision: (id) => present.records.get(id)?.revision ?? 0,
    hasDetails: (id) => present.detailed.has(id),
    productRevision: (id) => present.products.get(id)?.revision,
    wasMinted: (id) => present.minted.has(id),
    productOfAlias: (alias) => present.aliases.get(alias),
    decision: (change) => present.decisions.get(change),
  }
}

export function keysOf(present: StoredState, since: ChangeNumber): RecentKeyChanges {
  return {
    since,
    touchedAfter: (base, keys) => keys.find((key) => (present.touched.get(key) ?? 0) > base),
  }
}
