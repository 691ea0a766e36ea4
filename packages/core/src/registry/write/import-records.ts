import { LIMITS } from '../../model/limits.ts'
import type { Rejection, Repair, RepairCode } from '../../model/repair.ts'
import type { Utpid } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkBoolean, checkRecords, checkText } from '../context/check-arguments.ts'
import { type RegistryContext, readSuppliers } from '../context/registry-context.ts'
import { ImportSummaries, type SummaryOptions } from '../report/import-summaries.ts'
import { CurrentOutcomes, type SeparatedReport } from './current-outcomes.ts'
import { FullFeed, type FullFeedReport } from './full-feed.ts'
import { type AcceptedInput, ImportBatches, type ReadInput } from './import-batches.ts'
import { type WrittenRecord, writeRecords } from './write-records.ts'

/** The options of `import`. */
export interface ImportOptions extends SummaryOptions {
  /** The supplier of records that contain no supplier. */
  readonly supplier?: string
  /** The number of records in one commit: 1 to `LIMITS.recordsPerCommit`. Default: 500. */
  readonly batchSize?: number
  /**
   * If true, the records are a full feed of their suppliers, and the import deactivates active records that the feed
   * lacks. It deactivates no record if the import is stopped, if its source fails, or if too many records are missing.
   */
  readonly full?: boolean
  /** The share of a supplier's active records that may be missing from a full feed, 0 to 1. Default: 0.1. */
  readonly allowLoss?: number
  readonly signal?: AbortSignalLike
  /**
   * A callback with the progress, called after each batch. The import may already have read some records of the next
   * batch.
   */
  readonly onProgress?: (progress: ImportCounts) => void
  /** A callback with the outcome of each record, called in order after the batch of the record is written. */
  readonly onOutcome?: (outcome: ImportOutcome) => void
}

/**
 * The numbers of records so far by outcome. Outcomes may change: a later batch may link a created record or separate a
 * linked record. Each record is in exactly one count, except that `repaired` counts records again.
 */
export interface ImportCounts {
  readonly read: number
  /** The number of records that were linked to a product with other records. */
  readonly linked: number
  /** The number of records that became a new product. */
  readonly created: number
  /** The number of records that became a new product which looks like another product. */
  readonly alerted: number
  readonly updated: number
  readonly unchanged: number
  /** The number of suppressed records: a person deleted the product of their code. */
  readonly suppressed: number
  readonly rejected: number
  /** The number of records that a later record of the same batch with the same code replaced. */
  readonly superseded: number
  /**
   * The number of records with a repair, regardless of their outcome. A record whose country was only derived does not
   * count.
   */
  readonly repaired: number
}

/** The outcome of one record of an import. */
export type ImportOutcome =
  | {
      /** The position in the input, counted from 0. */
      readonly index: number
      readonly outcome: WrittenRecord['outcome'] | 'superseded'
      readonly supplier: string
      readonly code: string
      /** The UTPID of the product; absent if a later record of the batch replaced this record. */
      readonly utpid?: Utpid
      /** The confidence of the link, 0 to 1. */
      readonly confidence?: number
      readonly repairs: readonly Repair[]
    }
  | {
      readonly index: number
      readonly outcome: 'rejected'
      readonly rejection: Rejection
      readonly repairs: readonly Repair[]
    }

/** The counts of an import. */
export interface ImportReport extends ImportCounts {
  /** The number of skipped keys, which more records share than the limit allows. Each batch counts a key once. */
  readonly skippedKeys: number
  /** The number of components that exceeded the limit and were cut before clustering. */
  readonly oversizedComponents: number
  /**
   * The records that were separated from the other records of their product. The other counts show the state after the
   * separation. If a limit separated the records, an alert names them.
   */
  readonly separated: SeparatedReport
  /** The result for missing records of a full feed, by supplier. */
  readonly full?: readonly FullFeedReport[]
  /** The number of the last change. */
  readonly change: number
}

const DEFAULT_BATCH_SIZE = 500
const NO_COUNTS = {
  read: 0,
  linked: 0,
  created: 0,
  alerted: 0,
  updated: 0,
  unchanged: 0,
  suppressed: 0,
  rejected: 0,
  superseded: 0,
  repaired: 0,
} satisfies ImportCounts
/**
 * Repairs that only derive or normalise a value. The import reports these repairs, but the record contained no error.
 */
const DERIVED_REPAIRS: ReadonlySet<RepairCode> = new Set(['country_derived', 'supplier_normalised'])

/** Reports whether the repairs of a record count in {@link ImportCounts}. */
export function wasRepaired(repairs: readonly Repair[]): boolean {
  return repairs.some(({ code }) => !DERIVED_REPAIRS.has(code))
}

/**
 * Imports a stream of records in batches and writes each record by supplier and code. Repeating an import has no
 * effect, so an interrupted import can start again. An invalid record does not stop the import.
 */
export async function importRecords(
  context: RegistryContext,
  records: Iterable<unknown> | AsyncIterable<unknown>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  checkRecords(records)
  checkText(options.supplier, 'supplier')
  checkBoolean(options.full, 'full')
  requireRules(context)
  const { batchSize = DEFAULT_BATCH_SIZE } = options
  const fullFeed =
    options.full === true ? await FullFeed.start(context, options.supplier, options.allowLoss) : undefined
  checkBatchSize(batchSize)
  await readSuppliers(context)
  const counts = { ...NO_COUNTS }
  const totals = { skippedKeys: 0, oversizedComponents: 0, change: (await context.ledger.head()).change }
  const summaries = new ImportSummaries(context, options)
  const outcomes = new CurrentOutcomes(context, counts, (...move) => summaries.move(...move))
  const batches = new ImportBatches(context, records, { ...options, batchSize })

  const write = async (batch: readonly ReadInput[]): Promise<void> => {
    const accepted = batch.filter((each) => 'incoming' in each)
    const { latest, superseded } = latestByCode(accepted)
    const written = await writeRecords(
      context,
      latest.map(({ incoming }) => incoming),
      { onWriting: (changed) => batches.readAhead(changed * 2 > latest.length) },
    )
    totals.skippedKeys += written.skippedKeys.length
    totals.oversizedComponents += written.oversizedComponents
    totals.change = written.change
    if (written.step !== undefined) outcomes.follow(written.step, written.ids)
    for (const [at, id] of written.ids.entries()) {
      outcomes.note(id, (written.records[at] as WrittenRecord).outcome)
      fullFeed?.noteRecord((latest[at] as AcceptedInput).incoming.record.supplier, id)
    }
    const results = new Map(latest.map(({ index }, at) => [index, written.records[at] as WrittenRecord]))
    for (const each of batch) {
      const outcome = outcomeOf(context, each, results.get(each.index), superseded)
      counts.read++
      counts[outcome.outcome]++
      if (wasRepaired(outcome.repairs)) counts.repaired++
      addToSummary(summaries, each, outcome, options.supplier)
      // The supplier still has this record, although the new version cannot be used.
      if ('rejection' in each && each.rejection.of !== undefined) fullFeed?.noteCode(each.rejection.of)
      options.onOutcome?.(outcome)
    }
    options.onProgress?.({ ...counts })
    await context.yield()
  }

  try {
    for (let batch = await batches.next(); batch.length > 0; batch = await batches.next()) await write(batch)
  } finally {
    await batches.close()
  }
  // The records before the failure are in the registry. Repeating the import writes the remaining records.
  if (batches.sourceError !== undefined) throw batches.sourceError.error
  const full = await fullFeed?.deactivateMissing(options.signal, (step) => outcomes.follow(step, []))
  for (const each of full ?? []) summaries.addFull(each)
  const change = Math.max((await summaries.store()) ?? totals.change, ...(full ?? []).map((each) => each.change))
  return { ...counts, ...totals, separated: outcomes.separated(), ...(full === undefined ? {} : { full }), change }
}

function addToSummary(
  summaries: ImportSummaries,
  input: ReadInput,
  { outcome, repairs }: ImportOutcome,
  supplier: string | undefined,
): void {
  const isRepaired = wasRepaired(repairs)
  if ('rejection' in input) summaries.addRejection(input.rejection, supplier, repairs, isRepaired)
  else if (outcome !== 'rejected') summaries.addRecord(input.incoming.record, outcome, repairs, isRepaired)
}

function checkBatchSize(batchSize: number): void {
  if (Number.isInteger(batchSize) && batchSize >= 1 && batchSize <= LIMITS.recordsPerCommit) return
  throw validationError(`batchSize is ${batchSize}; it must be an integer of 1 to ${LIMITS.recordsPerCommit}`)
}

/**
 * Removes records with repeated codes. If several records have the same code, only the last record remains, at its own
 * position.
 */
function latestByCode(accepted: readonly AcceptedInput[]): {
  latest: AcceptedInput[]
  superseded: ReadonlySet<number>
} {
  const latest = new Map<string, AcceptedInput>()
  const superseded = new Set<number>()
  for (const each of accepted) {
    const { supplier, code } = each.incoming.record
    const key = `${supplier}\u0000${code}`
    const earlier = latest.get(key)
    if (earlier !== undefined) {
      superseded.add(earlier.index)
      latest.delete(key)
    }
    latest.set(key, each)
  }
  return { latest: [...latest.values()], superseded }
}

function outcomeOf(
  { format }: RegistryContext,
  input: ReadInput,
  written: WrittenRecord | undefined,
  superseded: ReadonlySet<number>,
): ImportOutcome {
  const { index, repairs } = input
  if ('rejection' in input) return { index, outcome: 'rejected', rejection: input.rejection, repairs }
  const { supplier, code } = input.incoming.record
  if (written === undefined || superseded.has(index)) return { index, outcome: 'superseded', supplier, code, repairs }
  const { outcome, productId, confidence } = written
  return { index, outcome, supplier, code, utpid: format.format(productId), confidence: confidence / 10_000, repairs }
}
