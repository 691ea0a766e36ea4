import { LIMITS } from '../../model/limits.ts'
import type { Rejection, Repair, RepairCode } from '../../model/repair.ts'
import type { Utpid } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { requireRules } from '../context/active-generation.ts'
import { checkBoolean, checkRecords, checkText } from '../context/check-arguments.ts'
import { type RegistryContext, readSuppliers } from '../context/registry-context.ts'
import { checkFeed, type LossOptions } from '../loss/check-feed.ts'
import { type RecordSource, recordsOf } from '../loss/record-source.ts'
import { keyOfCode } from '../loss/removal.ts'
import { ImportSummaries, type SummaryOptions } from '../report/import-summaries.ts'
import type { Advice } from '../report/supplier-advice.ts'
import { CurrentOutcomes, type SeparatedReport } from './current-outcomes.ts'
import { EndingRecords, type FullFeedReport, type RemovalOutcome } from './ending-records.ts'
import {
  type AcceptedInput,
  ImportBatches,
  type ReadInput,
  type RejectedInput,
  type RemovalInput,
} from './import-batches.ts'
import { type WrittenRecord, writeRecords } from './write-records.ts'

/** The options of `import`. */
export interface ImportOptions extends LossOptions, SummaryOptions {
  /** The number of records in one commit: 1 to `LIMITS.recordsPerCommit`. Default: 500. */
  readonly batchSize?: number
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
  /**
   * The number of records that a later record of the same batch with the same code replaced, and of removals of a code
   * that a later row writes.
   */
  readonly superseded: number
  /** The number of removals that deactivated a record. */
  readonly removed: number
  /** The number of removals whose code is unknown, or whose record is already inactive. */
  readonly absent: number
  /** The number of removals of records that another process wrote since the start of the import. They stay active. */
  readonly kept: number
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
      readonly outcome: WrittenRecord['outcome'] | RemovalOutcome
      readonly supplier: string
      readonly code: string
      /** The UTPID of the product; absent for a removal, and if a later record of the batch replaced this record. */
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
  /** The advice for the records of the import, most helpful first; at most 10 entries. */
  readonly advice: readonly Advice[]
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
  removed: 0,
  absent: 0,
  kept: 0,
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
  source: RecordSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  if (typeof source !== 'function') checkRecords(source)
  checkText(options.supplier, 'supplier')
  checkBoolean(options.full, 'full')
  checkBoolean(options.removals, 'removals')
  requireRules(context)
  const { batchSize = DEFAULT_BATCH_SIZE } = options
  checkBatchSize(batchSize)
  const checked = await checkFeed(context, source, options)
  await readSuppliers(context)
  const counts = { ...NO_COUNTS }
  const totals = { skippedKeys: 0, oversizedComponents: 0, change: (await context.ledger.head()).change }
  const summaries = new ImportSummaries(context, options)
  const outcomes = new CurrentOutcomes(context, counts, (...move) => summaries.move(...move))
  const batches = new ImportBatches(context, recordsOf(source, 'write'), { ...options, batchSize })

  const ending = checked && new EndingRecords(context, checked, (step) => outcomes.follow(step, []))

  const write = async (batch: readonly ReadInput[]): Promise<void> => {
    const { latest, removals, superseded } = latestByCode(batch)
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
      ending?.noteRecord((latest[at] as AcceptedInput).incoming.record.supplier, id)
    }
    const results = new Map(latest.map(({ index }, at) => [index, written.records[at] as WrittenRecord]))
    const removed = await ending?.deactivateRemoved(removals)
    const removalOutcomes = new Map(removals.map(({ index }, at) => [index, removed?.[at]]))
    totals.change = Math.max(totals.change, ending?.change ?? 0)
    for (const each of batch) {
      const outcome =
        'removed' in each
          ? removalOutcome(each, removalOutcomes.get(each.index))
          : outcomeOf(context, each, results.get(each.index), superseded)
      counts.read++
      counts[outcome.outcome]++
      if (wasRepaired(outcome.repairs)) counts.repaired++
      addToSummary(summaries, each, outcome, options.supplier)
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
  const full = options.full === true ? await ending?.deactivateMissing(counts.read, options.signal) : undefined
  for (const each of full ?? []) summaries.addFull(each)
  const advice = summaries.advice()
  const change = Math.max((await summaries.store()) ?? totals.change, ...(full ?? []).map((each) => each.change))
  const separated = outcomes.separated()
  return { ...counts, ...totals, separated, ...(full === undefined ? {} : { full }), advice, change }
}

function addToSummary(
  summaries: ImportSummaries,
  input: ReadInput,
  { outcome, repairs }: ImportOutcome,
  supplier: string | undefined,
): void {
  const isRepaired = wasRepaired(repairs)
  if ('rejection' in input) summaries.addRejection(input.rejection, supplier, repairs, isRepaired)
  else if ('removed' in input) summaries.addRemoval(input.removed.supplier, outcome)
  else if (outcome !== 'rejected' && !isRemoval(outcome)) {
    summaries.addRecord(input.incoming.record, outcome, repairs, isRepaired)
  }
}

function isRemoval(outcome: string): outcome is 'removed' | 'absent' | 'kept' {
  return outcome === 'removed' || outcome === 'absent' || outcome === 'kept'
}

function checkBatchSize(batchSize: number): void {
  if (Number.isInteger(batchSize) && batchSize >= 1 && batchSize <= LIMITS.recordsPerCommit) return
  throw validationError(`batchSize is ${batchSize}; it must be an integer of 1 to ${LIMITS.recordsPerCommit}`)
}

/**
 * Removes records and removals with repeated codes. If several rows have the same code, only the last row remains, at its
 * own position.
 */
function latestByCode(batch: readonly ReadInput[]): {
  latest: AcceptedInput[]
  removals: RemovalInput[]
  superseded: ReadonlySet<number>
} {
  const latest = new Map<string, AcceptedInput | RemovalInput>()
  const superseded = new Set<number>()
  for (const each of batch) {
    if ('rejection' in each) continue
    const key = keyOfCode('removed' in each ? each.removed : each.incoming.record)
    const earlier = latest.get(key)
    if (earlier !== undefined) {
      superseded.add(earlier.index)
      latest.delete(key)
    }
    latest.set(key, each)
  }
  const rows = [...latest.values()]
  return {
    latest: rows.filter((each) => 'incoming' in each),
    removals: rows.filter((each) => 'removed' in each),
    superseded,
  }
}

function removalOutcome(
  { index, removed, repairs }: RemovalInput,
  outcome: RemovalOutcome = 'superseded',
): ImportOutcome {
  return { index, outcome, ...removed, repairs }
}

function outcomeOf(
  { format }: RegistryContext,
  input: AcceptedInput | RejectedInput,
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
