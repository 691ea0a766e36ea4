import type { ImportSummary } from '../model/import-summary.ts'
import type { MatchResult } from '../model/match.ts'
import type { MatchExplanation, NonMatchExplanation } from '../model/match-explanation.ts'
import type { DuplicateAlert, Located, RegistryStats } from '../model/product.ts'
import type { Supplier, SupplierCode } from '../model/supplier-record.ts'
import type { CountedTermFrequencies, TermFrequencyCount } from '../model/term-frequency-count.ts'
import type { Alias } from '../model/utpid.ts'
import type { PairScorer } from '../scoring/score-pair.ts'
import type { DecisionCount } from '../storage/ledger.ts'
import type {
  ConcordanceContradiction,
  ConcordanceReport,
  ConcordanceSource,
  RemovedConcordance,
  StoreConcordanceOptions,
  StoredConcordance,
} from './concordance/concordance.ts'
import type { RepairAssignedOptions, RepairedAssigned } from './concordance/repair-assigned.ts'
import type { Confirmation, ConfirmInput, UnconfirmedInput } from './confirm/confirmation.ts'
import type { CallOptions } from './context/check-signal.ts'
import type {
  DecisionOptions,
  DecisionReport,
  HistoryEntry,
  Lineage,
  MarkOptions,
  MergeOptions,
  PinnedFields,
  PinOptions,
  ProductDecisionOptions,
  ResolveOptions,
  SplitOptions,
  VerificationReport,
  VerifyOptions,
} from './context/decision.ts'
import type { DryRun, DryRunOptions } from './dry-run/dry-run.ts'
import type { Formation } from './explain/formation.ts'
import type { PairRef } from './explain/pair-side.ts'
import type { ExportRow } from './export/export-format.ts'
import type { ExportOptions } from './export/export-registry.ts'
import type { RecordSource } from './loss/record-source.ts'
import type { MapBatchOptions } from './match/map-batch.ts'
import type { MatchOptions } from './match/match-inputs.ts'
import type { AlertFilterOptions } from './read/alert-filter.ts'
import type { AlertGroupList, AlertList, AlertsOptions } from './read/list-alerts.ts'
import type { CrosswalkRow } from './read/list-crosswalk.ts'
import type { DecisionList, DecisionRange, DecisionsOptions } from './read/list-decisions.ts'
import type { EventPage, EventsOptions } from './read/list-events.ts'
import type { FieldsOption, ProductFields, ProductWith } from './read/product-summary.ts'
import type { LocateQuery } from './read/read-products.ts'
import type { ReclusterOptions, ReclusterReport } from './rebuild/recluster-registry.ts'
import type { ReindexOptions, ReindexReport } from './rebuild/reindex.ts'
import type { RescoreOptions, RescoreReport } from './rebuild/rescore.ts'
import type { ListImportsOptions, SupplierReport, SupplierReportOptions } from './report/supplier-report.ts'
import type { FoundWith, SearchOptions, SearchResult } from './search/search-products.ts'
import type { CountTermFrequenciesOptions } from './term-frequency/count-term-frequencies.ts'
import type { CountingImportOptions, CountingImportReport } from './term-frequency/import-and-count.ts'
import type { DeactivateSupplierOptions, DeactivationReport } from './write/deactivate-records.ts'
import type { ImportOutcome } from './write/import-records.ts'
import type { SupplierChange } from './write/set-supplier.ts'
import type { UpsertOptions } from './write/upsert-record.ts'

/**
 * A registry of travel products. Results are plain data; errors are `RegistryError`. Each call accepts an AbortSignal,
 * and calls may run concurrently.
 */
export interface Registry extends AsyncDisposable {
  /**
   * Imports a stream of records: writes each record by supplier and code, and clusters the affected records. Repeating
   * an import has no effect. At the end, the call counts the words of the registry if a count is due, see
   * {@link countTermFrequencies}.
   *
   * @param records - The records, or a function that returns them. With `full` or `removals` the import reads them twice,
   *   first only their codes; pass an array or a function.
   */
  import(records: RecordSource, options?: CountingImportOptions): Promise<CountingImportReport>
  /**
   * Starts a dry run, which shows the effect of imports: how many records they would link, create, alert, update or
   * reject, with examples. Nothing is written.
   */
  dryRun(options?: DryRunOptions & CallOptions): Promise<DryRun>
  /** Writes one record and returns its outcome. */
  upsert(record: unknown, options?: UpsertOptions): Promise<ImportOutcome>
  /**
   * Returns the scorer of the registry. A caller can use this scorer to score or explain pairs of records as the
   * registry does.
   */
  scorer(): PairScorer
  /**
   * Returns the product of a UTPID. If the product was merged into another product, returns the other product. Returns
   * undefined if no product exists.
   */
  get<Fields extends ProductFields = 'all'>(
    utpid: string,
    options?: FieldsOption<Fields> & CallOptions,
  ): Promise<ProductWith<Fields> | undefined>
  /** Finds the current product of a UTPID, alias or supplier code; undefined if the identifier never existed. */
  locate(query: LocateQuery, options?: CallOptions): Promise<Located | undefined>
  /** Finds the product that an input describes. The call writes nothing. */
  match(input: unknown, options?: MatchOptions & CallOptions): Promise<MatchResult>
  /**
   * Matches up to 10,000 inputs independently. The results are in the order of the inputs. The result of an invalid
   * input reports the problem. The call writes nothing.
   */
  mapBatch(inputs: readonly unknown[], options?: MapBatchOptions): Promise<MatchResult[]>
  /**
   * Answers whether a record, as its supplier gives it now, still is a product. Suppliers reuse codes, so a booking
   * engine asks before it books. The record needs a name or coordinates. Its code is no evidence, except that the call
   * compares the record with the stored version of the same code. A merged UTPID leads to its survivor. The call writes
   * nothing.
   *
   * The call fails with `product_not_found` if the UTPID never existed, and with `validation_failed` if the record is
   * invalid.
   */
  confirm(record: unknown, utpid: string, options?: CallOptions): Promise<Confirmation>
  /**
   * Confirms up to 100 records independently. The results are in the order of the inputs. The result of a wrong input
   * has `fits` null and the error. The call writes nothing.
   */
  confirmBatch(inputs: readonly ConfirmInput[], options?: CallOptions): Promise<(Confirmation | UnconfirmedInput)[]>
  /**
   * Explains why two items are one product. Each item is a UTPID or alias, a supplier code, or an input. The result
   * contains the comparison, whether both items are in one product, the links that join them, and the judgements of
   * curators. The call writes nothing.
   *
   * The call fails with `product_not_found` if an item never existed, and with `validation_failed` if an item is
   * invalid.
   */
  explainMatch(a: PairRef, b: PairRef, options?: CallOptions): Promise<MatchExplanation>
  /**
   * Explains why two items are not one product: the reason of the non-match, followed by all other reasons that would
   * have prevented a match. The arguments are those of {@link explainMatch}.
   */
  explainNonMatch(a: PairRef, b: PairRef, options?: CallOptions): Promise<NonMatchExplanation>
  /**
   * Explains how a product came to be: the edges of its records in the order in which clustering took them, what each
   * step joined or refused and why, and the decisions of people. The steps come from clustering the stored edges again.
   *
   * The call fails with `product_not_found`, `product_deleted` or `product_retired` if the UTPID or alias has no active
   * product. A merged UTPID is answered by its survivor.
   */
  how(utpid: string, options?: CallOptions): Promise<Formation>
  search<Fields extends ProductFields = 'all'>(
    text: string,
    options?: SearchOptions & FieldsOption<Fields> & CallOptions,
  ): Promise<SearchResult<FoundWith<Fields>>>
  /** Lists alerts of one product. */
  duplicates(utpid: string, options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Returns the alerts of the whole registry. Default order: information gain. */
  alerts(options?: AlertsOptions & CallOptions): Promise<AlertList>
  /** Counts alerts of one reason between the same two suppliers, largest group first. */
  alertGroups(options?: AlertFilterOptions & Pick<AlertsOptions, 'limit'> & CallOptions): Promise<AlertGroupList>
  /** Returns one alert by its id, regardless of its status; undefined if no alert has the id. */
  alert(alertId: string, options?: CallOptions): Promise<DuplicateAlert | undefined>
  /** Returns all suppliers, ordered by id. */
  suppliers(options?: CallOptions): Promise<Supplier[]>
  /** Sets the name or priority of a supplier. Creates the supplier if its id is unknown. */
  setSupplier(supplier: SupplierChange, options?: CallOptions): Promise<Supplier>
  /**
   * Merges two products, even if the model disagrees. Fails with `judgement_conflict` if a person judged records of the
   * two products different; undo that judgement first.
   */
  merge(utpid: string, other: string, options: MergeOptions): Promise<DecisionReport>
  /**
   * Judges two products different. From then on, the registry never merges the two products automatically and never
   * opens an alert about them.
   */
  dismiss(utpid: string, other: string, options: DecisionOptions): Promise<DecisionReport>
  /**
   * Leaves a note, a doubt or a proposal on an open alert. It stays until the alert is decided, and decides nothing. A
   * person has at most one mark of each kind on an alert: a new one replaces it. A call that changes no mark writes
   * nothing; any other call raises the revision of both products.
   *
   * @throws {@link RegistryError} `alert_decided`, `not_found`
   */
  mark(alertId: string, options: MarkOptions): Promise<DuplicateAlert>
  /**
   * Decides an alert.
   *
   * @throws {@link RegistryError} `alert_decided` if it is no longer open; `details.decided` says who decided what and
   *   when.
   */
  resolve(alertId: string, options: ResolveOptions): Promise<DecisionReport>
  /** Undoes the curator decision that closed an alert. */
  reopen(alertId: string, options: DecisionOptions): Promise<DecisionReport>
  /** Permanently moves some records of a product to a new product. */
  split(utpid: string, records: readonly SupplierCode[], options: SplitOptions): Promise<DecisionReport>
  /** Undoes the curator decision of a change. The decision may itself be an undo. */
  undo(change: number, options: DecisionOptions): Promise<DecisionReport>
  /** Deletes a product. Its UTPID then leads to the state `deleted`, and its codes stay suppressed until an undo. */
  delete(utpid: string, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Pins displayed fields to values, which override the values of records. `free` lists fields to unpin. */
  pin(utpid: string, fields: PinnedFields, options: PinOptions): Promise<DecisionReport>
  /** Unpins fields, so that the registry chooses their values from the records again. Default: all fields. */
  unpin(utpid: string, fields: readonly string[] | undefined, options: ProductDecisionOptions): Promise<DecisionReport>
  /** Runs the checks and marks a product as verified. */
  verify(utpid: string, options: VerifyOptions): Promise<VerificationReport>
  /** Withdraws a verification. */
  unverify(utpid: string, options: ProductDecisionOptions): Promise<VerificationReport>
  /** Returns the state of a UTPID or alias at a given time. Default: now. Returns undefined if the id never existed. */
  lineage(utpid: string, options?: CallOptions & { readonly at?: string }): Promise<Lineage | undefined>
  /** Returns the history of a product, oldest entry first: lineage, curator decisions, verifications. */
  history(utpid: string, options?: CallOptions): Promise<HistoryEntry[]>
  /**
   * Lists curator decisions, newest first, with their products. Each page costs the same, however many decisions there
   * are: each storage has its decisions in the order of time, also for each author and kind. Fails with
   * `invalid_cursor`.
   */
  decisions(options?: DecisionsOptions & CallOptions): Promise<DecisionList>
  /**
   * Counts curator decisions by day (UTC), author and kind, newest day first. Default: the last 30 days; at most 366
   * days.
   */
  countDecisions(options?: DecisionRange & CallOptions): Promise<DecisionCount[]>
  /** Permanently assigns ids of an earlier scheme to products as aliases. */
  addAliases(aliases: readonly Alias[], options?: CallOptions): Promise<{ readonly change: number }>
  /**
   * Stores a concordance: codes that belong together, each with the id of its set. A code in the concordance gives its
   * record the identifier of its set, whether the record or the entry arrives first. A code with several sets
   * contradicts itself and gives no identifier. Repeating a call has no effect. Entries that replace stored ones and lack
   * more than a tenth of their codes are refused with `excessive_loss`, unless `allowLoss` or `onLoss` accepts it.
   */
  storeConcordance(
    name: string,
    entries: ConcordanceSource,
    options?: StoreConcordanceOptions,
  ): Promise<ConcordanceReport>
  /** Lists the stored concordances by name. */
  listConcordances(options?: CallOptions): Promise<StoredConcordance[]>
  /** Removes a concordance with its identifiers, and clusters the records of its codes again. */
  removeConcordance(
    name: string,
    options?: Pick<StoreConcordanceOptions, 'signal' | 'onProgress'>,
  ): Promise<RemovedConcordance>
  /** Finds the contradictions of the stored concordances with themselves, with each other, and with decisions. */
  concordanceContradictions(options?: CallOptions): AsyncIterable<ConcordanceContradiction>
  /**
   * Compares the assigned identifiers of all records with the stored concordances, and writes records that differ again.
   * Only damage makes them differ: `check` of a folder reports it as `assigned_wrong`.
   */
  repairAssigned(options?: RepairAssignedOptions): Promise<RepairedAssigned>
  /**
   * Deactivates a record that its supplier no longer has. The record returns when the supplier sends its code again.
   */
  deactivate(code: SupplierCode, options?: CallOptions): Promise<DeactivationReport>
  /**
   * Deactivates a supplier with all its records. If other writers keep sending its records, the supplier stays active.
   */
  deactivateSupplier(id: string, options?: DeactivateSupplierOptions): Promise<DeactivationReport>
  stats(options?: CallOptions): Promise<RegistryStats>
  /**
   * Counts the active records of a supplier: linked to other suppliers, alone and doubtful, by country and category. The
   * report has advice about what would help most, computed from the records and the last import. The call reads all
   * records of the supplier. Fails with `not_found` if the supplier is unknown.
   */
  supplierReport(supplier: string, options?: SupplierReportOptions): Promise<SupplierReport>
  /** Returns the stored summaries of a supplier's imports, newest first. Fails with `not_found` like the report. */
  listImports(options: ListImportsOptions): Promise<readonly ImportSummary[]>
  /**
   * Rebuilds all keys, features and search terms with the rules of this version of utpid, without downtime. Then
   * clusters the changed records and switches to the new index in one step.
   */
  reindex(options?: ReindexOptions): Promise<ReindexReport>
  /**
   * Scores all pairs with another model or term-frequency version, without downtime. Then clusters the changed records
   * and switches to the result in one step. The report lists the changes by kind; a dry run writes nothing.
   */
  rescore(options?: RescoreOptions): Promise<RescoreReport>
  /**
   * Counts the words of the registry and rescores all pairs with the new term-frequency version, if a count is due.
   * With 2,000 active records and more, a count is due in three cases. The registry still uses the shipped table. The
   * number of records has doubled or halved since the last count. Or the bits of the 256 most frequent words of that
   * count have changed by 0.5 on average, weighted by their share of names. Reads and writes continue. The next count
   * resumes an interrupted one.
   *
   * The end of an import makes this call by itself, unless `termFrequencies` is `manual`.
   */
  countTermFrequencies(options?: CountTermFrequenciesOptions): Promise<TermFrequencyCount>
  /**
   * Returns the words of a term-frequency version with their bits. `rescore({ tfVersion })` brings another registry to
   * the same version; only registries of one version have comparable confidences and clusters. Returns undefined for
   * version 0, which every registry has. Default: the version in use. Fails with `not_found` for an unknown version.
   */
  termFrequencies(options?: CallOptions & { readonly tfVersion?: number }): Promise<CountedTermFrequencies | undefined>
  /**
   * Compares and clusters all records with the current model and term-frequency version. The call uses several
   * transactions, without downtime. The report lists the changes by kind; a dry run writes nothing.
   */
  recluster(options?: ReclusterOptions): Promise<ReclusterReport>
  /**
   * Returns the events after a change, oldest event first and without gaps. So a receiver can catch up on missed
   * events. Fails with `changes_expired` if the change feed no longer contains the first of these changes.
   */
  events(options?: EventsOptions & CallOptions): Promise<EventPage[]>
  /**
   * Exports the whole registry row by row during other writes. `JSON.stringify` converts each row to a line of a file.
   * `restoreRegistry` builds the same registry from the rows. With `after`, the call exports only later changes. Such a
   * delta updates a registry package.
   */
  export(options?: ExportOptions): AsyncIterable<ExportRow>
  /** Returns every active supplier code with its product, ordered by UTPID, supplier and code. */
  crosswalk(options?: CallOptions): AsyncIterable<CrosswalkRow>
  /** Closes the registry and its storage. Repeated calls have no effect. */
  close(): Promise<void>
}
