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
 * A registry of travel products. Results are plain data; errors are `RegistryError`. Each call takes an AbortSignal,
 * and calls may run concurrently.
 */
export interface Registry extends AsyncDisposable {
  /**
   * Imports a stream of records: upserts by supplier and code and clusters the affected records. Repeating it has no
   * effect.
   */
  import(records: Iterable<unknown> | AsyncIterable<unknown>, options?: ImportOptions): Promise<ImportReport>
  /** Writes one record and returns its outcome. */
  upsert(record: unknown, options?: UpsertOptions): Promise<ImportOutcome>
  /** Returns the scorer in use, to score or explain pairs of records as the registry does. */
  scorer(): PairScorer
  /** Returns the product of a UTPID, also if it was merged into another product; undefined if there is none. */
  get(utpid: string, options?: CallOptions): Promise<Product | undefined>
  /**
   * Returns the current product of a UTPID or alias with the fields that lists show, much faster than `get`. Undefined
   * if the id was never known.
   */
  show(utpid: string, options?: CallOptions): Promise<ShownProduct | undefined>
  /** Finds the current product of a UTPID, alias or supplier code; undefined if it was never known. */
  locate(query: LocateQuery, options?: CallOptions): Promise<Located | undefined>
  /** Finds the product that an input describes. Reads only. */
  match(input: unknown, options?: MatchOptions & CallOptions): Promise<MatchResult>
  /** Matches up to 10,000 inputs independently, in order. A bad input is reported in its result. Reads only. */
  mapBatch(inputs: readonly unknown[], options?: MapBatchOptions): Promise<MatchResult[]>
  /**
   * Explains why two sides are one product. Each side is a UTPID or alias, a supplier code, or an input that is in no
   * registry. The result has the comparison, whether they are together, the links that join them, and the judgements of
   * curators. Reads only.
   *
   * `product_not_found` if a side was never known, `validation_failed` if a side is invalid.
   */
  why(a: PairRef, b: PairRef, options?: CallOptions): Promise<MatchExplanation>
  /**
   * Explains why two sides are not one product: first the reason, then what else would have prevented it. Arguments as
   * in {@link why}.
   */
  whyNot(a: PairRef, b: PairRef, options?: CallOptions): Promise<NonMatchExplanation>
  search(text: string, options?: SearchOptions & CallOptions): Promise<SearchResult>
  /** Like `search`, but returns only the fields that lists show: reading a page is much faster. */
  list(text: string, options?: SearchOptions & CallOptions): Promise<ListResult>
  /** Lists alerts of one product. */
  duplicates(utpid: string, options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Lists alerts of the whole registry. Default order: information gain. */
  alerts(options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Returns one alert by its id, in any status; undefined if there is none. */
  alert(alertId: string, options?: CallOptions): Promise<DuplicateAlert | undefined>
  /** Lists suppliers by id. */
  suppliers(options?: CallOptions): Promise<Supplier[]>
  /** Sets the name or priority of a supplier. Creates an unknown one. */
  setSupplier(supplier: SupplierChange, options?: CallOptions): Promise<Supplier>
  /**
   * Merges two products, whatever the model says. `ruling_conflict` if a person judged records of them different; undo
   * that judgement first.
   */
  merge(utpid: string, other: string, options: MergeOptions): Promise<DecisionReport>
  /** Judges two products different: the machine never merges them and raises no alert for them again. */
  dismiss(utpid: string, other: string, options: DecisionOptions): Promise<DecisionReport>
  /** Decides an alert. */
  resolve(alertId: string, options: ResolveOptions): Promise<DecisionReport>
  /** Undoes the decision that closed an alert. */
  reopen(alertId: string, options: DecisionOptions): Promise<DecisionReport>
  /** Moves some records of a product to a product of their own, permanently. */
  split(utpid: string, records: readonly SupplierCode[], options: SplitOptions): Promise<DecisionReport>
  /** Undoes a curator decision by its change; also an undo. */
  undo(change: number, options: DecisionOptions): Promise<DecisionReport>
  /**
   * Deletes a product. Its UTPID stays known as deleted, and its codes stay suppressed until the deletion is undone.
   */
  delete(utpid: string, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Pins displayed fields to values, whatever the records say; `free` unpins others. */
  pin(utpid: string, fields: PinnedFields, options: PinOptions): Promise<DecisionReport>
  /** Unpins fields, so that they follow the records again. Default: all fields. */
  unpin(utpid: string, fields: readonly string[] | undefined, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Runs the checks and marks a product as verified. */
  verify(utpid: string, options: VerifyOptions): Promise<VerificationReport>
  /** Withdraws a verification. */
  unverify(utpid: string, options: ProductDecisionOptions): Promise<VerificationReport>
  /** Returns the state of a UTPID or alias at a time. Default: now. Undefined if it was never known. */
  lineage(utpid: string, options?: CallOptions & { readonly at?: string }): Promise<Lineage | undefined>
  /** Lists the history of a product, oldest first: lineage, curator decisions, verifications. */
  history(utpid: string, options?: CallOptions): Promise<HistoryEntry[]>
  /** Assigns ids of an earlier scheme to products, permanently. */
  addAliases(aliases: readonly Alias[], options?: CallOptions): Promise<{ readonly change: number }>
  /** Deactivates a record that its supplier no longer has. It returns with its code. */
  end(code: SupplierCode, options?: CallOptions): Promise<DeactivationReport>
  /**
   * Deactivates a supplier with all its records. The supplier stays active if other writers keep sending its records.
   */
  endSupplier(id: string, options?: DeactivateSupplierOptions): Promise<DeactivationReport>
  stats(options?: CallOptions): Promise<RegistryStats>
  /**
   * Rebuilds all keys, features and search terms with the rules of this version of utpid, without downtime. Then
   * clusters the changed records and swaps at once.
   */
  reindex(options?: ReindexOptions): Promise<ReindexReport>
  /**
   * Scores all pairs with another model or term-frequency version, without downtime. Then clusters the changed records
   * and swaps at once. Reports the changes by kind; a dry run only reports them.
   */
  rescore(options?: RescoreOptions): Promise<RescoreReport>
  /**
   * Compares and clusters all records with the current model and term-frequency version, in transactions and without
   * downtime. Reports the changes by kind; a dry run only reports them.
   */
  regroup(options?: ReclusterOptions): Promise<ReclusterReport>
  /**
   * Lists the events after a change, oldest first and without gaps, so that a receiver that missed some can catch up.
   * `changes_expired` if the change feed no longer reaches back that far.
   */
  events(options?: EventsOptions & CallOptions): Promise<EventPage[]>
  /**
   * Exports the whole registry row by row while others write to it; `JSON.stringify` makes each row a line of a file.
   * `restoreRegistry` builds the same registry from it. With `after` it exports only later changes: a delta, which
   * updates a registry package.
   */
  export(options?: ExportOptions): AsyncIterable<ExportRow>
  /** Lists every active supplier code with its UTPID. */
  crosswalk(options?: CallOptions): AsyncIterable<CrosswalkRow>
  /** Closes the registry and its storage. Repeated calls are allowed. */
  close(): Promise<void>
}
