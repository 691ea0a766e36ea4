import type { LedgerRow, LedgerRowKind } from './ledger-row.ts'

/** Fills an empty storage, all or nothing. */
export interface BulkLoad {
  /**
   * Adds rows. All calls together add one row for each object; for models and term-frequency versions, they add none.
   * Nothing is visible before {@link BulkLoad.finish}.
   *
   * @throws `storage_full` and other write errors. A failed load allows only `abandon()`.
   */
  put(rows: readonly LedgerRow[]): Promise<void>
  /**
   * Makes all rows visible, in one transaction that is not in the change feed. No registry may open the storage before
   * `Storage.setIndexVersion`.
   *
   * @param onProgress - Called from time to time by storages that know their progress.
   * @throws `supplier_code_taken` if two records have one code; `abandon` then deletes everything.
   */
  finish(totals: LoadTotals, onProgress?: (progress: LoadProgress) => void): Promise<void>
  /**
   * Deletes all rows. It may be called more than once, and also after `finish`. A call during `finish` makes `finish`
   * fail.
   */
  abandon(): Promise<void>
  /** Reads lines of an export on other threads; if absent, the caller reads them itself. */
  readonly lineReader?: ParallelLineReader
}

/** Reads lines of an export in parallel, for a storage that converts them directly to its load format. */
export interface ParallelLineReader {
  /** Useful number of concurrent reads. */
  readonly concurrency: number
  /**
   * Reads the rows of some lines, as `readExportLines` does.
   *
   * @returns undefined if anything about the lines is unusual: the caller then reads them one by one, which finds the
   *   error. Never rejects.
   */
  read(lines: readonly string[]): Promise<ParallelLines | undefined>
}

/** Lines read in parallel. The caller either puts or drops them, in order of the input. */
export interface ParallelLines {
  readonly facts: ExportFacts
  /** Adds the rows, as {@link BulkLoad.put} does. */
  put(): Promise<void>
  /** Drops the converted lines: the caller puts their rows instead. */
  drop(): void
}

/** Facts about some lines that a restore needs to check and count them. Lists each object once. */
export interface ExportFacts {
  /** Hash of each line's content, and the checksum that the line states. */
  readonly hashes: Int32Array
  readonly checksums: Uint32Array
  readonly kinds: Readonly<Partial<Record<LedgerRowKind, number>>>
  /** Ids by kind, for kinds with ids; other kinds have names. */
  readonly ids: Readonly<Partial<Record<LedgerRowKind, Float64Array>>>
  readonly names: readonly string[]
  /** Pairs of record and linked product; -1 without a link. */
  readonly links: Float64Array
  /** Products, each followed by its number of records and these records. */
  readonly products: Float64Array
  /** Pairs of product and 1 if it is active by its lineage, else 0. */
  readonly lineages: Float64Array
  /** Totals of the rows, as in {@link LoadTotals}. The words and their record counts are separate lists. */
  readonly counters: Readonly<Record<string, number>>
  readonly words: readonly string[]
  readonly wordRecords: Uint32Array
}

/** Progress of `finish`, in rows written and read. */
export interface LoadProgress {
  readonly done: number
  readonly all: number
}

/** Totals of the rows, as counted by the commits that wrote them. */
export interface LoadTotals {
  readonly counters: Readonly<Record<string, number>>
  readonly words: Readonly<Record<string, number>>
}
