import { randomInt } from 'node:crypto'
import {
  checkRange,
  checkReadKeys,
  checkWrites,
  type KeyRange,
  Lifetime,
  type RowName,
  type RowStore,
  type RowTables,
  type RowWrite,
  rangeBounds,
  type StoredRow,
  type TableOf,
} from '@utpid/core/storage'
import type { Database } from '../connection/database.ts'
import { openDatabase } from '../connection/open-database.ts'
import type { PostgresStorageOptions } from '../connection/postgres-options.ts'
import { quoted } from '../connection/schema-name.ts'
import type { Transaction } from '../connection/transaction.ts'
import { channelOfWrites, WriteSignal } from './write-signal.ts'

/**
 * The upper bound of random revisions. Each write gets a new revision, even after a row was deleted and created again.
 */
const REVISIONS = 2 ** 47

/**
 * Opens the store of a service in the schema of its registry, and creates missing tables. Any number of processes may
 * open the store.
 *
 * @param tables - The `SERVICE_TABLES` of `@utpid/service`.
 * @throws the errors of `openPostgresStorage`.
 */
export async function openPostgresServiceStore<Rows extends object>(
  options: Omit<PostgresStorageOptions, 'changeFeedDays' | 'clock'>,
  tables: RowTables<Rows>,
): Promise<RowStore<Rows>> {
  const { database, schema, end } = await openDatabase(options)
  return new PostgresServiceStore(database, schema, tables, end)
}

class PostgresServiceStore<Rows extends object> implements RowStore<Rows> {
  readonly isShared = true
  readonly #lifetime = new Lifetime()
  readonly #database: Database
  readonly #tables: RowTables<Rows>
  /** For each table: its name in SQL. */
  readonly #sqlNames: Readonly<Record<TableOf<Rows>, string>>
  readonly #channel: string
  readonly #signal: WriteSignal<Rows>
  readonly #end: () => Promise<void>
  #closed: Promise<void> | undefined

  constructor(database: Database, schema: string, tables: RowTables<Rows>, end: () => Promise<void>) {
    this.#database = database
    this.#tables = tables
    this.#sqlNames = Object.fromEntries(
      tables.names.map((name) => [name, `${quoted(schema)}.service_${name}`]),
    ) as Record<TableOf<Rows>, string>
    this.#channel = channelOfWrites(schema)
    this.#signal = new WriteSignal(database, this.#channel, tables)
    this.#end = end
  }

  async read<Table extends TableOf<Rows>>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<Rows[Table]> | undefined)[]> {
    this.#lifetime.check()
    checkReadKeys(keys)
    if (keys.length === 0) return []
    const rows = await this.#database.query<StoredRow<Rows[Table]>>(
      `select key, revision, content as row from ${this.#sqlNames[table]} where key = any($1::text[])`,
      [[...keys]],
    )
    const found = new Map(rows.map((row) => [row.key, row]))
    return keys.map((key) => found.get(key))
  }

  async range<Table extends TableOf<Rows>>(table: Table, range: KeyRange): Promise<StoredRow<Rows[Table]>[]> {
    this.#lifetime.check()
    checkRange(range)
    const { condition, values } = conditionOf(range)
    return await this.#database.query<StoredRow<Rows[Table]>>(
      `select key, revision, content as row from ${this.#sqlNames[table]} where ${condition} ${orderOf(range)} limit $1`,
      values,
    )
  }

  async write(writes: readonly RowWrite<Rows>[]): Promise<RowName<Rows> | undefined> {
    this.#lifetime.check()
    checkWrites(writes)
    if (writes.length === 0) return undefined
    let refused: RowName<Rows> | undefined
    try {
      await this.#database.transaction(async (transaction) => {
        refused = undefined
        // Writes tables and keys in a fixed order, so that two writers cannot deadlock.
        for (const table of this.#tables.names) {
          const rows = writes.filter((each) => each.table === table).sort((a, b) => (a.key < b.key ? -1 : 1))
          refused = await this.#writeTable(transaction, table, rows)
          if (refused !== undefined) throw new Error('Nothing of it is kept.')
        }
        this.#notify(transaction, writes)
      })
    } catch (error) {
      if (refused === undefined) throw error
    }
    return refused
  }

  async deleteRange(table: TableOf<Rows>, range: KeyRange): Promise<number> {
    this.#lifetime.check()
    checkRange(range)
    const { condition, values } = conditionOf(range)
    const name = this.#sqlNames[table]
    const [gone] = await this.#database.query<{ rows: number }>(
      `with first as (select key from ${name} where ${condition} ${orderOf(range)} limit $1),
         gone as (delete from ${name} where key in (select key from first) returning 1)
       select count(*) as rows from gone`,
      values,
    )
    return gone?.rows ?? 0
  }

  onWrite(listener: (row: RowName<Rows> | undefined) => void): () => void {
    this.#lifetime.check()
    return this.#signal.add(listener)
  }

  async readsLatest(): Promise<boolean> {
    this.#lifetime.check()
    const [row] = await this.#database.query<{ late: boolean }>('select pg_is_in_recovery() as late', [])
    return row?.late === false
  }

  close(): Promise<void> {
    this.#lifetime.close()
    this.#closed ??= this.#signal.close().then(this.#end)
    return this.#closed
  }

  /** @returns a row with a failed precondition; undefined if all preconditions hold. */
  async #writeTable(
    transaction: Transaction,
    table: TableOf<Rows>,
    writes: readonly RowWrite<Rows>[],
  ): Promise<RowName<Rows> | undefined> {
    if (writes.length === 0) return undefined
    const name = this.#sqlNames[table]
    const of = (isOne: (write: RowWrite<Rows>) => boolean): readonly RowWrite<Rows>[] => writes.filter(isOne)
    const whatever = of(({ row, expect }) => row !== undefined && expect === undefined)
    const gone = of(({ row, expect }) => row === undefined && expect === undefined)
    const given =
      'unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) as given(key, revision, content, expected)'
    const insert = `insert into ${name} (key, revision, content) select key, revision, content::json from ${given}`
    const isSame = 't.key = given.key and t.revision = given.expected returning t.key'
    const conditional: readonly (readonly [readonly RowWrite<Rows>[], string])[] = [
      [of(({ expect }) => expect === 'absent'), `${insert} on conflict (key) do nothing returning key`],
      [
        of(({ row, expect }) => row !== undefined && typeof expect === 'number'),
        `update ${name} as t set revision = given.revision, content = given.content::json from ${given} where ${isSame}`,
      ],
      [
        of(({ row, expect }) => row === undefined && expect !== undefined),
        `delete from ${name} as t using ${given} where ${isSame}`,
      ],
    ]
    for (const [rows, statement] of conditional) {
      if (rows.length === 0) continue
      const written = await transaction.query<{ key: string }>(statement, valuesOf(rows))
      if (written.length < rows.length) {
        const keys = new Set(written.map(({ key }) => key))
        return { table, key: rows.find(({ key }) => !keys.has(key))?.key as string }
      }
    }
    if (whatever.length > 0) {
      const update = 'on conflict (key) do update set revision = excluded.revision, content = excluded.content'
      transaction.send(`${insert} ${update}`, valuesOf(whatever))
    }
    if (gone.length > 0) {
      transaction.send(`delete from ${name} where key = any($1::text[])`, [gone.map(({ key }) => key)])
    }
    return undefined
  }

  #notify(transaction: Transaction, writes: readonly RowWrite<Rows>[]): void {
    const notified = writes
      .filter(({ table }) => this.#tables.watched.has(table))
      .map(({ table, key }) => `${table} ${key}`)
    if (notified.length === 0) return
    transaction.send('select pg_notify($1, row) from unnest($2::text[]) as told(row)', [this.#channel, notified])
  }
}

function valuesOf<Rows extends object>(writes: readonly RowWrite<Rows>[]): unknown[] {
  return [
    writes.map(({ key }) => key),
    writes.map(() => randomInt(1, REVISIONS)),
    writes.map(({ row }) => (row === undefined ? 'null' : JSON.stringify(row))),
    writes.map(({ expect }) => (typeof expect === 'number' ? expect : null)),
  ]
}

/** Returns the condition of a range. The limit is the first parameter. */
function conditionOf(range: KeyRange): { condition: string; values: unknown[] } {
  const { from, after, before } = rangeBounds(range)
  const values: unknown[] = [range.limit]
  const conditions: string[] = ['true']
  const add = (comparison: string, key: string | undefined): void => {
    if (key === undefined) return
    values.push(key)
    conditions.push(`key ${comparison} $${values.length}`)
  }
  add('>=', from)
  add('>', after)
  add('<', before)
  return { condition: conditions.join(' and '), values }
}

function orderOf({ descending }: KeyRange): string {
  return `order by key ${descending === true ? 'desc' : 'asc'}`
}
