import type { Supplier } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import type { StorageOverlay } from '../../storage/overlay/overlay-storage.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkRecords, quoted } from '../context/check-arguments.ts'
import type { CallOptions } from '../context/check-signal.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type RecordSource, recordsOf } from '../loss/record-source.ts'
import { type ImportOptions, type ImportOutcome, importRecords } from '../write/import-records.ts'
import { type SupplierChange, setSupplier } from '../write/set-supplier.ts'
import type { DryRunReport, EstimateReason } from './dry-run-report.ts'
import { ExampleCollector } from './example-collector.ts'
import { dryRunFailure, overlayContext } from './overlay-context.ts'
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
  const { onOverlay, overlay, minted } = await overlayContext(context, limit)
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
    throw dryRunFailure(error, overlay)
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
