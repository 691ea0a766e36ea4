import type { Alias } from '../model/alias.ts'
import type { MatchResult } from '../model/match.ts'
import type { MatchExplanation, NonMatchExplanation } from '../model/match-explanation.ts'
import type { DuplicateAlert, Located, Product, RegistryStats } from '../model/product.ts'
import type { Supplier, SupplierCode } from '../model/supplier-record.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { CallOptions } from './context/check-signal.ts'
import type {
  DecisionOptions,
  DecisionReport,
  HistoryEntry,
  Lineage,
  MergeOptions,
  PinnedFields,
  PinOptions,
  ProductDecisionOptions,
  ResolveOptions,
  SplitOptions,
  VerificationReport,
  VerifyOptions,
} from './context/decision.ts'
import type { PairRef } from './explain/pair-side.ts'
import type { ExportRow } from './export/export-format.ts'
import type { ExportOptions } from './export/export-registry.ts'
import type { MapBatchOptions } from './match/map-batch.ts'
import type { MatchOptions } from './match/match-inputs.ts'
import type { AlertList, AlertsOptions } from './read/list-alerts.ts'
import type { CrosswalkRow } from './read/list-crosswalk.ts'
import type { EventPage, EventsOptions } from './read/list-events.ts'
import type { ShownProduct } from './read/list-products.ts'
import type { LocateQuery } from './read/read-products.ts'
import type { ReclusterOptions, ReclusterReport } from './rebuild/recluster-registry.ts'
import type { ReindexOptions, ReindexReport } from './rebuild/reindex.ts'
import type { RescoreOptions, RescoreReport } from './rebuild/rescore.ts'
import type { ListResult, SearchOptions, SearchResult } from './search/search-products.ts'
import type { DeactivateSupplierOptions, DeactivationReport } from './write/deactivate-records.ts'
import type { ImportOptions, ImportOutcome, ImportReport } from './write/import-records.ts'
import type { SupplierChange } from './write/set-supplier.ts'
import type { UpsertOptions } from './write/upsert-record.ts'

/**
 * A registry of travel products. Results are plain data; errors are `RegistryError`. Each call accepts an AbortSignal,
 * and calls may run concurrently.
 */
export interface Registry extends AsyncDisposable {
  /**
   * Imports a stream of records: writes each by supplier and code, and clusters the affected records. Repeating an
   * import has no effect.
   */
  import(records: Iterable<unknown> | AsyncIterable<unknown>, options?: ImportOptions): Promise<ImportReport>
  /** Writes one record and returns its outcome. */
  upsert(record: unknown, options?: UpsertOptions): Promise<ImportOutcome>
  /**
   * Returns the scorer of the registry. With it, a caller can score or explain pairs of records as the registry does.
   */
  scorer(): PairScorer
  /**
   * Returns the product of a UTPID. If it was merged into another product, returns that one. Undefined if there is
   * none.
   */
  get(utpid: string, options?: CallOptions): Promise<Product | undefined>
  /**
   * Returns the current product of a UTPID or alias with the fields that lists show; much faster than `get`. Undefined
   * if the id never existed.
   */
  show(utpid: string, options?: CallOptions): Promise<ShownProduct | undefined>
  /** Finds the current product of a UTPID, alias or supplier code; undefined if the identifier never existed. */
  locate(query: LocateQuery, options?: CallOptions): Promise<Located | undefined>
  /** Finds the product that an input describes. Writes nothing. */
  match(input: unknown, options?: MatchOptions & CallOptions): Promise<MatchResult>
  /**
   * Matches up to 10,000 inputs independently; results are in the order of the inputs. The result of a bad input
   * reports the problem. Writes nothing.
   */
  mapBatch(inputs: readonly unknown[], options?: MapBatchOptions): Promise<MatchResult[]>
  /**
   * Explains why two sides are one product. Each side is a UTPID or alias, a supplier code, or an input. The result has
   * the comparison, whether both sides are in one product, the links that join them, and the judgements of curators.
   * Writes nothing.
   *
   * `product_not_found` if a side never existed, `validation_failed` if a side is invalid.
   */
  why(a: PairRef, b: PairRef, options?: CallOptions): Promise<MatchExplanation>
  /**
   * Explains why two sides are not one product: first the reason, then everything else that would have prevented a
   * match. Arguments: see {@link why}.
   */
  whyNot(a: PairRef, b: PairRef, options?: CallOptions): Promise<NonMatchExplanation>
  search(text: string, options?: SearchOptions & CallOptions): Promise<SearchResult>
  /** Like `search`, but returns only the fields that lists show: reading a page is much faster. */
  list(text: string, options?: SearchOptions & CallOptions): Promise<ListResult>
  /** Lists alerts of one product. */
  duplicates(utpid: string, options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Lists alerts of the whole registry. Default order: information gain. */
  alerts(options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Returns one alert by its id, whatever its status; undefined if there is none. */
  alert(alertId: string, options?: CallOptions): Promise<DuplicateAlert | undefined>
  /** Lists all suppliers, ordered by id. */
  suppliers(options?: CallOptions): Promise<Supplier[]>
  /** Sets the name or priority of a supplier. Creates the supplier if its id is unknown. */
  setSupplier(supplier: SupplierChange, options?: CallOptions): Promise<Supplier>
  /**
   * Merges two products, whatever the model says. Fails with `judgement_conflict` if a person judged records of them
   * different; undo that judgement first.
   */
  merge(utpid: string, other: string, options: MergeOptions): Promise<DecisionReport>
  /** Judges two products different. The machine never merges them, and never again opens an alert about them. */
  dismiss(utpid: string, other: string, options: DecisionOptions): Promise<DecisionReport>
  /** Decides an alert. */
  resolve(alertId: string, options: ResolveOptions): Promise<DecisionReport>
  /** Undoes the decision that closed an alert. */
  reopen(alertId: string, options: DecisionOptions): Promise<DecisionReport>
  /** Moves some records of a product to a new product, permanently. */
  split(utpid: string, records: readonly SupplierCode[], options: SplitOptions): Promise<DecisionReport>
  /** Undoes the curator decision of a change. The decision may itself be an undo. */
  undo(change: number, options: DecisionOptions): Promise<DecisionReport>
  /** Deletes a product. Its UTPID then leads to the state `deleted`, and its codes stay suppressed until an undo. */
  delete(utpid: string, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Pins displayed fields to values, whatever the records say. `free` lists fields to unpin. */
  pin(utpid: string, fields: PinnedFields, options: PinOptions): Promise<DecisionReport>
  /** Unpins fields, so that they follow the records again. Default: all fields. */
  unpin(utpid: string, fields: readonly string[] | undefined, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Runs the checks and marks a product as verified. */
  verify(utpid: string, options: VerifyOptions): Promise<VerificationReport>
  /** Withdraws a verification. */
  unverify(utpid: string, options: ProductDecisionOptions): Promise<VerificationReport>
  /** Returns the state that a UTPID or alias had at a time. Default: now. Undefined if the id never existed. */
  lineage(utpid: string, options?: CallOptions & { readonly at?: string }): Promise<Lineage | undefined>
  /** Lists the history of a product, oldest first: lineage, curator decisions, verifications. */
  history(utpid: string, options?: CallOptions): Promise<HistoryEntry[]>
  /** Assigns ids of an earlier scheme to products as aliases, permanently. */
  addAliases(aliases: readonly Alias[], options?: CallOptions): Promise<{ readonly change: number }>
  /**
   * Deactivates a record that its supplier no longer has. The record returns when the supplier sends its code again.
   */
  end(code: SupplierCode, options?: CallOptions): Promise<DeactivationReport>
  /**
   * Deactivates a supplier with all its records. If other writers keep sending its records, the supplier stays active.
   */
  endSupplier(id: string, options?: DeactivateSupplierOptions): Promise<DeactivationReport>
  stats(options?: CallOptions): Promise<RegistryStats>
  /**
   * Rebuilds all keys, features and search terms with the rules of this version of utpid, without downtime. Then
   * clusters the changed records and swaps in the new index at once.
   */
  reindex(options?: ReindexOptions): Promise<ReindexReport>
  /**
   * Scores all pairs with another model or term-frequency version, without downtime. Then clusters the changed records
   * and swaps in the result at once. Reports the changes by kind; a dry run only reports them.
   */
  rescore(options?: RescoreOptions): Promise<RescoreReport>
  /**
   * Compares and clusters all records with the current model and term-frequency version. Runs in several transactions,
   * without downtime. Reports the changes by kind; a dry run only reports them.
   */
  regroup(options?: ReclusterOptions): Promise<ReclusterReport>
  /**
   * Lists the events after a change, oldest first and without gaps, so that a receiver can catch up on events that it
   * missed. Fails with `changes_expired` if the change feed no longer reaches back that far.
   */
  events(options?: EventsOptions & CallOptions): Promise<EventPage[]>
  /**
   * Exports the whole registry row by row while others write to it; `JSON.stringify` makes each row a line of a file.
   * `restoreRegistry` builds the same registry from the rows. With `after`, exports only later changes: a delta, which
   * updates a registry package.
   */
  export(options?: ExportOptions): AsyncIterable<ExportRow>
  /** Lists every active supplier code with its UTPID. */
  crosswalk(options?: CallOptions): AsyncIterable<CrosswalkRow>
  /** Closes the registry and its storage. Further calls of `close` are allowed. */
  close(): Promise<void>
}
