import type { LedgerRow, LedgerRowKind } from './ledger-row.ts'

/** Everything that an empty storage is filled with at once: all of it or nothing. */
export interface BulkLoad {
  /**
   * Takes rows in. Of each thing one row comes, whichever call brings it; of models and epochs none does. Nobody sees
   * anything of it before {@link BulkLoad.finish}.
   *
   * @throws `storage_full` and what else a write may meet: the load is of no use any more then, but for `abandon`.
   */
  put(rows: readonly LedgerRow[]): Promise<void>
  /**
   * Makes everything visible that was put, as one step that the feed does not tell of. Nobody may open a registry on it
   * before `Storage.setIndexVersion`.
   *
   * @param onProgress - Called now and then, where that can be told.
   * @throws `supplier_code_taken` when two records claim one code; nothing is left after `abandon` then.
   */
  finish(totals: LoadTotals, onProgress?: (progress: LoadProgress) => void): Promise<void>
  /** Lets go of everything that was put. May be called twice, after `finish`, and while it is under way: it fails then. */
  abandon(): Promise<void>
  /** Reads lines of an export on other processors; absent where whoever restores reads them itself. */
  readonly aside?: LinesAside
}

/** Reads lines of an export beside whoever restores it, for a storage that makes of them what it loads. */
export interface LinesAside {
  /** How many reads are worth having under way at once. */
  readonly atOnce: number
  /**
   * Reads the rows of some lines, as `readExportLines` does.
   *
   * @returns undefined when anything about them is out of the ordinary: then they are to be read one by one, which tells
   *   what it is. Never rejects.
   */
  read(lines: readonly string[]): Promise<ReadAside | undefined>
}

/** Lines that were read aside: either put or left, in the order in which they were given. */
export interface ReadAside {
  readonly facts: ExportFacts
  /** Takes the rows in, as {@link BulkLoad.put} does. */
  put(): Promise<void>
  /** They are put as rows after all. */
  leave(): void
}

/** What whoever restores has to know of some lines to check and count them. No thing is told of twice. */
export interface ExportFacts {
  /** Of what each line says, and what it says that the checksum is. */
  readonly hashes: Int32Array
  readonly checksums: Uint32Array
  readonly kinds: Readonly<Partial<Record<LedgerRowKind, number>>>
  /** Of what has an id of its own, by kind; names of anything else. */
  readonly ids: Readonly<Partial<Record<LedgerRowKind, Float64Array>>>
  readonly names: readonly string[]
  /** Records, each with the product it is linked to or -1. */
  readonly links: Float64Array
  /** Products, each with how many records it has, and these. */
  readonly products: Float64Array
  /** Products, each with 1 if it is active by its lineage, else 0. */
  readonly lineages: Float64Array
  /** What the rows add up to, as {@link LoadTotals}; of words there are thousands, and in how many records each is. */
  readonly counters: Readonly<Record<string, number>>
  readonly words: readonly string[]
  readonly wordRecords: Uint32Array
}

/** How far the last step of a load is, in rows of whatever it writes and reads. */
export interface LoadProgress {
  readonly done: number
  readonly all: number
}

/** What the rows that were put add up to, as the commits that wrote them counted it. */
export interface LoadTotals {
  readonly counters: Readonly<Record<string, number>>
  readonly words: Readonly<Record<string, number>>
}
