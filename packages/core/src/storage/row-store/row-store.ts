/**
 * Ordered tables of JSON rows with text keys, and atomic writes of many rows with preconditions. A service stores
 * accounts, keys, logs, jobs and webhooks in such a store. The rules of the service use only these operations. So the
 * rules are the same on every store, and no store contains rules.
 *
 * `Rows` maps the name of each table to its row type.
 */
export interface RowStore<Rows extends object> {
  /** True if other processes may use the store at the same time. */
  readonly isShared: boolean
  /**
   * Reads rows by key, in input order; undefined for a key without a row.
   *
   * @param keys - At most {@link MAX_READ_ROWS} keys.
   */
  read<Table extends TableOf<Rows>>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<Rows[Table]> | undefined)[]>
  /** Reads rows by ascending or descending key. All rows belong to one state of the store. */
  range<Table extends TableOf<Rows>>(table: Table, range: KeyRange): Promise<StoredRow<Rows[Table]>[]>
  /**
   * Writes all rows or none. When the call resolves, the rows are on disk. Concurrent writes may run in any order. To
   * fix the order, await one write before the next.
   *
   * @param writes - At most {@link MAX_WRITE_ROWS}; no row twice.
   * @returns undefined if the rows were written. Otherwise, the row whose precondition failed; in this case, nothing
   *   was written.
   */
  write(writes: readonly RowWrite<Rows>[]): Promise<RowName<Rows> | undefined>
  /**
   * Deletes the first rows of a range. The deletion is not atomic: after a failure, some rows may be deleted.
   *
   * @returns The number of deleted rows, at most `limit`.
   */
  deleteRange(table: TableOf<Rows>, range: KeyRange): Promise<number>
  /**
   * Calls a listener within a second for rows that any process of the store writes in watched tables ({@link
   * RowTables.watched}). The store may also call the listener for rows that were not written, and with `undefined` if
   * writes may have been missed.
   *
   * @returns A function that removes the listener.
   */
  onWrite(listener: (row: RowName<Rows> | undefined) => void): () => void
  /** Reports whether reads include every earlier write. The result is false on a standby, which may be behind. */
  readsLatest(): Promise<boolean>
  /** Closes the store. Callers may call this method twice. */
  close(): Promise<void>
}

/** The name of a table. */
export type TableOf<Rows extends object> = keyof Rows & string

/** The tables with which a store is opened. */
export interface RowTables<Rows extends object> {
  /** The names of all tables. */
  readonly names: readonly TableOf<Rows>[]
  /** The tables whose writes are reported to listeners. */
  readonly watched: ReadonlySet<TableOf<Rows>>
}

/** The table and the key of a row. */
export interface RowName<Rows extends object> {
  readonly table: TableOf<Rows>
  readonly key: string
}

/** A stored row with its revision. */
export interface StoredRow<Row> {
  readonly key: string
  /** The revision, which changes with every write. Later writes can use it as a precondition. */
  readonly revision: number
  readonly row: Row
}

/** A range of keys. */
export interface KeyRange {
  /** A prefix. The range contains only keys with this prefix. */
  readonly prefix?: string
  readonly after?: string
  readonly before?: string
  /** The maximum number of rows, 1 to {@link MAX_READ_ROWS}. */
  readonly limit: number
  /** True to return the largest keys first. */
  readonly descending?: boolean
}

/** The precondition of a write: no row with the key exists, or the row with the key has this revision. */
export type RowPrecondition = 'absent' | number

/** A row to write, with its precondition. */
export type RowWrite<Rows extends object> = {
  [Table in TableOf<Rows>]:
    | { readonly table: Table; readonly key: string; readonly row: Rows[Table]; readonly expect?: RowPrecondition }
    | { readonly table: Table; readonly key: string; readonly row: undefined; readonly expect?: number }
}[TableOf<Rows>]

/** The maximum number of rows of one `read`, `range` or `deleteRange`. */
export const MAX_READ_ROWS = 10_000

/** The maximum number of rows of one `write`. */
export const MAX_WRITE_ROWS = 10_000
