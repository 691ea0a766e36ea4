import type { Alias } from '../model/alias.ts'
import type { MatchResult } from '../model/match.ts'
import type { DuplicateAlert, Located, Product, RegistryStats } from '../model/product.ts'
import type { Supplier, SupplierCode } from '../model/supplier-record.ts'
import type { Why, WhyNot } from '../model/why.ts'
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
import type { Asked } from './explain/asked-side.ts'
import type { ExportRow } from './export/export-format.ts'
import type { ExportOptions } from './export/export-registry.ts'
import type { MapBatchOptions } from './match/map-batch.ts'
import type { MatchOptions } from './match/match-inputs.ts'
import type { AlertList, AlertsOptions } from './read/list-alerts.ts'
import type { CrosswalkRow } from './read/list-crosswalk.ts'
import type { EventPage, EventsOptions } from './read/list-events.ts'
import type { Shown } from './read/list-products.ts'
import type { LocateQuery } from './read/read-products.ts'
import type { RegroupOptions, RegroupReport } from './rebuild/regroup-registry.ts'
import type { ReindexOptions, ReindexReport } from './rebuild/reindex.ts'
import type { RescoreOptions, RescoreReport } from './rebuild/rescore.ts'
import type { ListResult, SearchOptions, SearchResult } from './search/search-products.ts'
import type { EndReport, EndSupplierOptions } from './write/end-records.ts'
import type { ImportOptions, ImportOutcome, ImportReport } from './write/import-records.ts'
import type { SupplierChange } from './write/set-supplier.ts'
import type { UpsertOptions } from './write/upsert-record.ts'

/**
 * A registry of travel products. Results are plain data; errors are `RegistryError`; every
 * call takes an AbortSignal and may run beside others.
 */
export interface Registry extends AsyncDisposable {
  /** Streams records in: upserts by supplier and code, groups what it touches. Repeating it has no effect. */
  import(records: Iterable<unknown> | AsyncIterable<unknown>, options?: ImportOptions): Promise<ImportReport>
  /** Writes one record and says what became of it. */
  upsert(record: unknown, options?: UpsertOptions): Promise<ImportOutcome>
  /** What pairs of records are scored by now, here: to score or explain two of them as the registry does. */
  scorer(): PairScorer
  /** The product of a UTPID, also of one that was merged into another; undefined when there is none. */
  get(utpid: string, options?: CallOptions): Promise<Product | undefined>
  /**
   * Where a UTPID or alias leads today, and what a list shows of the product there: in a fraction of the time that `get`
   * takes. Undefined when it was never known.
   */
  show(utpid: string, options?: CallOptions): Promise<Shown | undefined>
  /** Where a UTPID, alias or supplier code leads today; undefined when it was never known. */
  locate(query: LocateQuery, options?: CallOptions): Promise<Located | undefined>
  /** What is this? Reads only. */
  match(input: unknown, options?: MatchOptions & CallOptions): Promise<MatchResult>
  /** Matches up to 10,000 inputs, each on its own, in order; a bad one is answered as such. Reads only. */
  mapBatch(inputs: readonly unknown[], options?: MapBatchOptions): Promise<MatchResult[]>
  /**
   * Why are these one product? Each is a UTPID or alias, a supplier code, or an input that is in no registry: how the two
   * compare, whether they are together, by which links, and what people said. Reads only.
   *
   * `product_not_found` for what was never known, `validation_failed` for what cannot be asked about.
   */
  why(a: Asked, b: Asked, options?: CallOptions): Promise<Why>
  /** Why are these not one product? What stopped it, then what else would have. As {@link why}. */
  whyNot(a: Asked, b: Asked, options?: CallOptions): Promise<WhyNot>
  search(text: string, options?: SearchOptions & CallOptions): Promise<SearchResult>
  /** As `search`, with of each product only what a list shows: a page is read in a fraction of the time. */
  list(text: string, options?: SearchOptions & CallOptions): Promise<ListResult>
  /** Alerts of one product. */
  duplicates(utpid: string, options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Alerts of the whole registry, by what a decision tells unless said otherwise. */
  alerts(options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** One alert by its id, whatever became of it; undefined when there is none. */
  alert(alertId: string, options?: CallOptions): Promise<DuplicateAlert | undefined>
  /** By id. */
  suppliers(options?: CallOptions): Promise<Supplier[]>
  /** Names a supplier or sets its priority; an unknown one is created. */
  setSupplier(supplier: SupplierChange, options?: CallOptions): Promise<Supplier>
  /**
   * Joins two products into one, whatever the model says. `ruling_conflict` when a person ruled records of theirs
   * different; take that back first.
   */
  merge(utpid: string, other: string, options: MergeOptions): Promise<DecisionReport>
  /** Rules that two products are different: they are never joined by the machine, and nobody is asked again. */
  dismiss(utpid: string, other: string, options: DecisionOptions): Promise<DecisionReport>
  /** Decides an alert. */
  resolve(alertId: string, options: ResolveOptions): Promise<DecisionReport>
  /** Takes back the decision that closed an alert. */
  reopen(alertId: string, options: DecisionOptions): Promise<DecisionReport>
  /** Makes some of a product's records a product of their own, for good. */
  split(utpid: string, records: readonly SupplierCode[], options: SplitOptions): Promise<DecisionReport>
  /** Takes back a decision of a person, by its change; also an undo. */
  undo(change: number, options: DecisionOptions): Promise<DecisionReport>
  /** Removes a product; its UTPID says so for ever, and its codes stay out until this is undone. */
  delete(utpid: string, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Holds shown fields at values, whatever the records say; `free` lets others follow the records again. */
  pin(utpid: string, fields: PinnedFields, options: PinOptions): Promise<DecisionReport>
  /** Lets pinned fields follow the records again; all of them unless named. */
  unpin(utpid: string, fields: readonly string[] | undefined, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Runs the checks and marks a product as verified. */
  verify(utpid: string, options: VerifyOptions): Promise<VerificationReport>
  /** Withdraws a verification. */
  unverify(utpid: string, options: ProductDecisionOptions): Promise<VerificationReport>
  /** Where a UTPID or alias led at a time; today unless given. Undefined when it was never known. */
  lineage(utpid: string, options?: CallOptions & { readonly at?: string }): Promise<Lineage | undefined>
  /** What happened to a product, oldest first: its lineage, decisions of people, verifications. */
  history(utpid: string, options?: CallOptions): Promise<HistoryEntry[]>
  /** Gives a product ids of an earlier scheme that it answers to for ever. */
  addAliases(aliases: readonly Alias[], options?: CallOptions): Promise<{ readonly change: number }>
  /** Ends a record: its supplier no longer has it. It comes back with its code. */
  end(code: SupplierCode, options?: CallOptions): Promise<EndReport>
  /** Ends all records of a supplier; it has ended then, unless others keep sending them. */
  endSupplier(id: string, options?: EndSupplierOptions): Promise<EndReport>
  stats(options?: CallOptions): Promise<RegistryStats>
  /**
   * Makes all keys, features and search terms anew, for the rules of this version of utpid, while
   * everything goes on; then groups what changed and moves over at once.
   */
  reindex(options?: ReindexOptions): Promise<ReindexReport>
  /**
   * Scores everything anew, by another model or epoch, while everything goes on; groups what changed and moves over at
   * once. Says what changes, by kind; as a dry run it only says so.
   */
  rescore(options?: RescoreOptions): Promise<RescoreReport>
  /**
   * Compares all records anew and groups them, by the model and epoch that the registry has, step by step while
   * everything goes on. Says what changes, by kind; as a dry run it only says so.
   */
  regroup(options?: RegroupOptions): Promise<RegroupReport>
  /**
   * What happened after a change, oldest first, without gaps: how a receiver of events that missed some recovers.
   * `changes_expired` when the feed no longer reaches back that far.
   */
  events(options?: EventsOptions & CallOptions): Promise<EventPage[]>
  /**
   * The whole registry, row by row, while others write to it; `JSON.stringify` makes each row a line of a file.
   * `restoreRegistry` makes the same registry of it. With `after` only what changed since: a delta, which brings a snapshot
   * of the registry up to date.
   */
  export(options?: ExportOptions): AsyncIterable<ExportRow>
  /** Every active supplier code with its UTPID. */
  crosswalk(options?: CallOptions): AsyncIterable<CrosswalkRow>
  /** Closes the registry and its storage. May be called twice. */
  close(): Promise<void>
}
