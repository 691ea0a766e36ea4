import type { LedgerRow } from './ledger-row.ts'

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
   * @throws `supplier_code_taken` when two records claim one code; nothing was kept then.
   */
  finish(totals: LoadTotals): Promise<void>
  /** Lets go of everything that was put. May be called twice, and after `finish`. */
  abandon(): Promise<void>
}

/** What the rows that were put add up to, as the commits that wrote them counted it. */
export interface LoadTotals {
  readonly counters: Readonly<Record<string, number>>
  readonly words: Readonly<Record<string, number>>
}
