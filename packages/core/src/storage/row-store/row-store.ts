/**
 * Ordered tables of JSON rows with text keys, and atomic writes of many rows with preconditions. A service stores
 * accounts, keys, logs, jobs and webhooks in such a store. The service's rules use only these operations, so they are
 * the same on every store, and no store contains them.
 *
 * `Rows` maps the name of each table to its row type.
 */
export interface RowStore<Rows extends object> {
  /** Whether other processes may use it at the same time. */
  readonly isShared: boolean
  /** Reads rows by key, in input order; undefined for unknown keys. At most {@link MAX_READ_ROWS} keys. */
  read<Table extends TableOf<Rows>>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<Rows[Table]> | undefined)[]>
  /** Reads rows by ascending or descending key, as of one moment. */
  range<Table extends TableOf<Rows>>(table: Table, range: KeyRange): Promise<StoredRow<Rows[Table]>[]>
  /**
   * Writes all rows or none, on disk when it resolves. Concurrent writes may run in any order. To fix the order, await
   * one write before the next.
   *
   * @param writes - At most {@link MAX_WRITE_ROWS}; no row twice.
   * @returns undefined if the rows were written. Otherwise the row whose precondition failed; nothing was written.
   */
  write(writes: readonly RowWrite<Rows>[]): Promise<RowName<Rows> | undefined>
  /**
   * Deletes the first rows of a range. Not atomic: after a failure, some rows may be deleted.
   *
   * @returns the number of deleted rows, at most `limit`.
   */
  deleteRange(table: TableOf<Rows>, range: KeyRange): Promise<number>
  /**
   * Calls a listener within a second for rows that any process of the store writes in watched tables
   * ({@link RowTables.watched}). May also call it for rows that were not written, and with `undefined` if writes may
   * have been missed.
   *
   * @returns a function that removes the listener.
   */
  onWrite(listener: (row: RowName<Rows> | undefined) => void): () => void
  /** Reports whether reads see every earlier write: false on a standby, which may lag. */
  readsLatest(): Promise<boolean>
  /** May be called twice. */
  close(): Promise<void>
}

/** The name of a table. */
export type TableOf<Rows extends object> = keyof Rows & string

/** The tables that a store is opened with. */
export interface RowTables<Rows extends object> {
  /** All tables. */
  readonly names: readonly TableOf<Rows>[]
  /** Tables whose writes are reported to listeners. */
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
  /** Changes with every write; later writes can use it as a precondition. */
  readonly revision: number
  readonly row: Row
}

/** A range of keys. */
export interface KeyRange {
  /** Only keys with this prefix. */
  readonly prefix?: string
  readonly after?: string
  readonly before?: string
  /** 1 to {@link MAX_READ_ROWS}. */
  readonly limit: number
  /** Largest keys first. */
  readonly descending?: boolean
}

/** Precondition of a write: no row with that key, or a row with that revision. */
export type RowPrecondition = 'absent' | number

/** A row to write, with its precondition. */
export type RowWrite<Rows extends object> = {
  [Table in TableOf<Rows>]:
    | { readonly table: Table; readonly key: string; readonly row: Rows[Table]; readonly expect?: RowPrecondition }
    | { readonly table: Table; readonly key: string; readonly row: undefined; readonly expect?: number }
}[TableOf<Rows>]

/** Maximum rows of one `read`, `range` or `deleteRange`. */
export const MAX_READ_ROWS = 10_000

/** Maximum rows of one `write`. */
export const MAX_WRITE_ROWS = 10_000
