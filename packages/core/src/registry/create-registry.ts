import type { IndexRules } from '../features/rules/index-rules.ts'
import { DEFAULT_SURVIVORSHIP_RULES } from '../golden-record/survivorship-rules.ts'
import { RegistryError } from '../model/registry-error.ts'
import { UTPID_FORMAT } from '../model/utpid.ts'
import { systemClock, systemRandom, yieldToPromises } from '../runtime/environment.ts'
import { defaultSchema } from '../schema/default-schema.ts'
import { indexRulesOf } from '../schema/schema-rules.ts'
import { modelVersionOf } from '../scoring/model-version.ts'
import { checkedLedger } from '../storage/ledger/checked-ledger.ts'
import type { Storage } from '../storage/storage.ts'
import { concordanceContradictions } from './concordance/concordance-contradictions.ts'
import { listConcordances } from './concordance/list-concordances.ts'
import { removeConcordance } from './concordance/remove-concordance.ts'
import { repairAssigned } from './concordance/repair-assigned.ts'
import { storeConcordance } from './concordance/store-concordance.ts'
import { confirmBatch, confirmRecord } from './confirm/confirm-records.ts'
import { activeGenerationOf, onOneGeneration, outdatedIndex } from './context/active-generation.ts'
import { optionsOf } from './context/check-arguments.ts'
import { type CallOptions, checkSignal } from './context/check-signal.ts'
import type { DecisionOptions, DecisionReport } from './context/decision.ts'
import { type OpenedModelVersion, openModelVersion } from './context/open-model-version.ts'
import type { RegistryContext } from './context/registry-context.ts'
import { checkOptions, type RegistryOptions } from './context/registry-options.ts'
import { MIN_COUNTED_RECORDS } from './context/term-frequency-state.ts'
import { WriteQueue } from './context/write-queue.ts'
import { addAliases } from './curate/add-aliases.ts'
import { deleteProduct } from './curate/delete-product.ts'
import { markAlert } from './curate/mark-alert.ts'
import { dismissPair, mergeProducts } from './curate/merge-products.ts'
import { pinFields, unpinFields } from './curate/pin-fields.ts'
import { reopenAlert, resolveAlert } from './curate/resolve-alert.ts'
import { splitProduct } from './curate/split-product.ts'
import { undoDecision } from './curate/undo-decision.ts'
import { unverifyProduct, verifyProduct } from './curate/verify-product.ts'
import { startDryRun } from './dry-run/dry-run.ts'
import { decideOrPreview } from './dry-run/preview-decision.ts'
import { explainMatch } from './explain/explain-match.ts'
import { explainNonMatch } from './explain/explain-non-match.ts'
import { productFormation } from './explain/product-formation.ts'
import { exportRegistry } from './export/export-registry.ts'
import { mapBatch } from './match/map-batch.ts'
import { matchInputs } from './match/match-inputs.ts'
import { getAlert, listAlertGroups, listAlerts } from './read/list-alerts.ts'
import { listCrosswalk } from './read/list-crosswalk.ts'
import { countDecisions, listDecisions } from './read/list-decisions.ts'
import { listEvents } from './read/list-events.ts'
import { getProduct } from './read/product-summary.ts'
import { readHistory, readLineage } from './read/read-lineage.ts'
import { locateProduct } from './read/read-products.ts'
import { readStats } from './read/registry-stats.ts'
import { reclusterRegistry } from './rebuild/recluster-registry.ts'
import { reindex } from './rebuild/reindex.ts'
import { rescore } from './rebuild/rescore.ts'
import { RecordSuppliers } from './records/record-suppliers.ts'
import type { Registry } from './registry.ts'
import { listImports, readSupplierReport } from './report/supplier-report.ts'
import { searchProducts } from './search/search-products.ts'
import { countTermFrequencies, readTermFrequencies } from './term-frequency/count-term-frequencies.ts'
import { importAndCount } from './term-frequency/import-and-count.ts'
import { deactivateRecord, deactivateSupplier } from './write/deactivate-records.ts'
import { setSupplier } from './write/set-supplier.ts'
import { upsertRecord } from './write/upsert-record.ts'

/**
 * Opens a registry on a storage.
 *
 * If the passed model differs from the storage's model, only calls without scoring work until `rescore` moves the
 * storage to the passed model.
 *
 * @throws RegistryError `validation_failed` for a wrong option; `index_outdated` if the storage was filled with other
 *   rules for keys and features; `restore_unfinished` if a restore into the storage was interrupted.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  return await createCountingRegistry(options, MIN_COUNTED_RECORDS)
}

/**
 * Opens a registry that counts its words from another number of active records on. Tests of counts use it, so that
 * they need few records.
 *
 * @throws RegistryError as {@link createRegistry}.
 */
export async function createCountingRegistry(options: RegistryOptions, minCountedRecords: number): Promise<Registry> {
  const checked = checkOptions(options)
  const { storage } = checked
  const rules = checked.rules ?? indexRulesOf(checked.schema ?? defaultSchema)
  const indexVersion = await storedIndexVersion(storage, rules, checked.outdated)
  const opened = await openModelVersion(storage, checked.model, checked.schema)
  const suppliers = new Map((await storage.ledger.suppliers()).map((supplier) => [supplier.id, supplier]))
  const context = registryContext({ ...checked, rules, minCountedRecords }, indexVersion, opened, suppliers)
  let closing: Promise<void> | undefined
  const call: Call = async (given, run) => {
    if (closing !== undefined) throw new RegistryError('closed', 'This registry was closed; open a new one.')
    const options = optionsOf(given)
    checkSignal(options.signal)
    return run(options)
  }
  async function* stream<Options extends CallOptions, Row>(
    given: Options | null | undefined,
    run: (options: Partial<Options>) => AsyncGenerator<Row, void>,
  ): AsyncGenerator<Row, void> {
    yield* await call(given, async (options) => run(options))
  }
  const close = (): Promise<void> => {
    closing ??= context.writes.runExclusive(() => storage.close())
    return closing
  }

  return {
    ...queries(context, call),
    ...writes(context, call),
    ...decisions(context, call),
    ...rebuilds(context, call),
    scorer: () => context.scorer,
    export: (given) => stream(given, (options) => exportRegistry(context, options)),
    concordanceContradictions: (given) => stream(given, (options) => concordanceContradictions(context, options)),
    crosswalk: (given) => stream(given, (options) => listCrosswalk(context, options)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function registryContext(
  {
    storage,
    gazetteer,
    rules,
    survivorshipRules = DEFAULT_SURVIVORSHIP_RULES,
    termFrequencies = 'automatic',
    ...options
  }: RegistryOptions & Pick<RegistryContext, 'minCountedRecords'> & { readonly rules: IndexRules },
  indexVersion: string,
  { scorer, stored, comparisons }: OpenedModelVersion,
  suppliers: RegistryContext['suppliers'],
): RegistryContext {
  return {
    storage,
    ledger: checkedLedger(storage.ledger, storage.place),
    index: storage.index,
    scorer,
    modelVersion: modelVersionOf(scorer),
    active: { ...activeGenerationOf(rules, stored, indexVersion), comparisons },
    swapping: undefined,
    gazetteer,
    fields: scorer.schema.fields,
    openedRules: indexRulesOf(scorer.schema),
    survivorshipRules,
    termFrequencies,
    minCountedRecords: options.minCountedRecords,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    yield: options.yield ?? yieldToPromises,
    format: options.format ?? UTPID_FORMAT,
    suppliers,
    recordSuppliers: new RecordSuppliers(),
    writes: new WriteQueue(),
  }
}

/** Runs a call with its checked options. The call fails if the registry is closed or the caller has aborted. */
type Call = <Options extends CallOptions, T>(
  given: Options | null | undefined,
  run: (options: Partial<Options>) => Promise<T>,
) => Promise<T>

/** Returns the methods that read and search products, alerts and events. */
function queries(context: RegistryContext, call: Call) {
  return {
    get: (utpid, given) => call(given, ({ fields }) => getProduct(context, utpid, fields)),
    locate: (query, given) => call(given, () => locateProduct(context, query)),
    match: (input, given) =>
      call(given, async (options) => {
        const [result] = await matchInputs(context, [input], options)
        return result as Awaited<ReturnType<Registry['match']>>
      }),
    mapBatch: (inputs, given) => call(given, (options) => mapBatch(context, inputs, options)),
    confirm: (record, utpid, given) => call(given, () => confirmRecord(context, record, utpid)),
    confirmBatch: (inputs, given) => call(given, () => confirmBatch(context, inputs)),
    explainMatch: (a, b, given) => call(given, () => explainMatch(context, a, b)),
    explainNonMatch: (a, b, given) => call(given, () => explainNonMatch(context, a, b)),
    how: (utpid, given) => call(given, () => productFormation(context, utpid)),
    search: (text, given) =>
      call(given, (options) => onOneGeneration(context, (pinned) => searchProducts(pinned, text, options))),
    duplicates: (utpid, given) => call(given, (options) => listAlerts(context, options, utpid)),
    alerts: (given) => call(given, (options) => listAlerts(context, options)),
    alertGroups: (given) => call(given, (options) => listAlertGroups(context, options)),
    alert: (alertId, given) => call(given, () => getAlert(context, alertId)),
    suppliers: (given) => call(given, () => context.ledger.suppliers()),
    listConcordances: (given) => call(given, () => listConcordances(context)),
    lineage: (utpid, given) => call(given, ({ at }) => readLineage(context, utpid, at)),
    history: (utpid, given) => call(given, () => readHistory(context, utpid)),
    stats: (given) => call(given, () => readStats(context)),
    supplierReport: (supplier, given) => call(given, () => readSupplierReport(context, supplier, given)),
    listImports: (given) => call(given, () => listImports(context, given)),
    decisions: (given) => call(given, (options) => listDecisions(context, options)),
    countDecisions: (given) => call(given, (options) => countDecisions(context, options)),
    events: (given) => call(given, (options) => listEvents(context, options)),
  } satisfies Partial<Registry>
}

/** Returns the methods that write records and suppliers. */
function writes(context: RegistryContext, call: Call) {
  return {
    import: (records, given) => call(given, (options) => importAndCount(context, records, options)),
    dryRun: (given) => call(given, (options) => startDryRun(context, options)),
    upsert: (record, given) => call(given, (options) => upsertRecord(context, record, options)),
    setSupplier: (change, given) => call(given, (options) => setSupplier(context, change, options)),
    addAliases: (aliases, given) => call(given, () => addAliases(context, aliases)),
    storeConcordance: (name, entries, given) =>
      call(given, (options) => storeConcordance(context, name, entries, options)),
    removeConcordance: (name, given) => call(given, (options) => removeConcordance(context, name, options)),
    repairAssigned: (given) => call(given, (options) => repairAssigned(context, options)),
    deactivate: (code, given) => call(given, () => deactivateRecord(context, code)),
    deactivateSupplier: (id, given) => call(given, (options) => deactivateSupplier(context, id, options)),
  } satisfies Partial<Registry>
}

/** Returns the methods for curator decisions. */
function decisions(context: RegistryContext, call: Call) {
  const decide = <Options extends DecisionOptions>(
    given: Options,
    decision: (on: RegistryContext) => Promise<DecisionReport>,
  ): Promise<DecisionReport> => call(given, ({ dryRun }) => decideOrPreview(context, dryRun, decision))
  return {
    merge: (utpid, other, given) => decide(given, (on) => mergeProducts(on, utpid, other, given)),
    dismiss: (utpid, other, given) => decide(given, (on) => dismissPair(on, utpid, other, given)),
    resolve: (alertId, given) => decide(given, (on) => resolveAlert(on, alertId, given)),
    mark: (alertId, given) => call(given, () => markAlert(context, alertId, given)),
    reopen: (alertId, given) => decide(given, (on) => reopenAlert(on, alertId, given)),
    split: (utpid, records, given) => decide(given, (on) => splitProduct(on, utpid, records, given)),
    undo: (change, given) => decide(given, (on) => undoDecision(on, change, given)),
    delete: (utpid, given) => decide(given, (on) => deleteProduct(on, utpid, given)),
    pin: (utpid, fields, given) => decide(given, (on) => pinFields(on, utpid, fields, given)),
    unpin: (utpid, fields, given) => decide(given, (on) => unpinFields(on, utpid, fields, given)),
    verify: (utpid, given) => call(given, () => verifyProduct(context, utpid, given)),
    unverify: (utpid, given) => call(given, () => unverifyProduct(context, utpid, given)),
  } satisfies Partial<Registry>
}

/** Returns the methods that rebuild derived data. */
function rebuilds(context: RegistryContext, call: Call) {
  return {
    reindex: (given) => call(given, (options) => reindex(context, options)),
    rescore: (given) => call(given, (options) => rescore(context, options)),
    countTermFrequencies: (given) => call(given, (options) => countTermFrequencies(context, options)),
    termFrequencies: (given) => call(given, ({ tfVersion }) => readTermFrequencies(context, tfVersion)),
    recluster: (given) => call(given, (options) => reclusterRegistry(context, options)),
  } satisfies Partial<Registry>
}

/** Returns the index version of a storage. An empty storage gets the version of the index rules. */
async function storedIndexVersion(
  storage: Storage,
  rules: IndexRules,
  outdated: RegistryOptions['outdated'] = 'reject',
): Promise<string> {
  const { indexVersion, change } = await storage.ledger.head()
  if (indexVersion === undefined && change > 0) {
    throw new RegistryError(
      'restore_unfinished',
      'The storage contains an unfinished restore. Delete it and restore into a new one.',
    )
  }
  if (indexVersion === undefined) await storage.setIndexVersion(rules.version)
  else if (indexVersion !== rules.version && outdated === 'reject') {
    throw new RegistryError(
      'index_outdated',
      `${outdatedIndex(indexVersion, rules.version)} Rebuild its keys and features with "utpid reindex", or open it with { outdated: 'open' } and call registry.reindex().`,
    )
  }
  return indexVersion ?? rules.version
}
