import type { ServiceRows, ServiceTable } from './service-tables.ts'

/**
 * Where a service keeps what is not the registry: accounts, keys, logs, jobs, webhooks. Ordered tables of JSON rows
 * under text keys, and writes of many rows that are kept together or not at all, on conditions. All rules of accounts
 * and jobs are made of these and are therefore the same on every store; a store knows none of them.
 */
export interface ServiceStore {
  /** Whether other processes may have it open at the same time. */
  readonly isShared: boolean
  /** Rows by their keys, in the order asked; undefined where there is none. At most {@link READ_MOST} keys. */
  read<Table extends ServiceTable>(
    table: Table,
    keys: readonly string[],
  ): Promise<(StoredRow<ServiceRows[Table]> | undefined)[]>
  /** Rows by ascending key, or descending; as of one moment. */
  range<Table extends ServiceTable>(table: Table, range: KeyRange): Promise<StoredRow<ServiceRows[Table]>[]>
  /**
   * Writes all or nothing, on disk when it resolves. Of two that are under way at once either may be first, whichever was
   * called first: await the one that is to be.
   *
   * @param writes - At most {@link WRITES_MOST}; no row twice.
   * @returns undefined when it was written, else the row that was not as expected. Nothing was written then.
   */
  write(writes: readonly RowWrite[]): Promise<RowName | undefined>
  /**
   * Deletes the first rows of a range. Not in one step: what is deleted when it fails stays deleted.
   *
   * @returns how many there were, at most `limit`.
   */
  deleteRange(table: ServiceTable, range: KeyRange): Promise<number>
  /**
   * Hears of rows that were written in tables that tell ({@link TELLING_TABLES}), by any process that shares the store,
   * within a second. It may be told of more than was written, and of `undefined` when something may have been missed.
   *
   * @returns what ends it.
   */
  onWrite(listener: (row: RowName | undefined) => void): () => void
  /** Whether reads see every write that was made before: not on a standby, which may be late. */
  readsLatest(): Promise<boolean>
  /** May be called twice. */
  close(): Promise<void>
}

/** The table and the key of a row. */
export interface RowName {
  readonly table: ServiceTable
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
export type RowWrite = {
  [Table in ServiceTable]:
    | { readonly table: Table; readonly key: string; readonly row: ServiceRows[Table]; readonly expect?: Expected }
    | { readonly table: Table; readonly key: string; readonly row: undefined; readonly expect?: number }
}[ServiceTable]

/** Of one `read`, `range` or `deleteRange`. */
export const READ_MOST = 10_000

/** Of one `write`. */
export const WRITES_MOST = 10_000
