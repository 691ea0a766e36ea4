/**
 * Ordered tables of JSON rows under text keys, and writes of many rows that are kept together or not at all, on
 * conditions. A service has its accounts, keys, logs, jobs and webhooks in one. All rules about them are made of these
 * operations and are therefore the same on every store; a store knows none of them.
 *
 * `Rows` has the row of each table under the table's name.
 */
export interface RowStore<Rows extends object> {
  /** Whether other processes may have it open at the same time. */
  readonly isShared: boolean
  /** Rows by their keys, in the order asked; undefined where there is none. At most {@link READ_MOST} keys. */
  read<Table extends TableOf<Rows>>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<Rows[Table]> | undefined)[]>
  /** Rows by ascending key, or descending; as of one moment. */
  range<Table extends TableOf<Rows>>(table: Table, range: KeyRange): Promise<StoredRow<Rows[Table]>[]>
  /**
   * Writes all or nothing, on disk when it resolves. Of two that are under way at once either may be first, whichever was
   * called first: await the one that is to be.
   *
   * @param writes - At most {@link WRITES_MOST}; no row twice.
   * @returns undefined when it was written, else the row that was not as expected. Nothing was written then.
   */
  write(writes: readonly RowWrite<Rows>[]): Promise<RowName<Rows> | undefined>
  /**
   * Deletes the first rows of a range. Not in one step: what is deleted when it fails stays deleted.
   *
   * @returns how many there were, at most `limit`.
   */
  deleteRange(table: TableOf<Rows>, range: KeyRange): Promise<number>
  /**
   * Calls a listener for rows that were written in watched tables ({@link RowTables.watched}), by any process that shares
   * the store, within a second. It may be called for more than was written, and with `undefined` when something may have
   * been missed.
   *
   * @returns what ends it.
   */
  onWrite(listener: (row: RowName<Rows> | undefined) => void): () => void
  /** Whether reads see every write that was made before: not on a standby, which may be late. */
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

/** A row as it is kept, with its version. */
export interface StoredRow<Row> {
  readonly key: string
  /** Another number with every write: what a later write expects. */
  readonly revision: number
  readonly row: Row
}

/** Keys between two, neither of which belongs to it. */
export interface KeyRange {
  /** Only keys that begin so. */
  readonly prefix?: string
  readonly after?: string
  readonly before?: string
  /** 1 to {@link READ_MOST}. */
  readonly limit: number
  /** Largest keys first. */
  readonly descending?: boolean
}

/** What has to be there for a write: nothing under that key, or the row of that revision. */
export type Expected = 'absent' | number

/** A row that is to be written, and what it must have been. */
export type RowWrite<Rows extends object> = {
  [Table in TableOf<Rows>]:
    | { readonly table: Table; readonly key: string; readonly row: Rows[Table]; readonly expect?: Expected }
    | { readonly table: Table; readonly key: string; readonly row: undefined; readonly expect?: number }
}[TableOf<Rows>]

/** Of one `read`, `range` or `deleteRange`. */
export const READ_MOST = 10_000

/** Of one `write`. */
export const WRITES_MOST = 10_000
