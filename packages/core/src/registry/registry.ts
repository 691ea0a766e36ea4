import type { MatchResult } from '../model/match.ts'
import type { Located, Product, RegistryStats } from '../model/product.ts'
import type { Supplier } from '../model/supplier-record.ts'
import type { CallOptions } from './check-signal.ts'
import type { ExportRow } from './export-format.ts'
import type { ImportOptions, ImportOutcome, ImportReport } from './import-records.ts'
import type { AlertList, AlertsOptions } from './list-alerts.ts'
import type { CrosswalkRow } from './list-crosswalk.ts'
import type { EventPage, EventsOptions } from './list-events.ts'
import type { MapBatchOptions } from './map-batch.ts'
import type { MatchOptions } from './match-inputs.ts'
import type { LocateQuery } from './read-products.ts'
import type { ReindexOptions, ReindexReport } from './reindex.ts'
import type { SearchOptions, SearchResult } from './search-products.ts'

/**
 * A registry of travel products. Results are plain data; errors are `RegistryError`; every
 * call takes an AbortSignal and may run beside others.
 */
export interface Registry extends AsyncDisposable {
  /** Streams records in: upserts by supplier and code, groups what it touches. Repeating it has no effect. */
  import(records: Iterable<unknown> | AsyncIterable<unknown>, options?: ImportOptions): Promise<ImportReport>
  /** Writes one record and says what became of it. */
  upsert(record: unknown, options?: UpsertOptions): Promise<ImportOutcome>
  /** The product of a UTPID, also of one that was merged into another; undefined when there is none. */
  get(utpid: string, options?: CallOptions): Promise<Product | undefined>
  /** Where a UTPID, alias or supplier code leads today; undefined when it was never known. */
  locate(query: LocateQuery, options?: CallOptions): Promise<Located | undefined>
  /** What is this? Reads only. */
  match(input: unknown, options?: MatchOptions & CallOptions): Promise<MatchResult>
  /** Matches up to 10,000 inputs, each on its own, in order; a bad one is answered as such. Reads only. */
  mapBatch(inputs: readonly unknown[], options?: MapBatchOptions): Promise<MatchResult[]>
  search(text: string, options?: SearchOptions & CallOptions): Promise<SearchResult>
  /** Alerts of one product. */
  duplicates(utpid: string, options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Alerts of the whole registry, by what a decision tells unless said otherwise. */
  alerts(options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** By id. */
  suppliers(options?: CallOptions): Promise<Supplier[]>
  /** Names a supplier or sets its priority; an unknown one is created. */
  setSupplier(supplier: SupplierChange, options?: CallOptions): Promise<Supplier>
  stats(options?: CallOptions): Promise<RegistryStats>
  /**
   * Makes all keys, features and search terms anew, for the rules of this version of utpid, while
   * everything goes on; then groups what changed and moves over at once.
   */
  reindex(options?: ReindexOptions): Promise<ReindexReport>
  /**
   * What happened after a change, oldest first, without gaps: how a receiver of events that missed some recovers.
   * `changes_expired` when the feed no longer reaches back that far.
   */
  events(options?: EventsOptions & CallOptions): Promise<EventPage[]>
  /**
   * The whole registry, row by row, while others write to it; `JSON.stringify` makes each row a line of a file.
   * `restoreRegistry` makes the same registry of it.
   */
  export(options?: CallOptions): AsyncIterable<ExportRow>
  /** Every active supplier code with its UTPID. */
  crosswalk(options?: CallOptions): AsyncIterable<CrosswalkRow>
  /** Closes the registry and its storage. May be called twice. */
  close(): Promise<void>
}

export interface UpsertOptions extends CallOptions {
  /** The supplier of a record that names none. */
  readonly supplier?: string
  /**
   * Names this write: repeating it with the same token has one effect, even when the answer was lost. Each write takes a
   * token of its own; what is sent under one that is known is not written, whatever it says.
   */
  readonly token?: string
}

export interface SupplierChange {
  readonly id: string
  readonly name?: string
  /** -1,000 to 1,000. */
  readonly priority?: number
}
