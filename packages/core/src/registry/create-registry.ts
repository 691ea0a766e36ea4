import { systemClock, systemRandom, yieldToPromises } from '../environment.ts'
import { INDEX_VERSION, INDEX_VERSION_TEXT } from '../features/index-version.ts'
import { DEFAULT_POLICY } from '../model/policy.ts'
import { RegistryError } from '../model/registry-error.ts'
import { UTPID_FORMAT } from '../model/utpid.ts'
import { DEFAULT_MODEL } from '../scoring/default-model.ts'
import { PairScorer } from '../scoring/score-pair.ts'
import { shippedTermFrequency } from '../scoring/term-frequency.ts'
import type { Storage } from '../storage/storage.ts'
import { type CallOptions, checkSignal } from './check-signal.ts'
import { importRecords } from './import-records.ts'
import { listAlerts } from './list-alerts.ts'
import { listEvents } from './list-events.ts'
import { mapBatch } from './map-batch.ts'
import { matchInputs } from './match-inputs.ts'
import { getProduct, locateProduct } from './read-products.ts'
import type { Registry } from './registry.ts'
import type { RegistryContext } from './registry-context.ts'
import { checkOptions, type RegistryOptions } from './registry-options.ts'
import { readStats } from './registry-stats.ts'
import { searchProducts } from './search-products.ts'
import { setSupplier } from './set-supplier.ts'
import { upsertRecord } from './upsert-record.ts'
import { WriteQueue } from './write-queue.ts'

/**
 * Opens a registry on a storage.
 *
 * @throws RegistryError `validation_failed` for a wrong option; `index_outdated` when the
 *   storage was filled by other rules for keys and features.
 */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const { storage, gazetteer, model = DEFAULT_MODEL, policy = DEFAULT_POLICY } = checkOptions(options)
  await checkIndexVersion(storage)
  const suppliers = new Map((await storage.ledger.suppliers()).map((supplier) => [supplier.id, supplier]))
  const context: RegistryContext = {
    ledger: storage.ledger,
    index: storage.index,
    scorer: new PairScorer(model, shippedTermFrequency()),
    gazetteer,
    policy,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    yield: options.yield ?? yieldToPromises,
    format: options.format ?? UTPID_FORMAT,
    salt: INDEX_VERSION,
    suppliers,
    writes: new WriteQueue(),
  }
  let closing: Promise<void> | undefined
  const call = async <T>(signal: CallOptions['signal'], run: () => Promise<T>): Promise<T> => {
    if (closing !== undefined) throw new RegistryError('closed', 'This registry was closed; open a new one.')
    checkSignal(signal)
    return run()
  }
  const close = (): Promise<void> => {
    closing ??= context.writes.run(() => storage.close())
    return closing
  }

  return {
    import: (records, importOptions) =>
      call(importOptions?.signal, () => importRecords(context, records, importOptions)),
    upsert: (record, upsertOptions) => call(upsertOptions?.signal, () => upsertRecord(context, record, upsertOptions)),
    get: (utpid, callOptions) => call(callOptions?.signal, () => getProduct(context, utpid)),
    locate: (query, callOptions) => call(callOptions?.signal, () => locateProduct(context, query)),
    match: (input, { signal, ...matchOptions } = {}) =>
      call(signal, async () => {
        const [result] = await matchInputs(context, [input], matchOptions)
        return result as Awaited<ReturnType<Registry['match']>>
      }),
    mapBatch: (inputs, batchOptions) => call(batchOptions?.signal, () => mapBatch(context, inputs, batchOptions)),
    search: (text, { signal, ...searchOptions } = {}) =>
      call(signal, () => searchProducts(context, text, searchOptions)),
    duplicates: (utpid, { signal, ...alertsOptions } = {}) =>
      call(signal, () => listAlerts(context, alertsOptions, utpid)),
    alerts: ({ signal, ...alertsOptions } = {}) => call(signal, () => listAlerts(context, alertsOptions)),
    suppliers: (callOptions) => call(callOptions?.signal, () => context.ledger.suppliers()),
    setSupplier: (change, callOptions) => call(callOptions?.signal, () => setSupplier(context, change)),
    stats: (callOptions) => call(callOptions?.signal, () => readStats(context)),
    events: ({ signal, ...eventsOptions } = {}) => call(signal, () => listEvents(context, eventsOptions)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function checkIndexVersion(storage: Storage): Promise<void> {
  const { indexVersion } = await storage.ledger.head()
  if (indexVersion === undefined) await storage.setIndexVersion(INDEX_VERSION_TEXT)
  else if (indexVersion !== INDEX_VERSION_TEXT) {
    throw new RegistryError(
      'index_outdated',
      `The storage was filled with index version ${indexVersion}, this is ${INDEX_VERSION_TEXT}. Open it with the version of utpid that filled it, or import the feeds into a new storage.`,
    )
  }
}
