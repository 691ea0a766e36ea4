import { type Client, createClient, type ExportCallOptions, type ExportedForm } from '@utpid/client'
import type {
  CallOptions,
  DuplicateAlert,
  ImportOptions,
  ImportReport,
  MatchExplanation,
  MatchOptions,
  MatchResult,
  NonMatchExplanation,
  Product,
  Registry,
  RegistryStats,
  SearchOptions,
  SearchResult,
  Supplier,
  SupplierCode,
} from '@utpid/core'
import type {
  AlertList,
  AlertsOptions,
  CrosswalkRow,
  DeactivationReport,
  DecisionOptions,
  DecisionReport,
  EventPage,
  EventsOptions,
  ExportOptions,
  ExportRow,
  FoundSummary,
  HistoryEntry,
  Lineage,
  ListResult,
  Located,
  LocateQuery,
  MapBatchOptions,
  MergeOptions,
  PairRef,
  PinnedFields,
  ResolveOptions,
  ShownProduct,
  SplitOptions,
  SupplierChange,
  VerificationReport,
  VerifyOptions,
} from '@utpid/core/operations'
import { PINNED_FIELDS } from '../../arguments/parse-pin.ts'
import { needsFolder } from './needs-folder.ts'
import { localError, withLocalErrors } from './remote-error.ts'
import { explainMatchRemotely, explainNonMatchRemotely } from './remote-explaining.ts'
import { importRemotely } from './remote-import.ts'
import { mapBatchRemotely, matchRemotely } from './remote-matching.ts'
import { REMOTE_RETRIES, type RemotePlace } from './remote-place.ts'
import {
  callOf,
  duplicatesRemotely,
  getRemotely,
  locateRemotely,
  orUndefinedIfGone,
  searchRemotely,
} from './remote-reads.ts'

/**
 * A registry behind a service, over HTTP. Commands use it like the registry in a folder and get the same answers. The
 * actor of decisions is the owner of the key. Methods that need the folder throw a `CliError` that says so.
 */
export class RemoteRegistry implements Registry {
  readonly #client: Client
  readonly #address: string

  constructor({ baseUrl, key }: RemotePlace) {
    this.#client = createClient({ baseUrl, key, retries: REMOTE_RETRIES })
    this.#address = baseUrl
  }

  get(utpid: string, options: CallOptions = {}): Promise<Product | undefined> {
    return this.#request(() => getRemotely(this.#client, utpid, options))
  }

  locate(query: LocateQuery, options: CallOptions = {}): Promise<Located | undefined> {
    return this.#request(() => locateRemotely(this.#client, query, options))
  }

  async show(utpid: string, options: CallOptions = {}): Promise<ShownProduct | undefined> {
    const located = await this.locate({ utpid }, options)
    if (located === undefined) return undefined
    const product = located.utpid === null ? undefined : await this.get(located.utpid, options)
    return located.status !== 'active' || product === undefined ? { located } : { located, product }
  }

  search(text: string, options: SearchOptions & CallOptions = {}): Promise<SearchResult> {
    return this.#request(() => searchRemotely(this.#client, text, options))
  }

  /** A service returns more fields of a product than a list shows. The extra fields do no harm. */
  async list(text: string, options: SearchOptions & CallOptions = {}): Promise<ListResult> {
    const found = await this.search(text, options)
    const products = found.products.map((product): FoundSummary => {
      const namedBy = product.provenance.name?.supplier
      return { ...product, ...(namedBy === undefined ? {} : { namedBy }) }
    })
    return { ...found, products }
  }

  match(input: unknown, options: MatchOptions & CallOptions = {}): Promise<MatchResult> {
    return this.#request(() => matchRemotely(this.#client, input, options))
  }

  mapBatch(inputs: readonly unknown[], options?: MapBatchOptions): Promise<MatchResult[]> {
    return this.#request(() => mapBatchRemotely(this.#client, inputs, options))
  }

  import(records: Iterable<unknown> | AsyncIterable<unknown>, options: ImportOptions = {}): Promise<ImportReport> {
    return this.#request(() => importRemotely(this.#client, records, options))
  }

  duplicates(utpid: string, options: AlertsOptions & CallOptions = {}): Promise<AlertList> {
    return this.#request(() => duplicatesRemotely(this.#client, utpid, options))
  }

  alert(alertId: string, options: CallOptions = {}): Promise<DuplicateAlert | undefined> {
    return this.#request(
      async () => (await orUndefinedIfGone(this.#client.alert(alertId, callOf(options)))) as DuplicateAlert | undefined,
    )
  }

  alerts(options: AlertsOptions & CallOptions = {}): Promise<AlertList> {
    return this.#request(async () => {
      const { status, order, limit, offset } = options
      const { total, results } = await this.#client.alerts({ status, order, limit, offset }, callOf(options))
      return { total, alerts: results } as unknown as AlertList
    })
  }

  suppliers(options: CallOptions = {}): Promise<Supplier[]> {
    return this.#request(async () => (await this.#client.suppliers(callOf(options))).results as unknown as Supplier[])
  }

  setSupplier({ id, ...change }: SupplierChange, options: CallOptions = {}): Promise<Supplier> {
    return this.#request(() => this.#client.setSupplier(id, change, callOf(options)))
  }

  merge(utpid: string, other: string, { survivor, ...options }: MergeOptions): Promise<DecisionReport> {
    return this.#decide(({ note, call }) => this.#client.merge({ utpid, other, survivor, note }, call), options)
  }

  dismiss(utpid: string, other: string, options: DecisionOptions): Promise<DecisionReport> {
    return this.#decide(
      ({ note, call }) => this.#client.resolveDuplicate(utpid, { duplicate: other, resolution: 'dismiss', note }, call),
      options,
    )
  }

  resolve(alertId: string, { resolution, survivor, ...options }: ResolveOptions): Promise<DecisionReport> {
    return this.#decide(
      ({ note, call }) => this.#client.resolveAlert(alertId, { resolution, survivor, note }, call),
      options,
    )
  }

  reopen(alertId: string, options: DecisionOptions): Promise<DecisionReport> {
    return this.#decide(({ note, call }) => this.#client.reopenAlert(alertId, { note }, call), options)
  }

  split(utpid: string, records: readonly SupplierCode[], { keeps, ...options }: SplitOptions): Promise<DecisionReport> {
    return this.#decide(({ note, call }) => this.#client.split({ utpid, records, keeps, note }, call), options)
  }

  undo(change: number, options: DecisionOptions): Promise<DecisionReport> {
    return this.#decide(({ note, call }) => this.#client.undo(change, { note }, call), options)
  }

  delete(utpid: string, options: DecisionOptions): Promise<DecisionReport> {
    return this.#decide(({ note, call }) => this.#client.deleteProduct(utpid, { note }, call), options)
  }

  pin(utpid: string, fields: PinnedFields, options: DecisionOptions): Promise<DecisionReport> {
    return this.#decide(({ note, call }) => this.#client.pin(utpid, { fields, note }, call), options)
  }

  unpin(utpid: string, names: readonly string[] | undefined, options: DecisionOptions): Promise<DecisionReport> {
    const fields = Object.fromEntries((names ?? PINNED_FIELDS).map((name) => [name, null]))
    return this.#decide(({ note, call }) => this.#client.pin(utpid, { fields, note }, call), options)
  }

  verify(utpid: string, { method, evidence, dryRun, ...options }: VerifyOptions): Promise<VerificationReport> {
    return this.#decide(
      ({ note, call }) => this.#client.verify({ utpid, method, evidence, dryRun, note }, call),
      options,
    )
  }

  unverify(utpid: string, options: DecisionOptions): Promise<VerificationReport> {
    return this.#decide(({ note, call }) => this.#client.verify({ utpid, verified: false, note }, call), options)
  }

  lineage(
    utpid: string,
    { at, ...options }: CallOptions & { readonly at?: string } = {},
  ): Promise<Lineage | undefined> {
    return this.#request(async () => {
      const found = await orUndefinedIfGone(this.#client.history(utpid, { at }, callOf(options)))
      return found?.lineage as Lineage | undefined
    })
  }

  history(utpid: string, options: CallOptions = {}): Promise<HistoryEntry[]> {
    return this.#request(async () => {
      const { history } = await this.#client.history(utpid, {}, callOf(options))
      return history as unknown as HistoryEntry[]
    })
  }

  end({ supplier, code }: SupplierCode, options: CallOptions = {}): Promise<DeactivationReport> {
    return this.#request(() => this.#client.endRecord(supplier, code, callOf(options)))
  }

  endSupplier(id: string, options: CallOptions = {}): Promise<DeactivationReport> {
    return this.#request(() => this.#client.endSupplier(id, callOf(options)))
  }

  stats(options: CallOptions = {}): Promise<RegistryStats> {
    return this.#request(async () => {
      // Removes fields that a local registry does not have.
      const { lastUpdated: _, ...stats } = (await this.#client.stats({}, callOf(options))) as { lastUpdated?: unknown }
      return stats as unknown as RegistryStats
    })
  }

  events({ after, limit, ...options }: EventsOptions & CallOptions = {}): Promise<EventPage[]> {
    return this.#request(async () => {
      const { changes } = await this.#client.changes({ after, limit }, callOf(options))
      return changes as unknown as EventPage[]
    })
  }

  async *export({ after, ...options }: ExportOptions = {}): AsyncGenerator<ExportRow, void> {
    yield* this.#rows<ExportRow>('registry', { ...callOf(options), ...(after === undefined ? {} : { after }) })
  }

  async *crosswalk(options: CallOptions = {}): AsyncGenerator<CrosswalkRow, void> {
    yield* this.#rows<CrosswalkRow>('crosswalk', callOf(options))
  }

  why(a: PairRef, b: PairRef, options: CallOptions = {}): Promise<MatchExplanation> {
    return this.#request(() => explainMatchRemotely(this.#client, [a, b], options))
  }

  whyNot(a: PairRef, b: PairRef, options: CallOptions = {}): Promise<NonMatchExplanation> {
    return this.#request(() => explainNonMatchRemotely(this.#client, [a, b], options))
  }

  scorer(): never {
    throw needsFolder('Scoring pairs of records')
  }

  async upsert(): Promise<never> {
    throw needsFolder('Writing a single record')
  }

  async addAliases(): Promise<never> {
    throw needsFolder('Adding aliases')
  }

  async reindex(): Promise<never> {
    throw needsFolder('Reindexing', 'run it on the service: "utpid jobs create reindex"')
  }

  async regroup(): Promise<never> {
    throw needsFolder('Regrouping')
  }

  async rescore(): Promise<never> {
    throw needsFolder('Rescoring', 'run it on the service: "utpid jobs create rescore"')
  }

  async close(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}

  #request<Result>(work: () => Promise<Result>): Promise<Result> {
    return withLocalErrors(this.#address, work)
  }

  /** The actor is not sent: the service uses the owner of the key as the actor. */
  #decide<Report>(
    decide: (given: {
      readonly note: string | undefined
      readonly call: ReturnType<typeof callOf>
    }) => Promise<unknown>,
    { note, ...options }: DecisionOptions,
  ): Promise<Report> {
    return this.#request(async () => (await decide({ note, call: callOf(options) })) as Report)
  }

  async *#rows<Row>(format: ExportedForm, options: ExportCallOptions): AsyncGenerator<Row, void> {
    try {
      yield* this.#client.exportRows(format, options) as AsyncGenerator<unknown> as AsyncGenerator<Row>
    } catch (error) {
      throw localError(error, this.#address)
    }
  }
}
