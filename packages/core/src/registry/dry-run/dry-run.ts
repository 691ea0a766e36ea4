import { CleanProducts } from '../../golden-record/clean-products.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { checkedLedger } from '../../storage/ledger/checked-ledger.ts'
import { overlayStorage, type StorageOverlay } from '../../storage/overlay/overlay-storage.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkRecords, quoted } from '../context/check-arguments.ts'
import type { CallOptions } from '../context/check-signal.ts'
import { IdSet } from '../context/id-set.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { WriteQueue } from '../context/write-queue.ts'
import { type RecordSource, recordsOf } from '../loss/record-source.ts'
import { RecordSuppliers } from '../records/record-suppliers.ts'
import { type ImportOptions, type ImportOutcome, importRecords } from '../write/import-records.ts'
import { type SupplierChange, setSupplier } from '../write/set-supplier.ts'
import type { DryRunReport, EstimateReason } from './dry-run-report.ts'
import { ExampleCollector } from './example-collector.ts'
import { readExamples } from './read-examples.ts'
import { WatchedRecords } from './watched-records.ts'

/**
 * The default maximum number of records that a dry run keeps in memory. A record needs about 6 kB with its keys, product
 * and edges.
 */
const DEFAULT_MAX_RECORDS = 50_000
const LARGEST_MAX_RECORDS = 10_000_000

/** The options of a dry run. */
export interface DryRunOptions {
  /**
   * The maximum number of new or changed records that the dry run keeps in memory, 1 to 10,000,000. Default: 50,000.
   * With more records, the counts are estimates.
   */
  readonly maxRecords?: number
}

/**
 * A dry run: it shows the effect of imports without writing. Each import sees the registry and the earlier imports of
 * the same dry run.
 */
export interface DryRun {
  /**
   * Does all the work of an import, except that nothing is written. The options are those of `Registry.import`. An
   * outcome has no UTPID if the product does not exist yet.
   */
  import(records: RecordSource, options?: ImportOptions): Promise<DryRunReport>
  /** Sets the name, priority or default category of a supplier for later imports of this dry run. */
  setSupplier(supplier: SupplierChange, options?: CallOptions): Promise<Supplier>
}

/** Starts a dry run on the current state of a registry. */
export async function startDryRun(context: RegistryContext, { maxRecords }: DryRunOptions = {}): Promise<DryRun> {
  const limit = maxRecords ?? DEFAULT_MAX_RECORDS
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_MAX_RECORDS) {
    throw validationError(`maxRecords is ${quoted(maxRecords)}; it must be an integer of 1 to ${LARGEST_MAX_RECORDS}.`)
  }
  requireRules(context)
  const overlay = await overlayStorage(context.storage, limit)
  const minted = new IdSet()
  const onOverlay = contextOnOverlay(context, overlay, minted)
  const withoutNewId = (outcome: ImportOutcome): ImportOutcome => {
    if (outcome.outcome === 'rejected' || outcome.utpid === undefined) return outcome
    const { utpid, ...others } = outcome
    return minted.has(context.format.parse(utpid) ?? -1) ? others : outcome
  }
  return {
    import: (records, { onOutcome, ...options } = {}) =>
      dryImport(context, onOverlay, overlay, records, {
        ...options,
        ...(onOutcome === undefined ? {} : { onOutcome: (outcome) => onOutcome(withoutNewId(outcome)) }),
      }),
    setSupplier: (change, options) => setSupplier(onOverlay, change, options),
  }
}

/** Returns a context with its own caches, since the overlay has rows that the registry does not have. */
function contextOnOverlay(context: RegistryContext, { storage }: StorageOverlay, minted: IdSet): RegistryContext {
  return {
    ...context,
    random: () => {
      const id = context.random()
      minted.add(id)
      return id
    },
    storage,
    ledger: checkedLedger(storage.ledger, storage.place),
    index: storage.index,
    active: { ...context.active, cleanProducts: new CleanProducts() },
    suppliers: new Map(context.suppliers),
    recordSuppliers: new RecordSuppliers(),
    writes: new WriteQueue(),
  }
}

async function dryImport(
  context: RegistryContext,
  onOverlay: RegistryContext,
  overlay: StorageOverlay,
  source: RecordSource,
  options: ImportOptions,
): Promise<DryRunReport> {
  if (typeof source !== 'function') checkRecords(source)
  const known = new Set((await onOverlay.ledger.suppliers()).map(({ id }) => id))
  const watched = new WatchedRecords()
  const examples = new ExampleCollector(watched)
  const report = await importRecords(
    onOverlay,
    (pass) => (pass === 'check' ? recordsOf(source, pass) : watched.watch(recordsOf(source, pass))),
    {
      ...options,
      onOutcome: (outcome) => {
        examples.add(outcome)
        options.onOutcome?.(outcome)
      },
    },
  ).catch((error: unknown) => {
    throw failureOf(error, overlay)
  })
  const { isFull, hasOtherWrites } = overlay.state
  const estimates: EstimateReason[] = []
  if (isFull) estimates.push('too_many_records')
  if (hasOtherWrites) estimates.push('other_writes')
  const { format } = context
  return {
    ...report,
    // A dry run opens no alerts that a person could review.
    advice: report.advice.filter(({ code }) => code !== 'doubtful'),
    change: (await context.ledger.head()).change,
    estimates,
    examples: await readExamples({ overlay: onOverlay.ledger, base: context.storage.ledger, format }, examples),
    rejections: examples.rejections(),
    repairs: examples.repairs(),
    newSuppliers: (await onOverlay.ledger.suppliers()).map(({ id }) => id).filter((id) => !known.has(id)),
  }
}

/** Rows of the registry that changed between two reads may contradict rows of the overlay. */
function failureOf(error: unknown, { state }: StorageOverlay): unknown {
  if (!state.hasOtherWrites || !(error instanceof RegistryError) || error.code !== 'storage_corrupt') return error
  return new RegistryError('revision_conflict', 'The registry changed during the dry run. Repeat the dry run.', {
    cause: error,
  })
}
