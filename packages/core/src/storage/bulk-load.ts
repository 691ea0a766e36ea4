import type { LedgerRow, LedgerRowKind } from './ledger-row.ts'

/** A load that fills an empty storage, all or nothing. */
export interface BulkLoad {
  /**
   * Adds rows. All calls together must add one row for each object, and no rows for models and term-frequency versions.
   * No row is visible before {@link BulkLoad.finish}.
   *
   * @throws `storage_full` and other write errors. A failed load allows only `abandon()`.
   */
  put(rows: readonly LedgerRow[]): Promise<void>
  /**
   * Makes all rows visible, in one transaction that is not in the change feed. No registry may open the storage before
   * `Storage.setIndexVersion`.
   *
   * @param onProgress - A callback that storages with a known progress call from time to time.
   * @throws `supplier_code_taken` if two records have one code; in this case, `abandon` deletes all rows.
   */
  finish(totals: LoadTotals, onProgress?: (progress: LoadProgress) => void): Promise<void>
  /**
   * Deletes all rows. Callers may call this method several times, and also after `finish`. A call during `finish` makes
   * `finish` fail.
   */
  abandon(): Promise<void>
  /** A reader that reads lines of an export on other threads. If absent, the caller reads the lines. */
  readonly lineReader?: ParallelLineReader
}

/** Reads lines of an export in parallel. A storage with this reader converts lines directly to its load format. */
export interface ParallelLineReader {
  /** The useful number of concurrent reads. */
  readonly concurrency: number
  /**
   * Reads the rows of some lines, as `readExportLines` does.
   *
   * @returns undefined if a line is unusual. Then the caller reads the lines one by one, which finds the error. The
   *   promise never rejects.
   */
  read(lines: readonly string[]): Promise<ParallelLines | undefined>
}

/** Lines that were read in parallel. The caller either puts or drops each batch of lines, in the order of the input. */
export interface ParallelLines {
  readonly facts: ExportFacts
  /** Adds the rows, like {@link BulkLoad.put}. */
  put(): Promise<void>
  /** Drops the converted lines. The caller puts the rows of the lines instead. */
  drop(): void
}

/** The facts about some lines that a restore needs to check and count the lines. The facts list each object once. */
export interface ExportFacts {
  /** The hash of each line's content, and the checksum in the line. */
  readonly hashes: Int32Array
  readonly checksums: Uint32Array
  readonly kinds: Readonly<Partial<Record<LedgerRowKind, number>>>
  /** The ids by kind, for kinds with ids. Other kinds have names. */
  readonly ids: Readonly<Partial<Record<LedgerRowKind, Float64Array>>>
  readonly names: readonly string[]
  /** Pairs of a record and its linked product; -1 without a link. */
  readonly links: Float64Array
  /** The products, each followed by its number of records and the ids of these records. */
  readonly products: Float64Array
  /** Pairs of a product and a number: 1 if the product is active by its lineage, otherwise 0. */
  readonly lineages: Float64Array
  /** The totals of the rows, as in {@link LoadTotals}. Words and their record counts are two separate lists. */
  readonly counters: Readonly<Record<string, number>>
  readonly words: readonly string[]
  readonly wordRecords: Uint32Array
}

/** The progress of `finish`, as a number of rows written and read. */
export interface LoadProgress {
  readonly done: number
  readonly all: number
}

/** The totals of the rows, as the commits that wrote the rows counted them. */
export interface LoadTotals {
  readonly counters: Readonly<Record<string, number>>
  readonly words: Readonly<Record<string, number>>
}
