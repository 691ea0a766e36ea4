import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Rejection, Repair, RepairCode } from '../../model/repair.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { AbortSignalLike } from '../../runtime/environment.ts'
import { checkBoolean, checkRecords, checkText } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { requireRules } from '../context/served-generation.ts'
import { FullFeed, type FullFeedReport } from './full-feed.ts'
import { type AcceptedInput, ImportBatches, type ReadInput } from './import-batches.ts'
import { type PartedReport, StandingOutcomes } from './standing-outcomes.ts'
import { type WrittenRecord, writeRecords } from './write-records.ts'

/** How records are imported. */
export interface ImportOptions {
  /** The supplier of records that name none. */
  readonly supplier?: string
  /** Records in one commit: 1 to `LIMITS.recordsPerCommit`, 500 unless given. */
  readonly batchSize?: number
  /**
   * The records are all that their suppliers have: what is known of those suppliers and did not come ends. Nothing ends
   * when the import is stopped, its source breaks, or too much is missing.
   */
  readonly full?: boolean
  /** Of a full feed: share of the known records of a supplier that may be missing, 0 to 1; 0.1 unless given. */
  readonly allowLoss?: number
  readonly signal?: AbortSignalLike
  /** Called after each batch; by then records of the next one may have been read. */
  readonly onProgress?: (progress: ImportCounts) => void
  /** Called with each record's outcome, in order, as it is when its batch is written. */
  readonly onOutcome?: (outcome: ImportOutcome) => void
}

/**
 * What became of the records so far, as it stands: a later batch may link what was created, or part what was linked. Every
 * record is in exactly one of all but `repaired`.
 */
export interface ImportCounts {
  readonly read: number
  /** To a product that other records are in. */
  readonly linked: number
  /** As a product of their own. */
  readonly created: number
  /** As a product of their own that looks like another one. */
  readonly alerted: number
  readonly updated: number
  readonly unchanged: number
  /** Left out, since a person deleted their product. */
  readonly withheld: number
  readonly rejected: number
  /** Codes that came again in the same batch: the later record counts. */
  readonly superseded: number
  /** Records in which something was put right, whatever became of them; a country that was only derived does not count. */
  readonly repaired: number
}

/** What became of one record of an import. */
export type ImportOutcome =
  | {
      /** Position in the input, 0 first. */
      readonly index: number
      readonly outcome: WrittenRecord['outcome'] | 'superseded'
      readonly supplier: string
      readonly code: string
      /** Absent of a superseded one. */
      readonly utpid?: Utpid
      /** 0 to 1. */
      readonly confidence?: number
      readonly repairs: readonly Repair[]
    }
  | {
      readonly index: number
      readonly outcome: 'rejected'
      readonly rejection: Rejection
      readonly repairs: readonly Repair[]
    }

/** What an import did, in numbers. */
export interface ImportReport extends ImportCounts {
  /** Keys that were too common to be used, with how often a batch met one. */
  readonly skippedKeys: number
  /** Components that were cut before they were grouped. */
  readonly oversizedComponents: number
  /**
   * Records that were in a product with others and are not any more: the counts are those after it. An alert names what a
   * limit parted.
   */
  readonly parted: PartedReport
  /** Of a full feed: what became of the records that did not come, by supplier. */
  readonly full?: readonly FullFeedReport[]
  /** The last change. */
  readonly change: number
}

const DEFAULT_BATCH_SIZE = 500
/** What was filled in or written in its usual form: reported with the record, but nothing was wrong with it. */
const DERIVED: ReadonlySet<RepairCode> = new Set(['country_derived', 'supplier_normalised'])

/** Whether something was put right in a record, as {@link ImportCounts} counts it. */
export function wasRepaired(repairs: readonly Repair[]): boolean {
  return repairs.some(({ code }) => !DERIVED.has(code))
}

/**
 * Streams records into the registry: upserts by supplier and code, in batches. Repeating an
 * import has no effect, so it needs no checkpoint; a bad record never sinks the rest.
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
    options.full === true ? await FullFeed.begin(context, options.supplier, options.allowLoss) : undefined
  if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > LIMITS.recordsPerCommit) {
    throw new RegistryError(
      'validation_failed',
      `batchSize is ${batchSize}; it must be an integer of 1 to ${LIMITS.recordsPerCommit}`,
    )
  }
  const counts = {
    read: 0,
    linked: 0,
    created: 0,
    alerted: 0,
    updated: 0,
    unchanged: 0,
    withheld: 0,
    rejected: 0,
    superseded: 0,
    repaired: 0,
  }
  const totals = { skippedKeys: 0, oversizedComponents: 0, change: (await context.ledger.head()).change }
  const outcomes = new StandingOutcomes(context, counts)
  const batches = new ImportBatches(context, records, { ...options, batchSize })

  const write = async (batch: readonly ReadInput[]): Promise<void> => {
    const accepted = batch.filter((each) => 'incoming' in each)
    const { latest, superseded } = latestOfEachCode(accepted)
    const written = await writeRecords(
      context,
      latest.map(({ incoming }) => incoming),
      { whileWritten: (changed) => batches.readAhead(changed * 2 > latest.length) },
    )
    totals.skippedKeys += written.skippedKeys.length
    totals.oversizedComponents += written.oversizedComponents
    totals.change = written.change
    if (written.step !== undefined) outcomes.follow(written.step, written.ids)
    for (const [at, id] of written.ids.entries()) {
      outcomes.note(id, (written.records[at] as WrittenRecord).outcome)
      fullFeed?.met((latest[at] as AcceptedInput).incoming.record.supplier, id)
    }
    const results = new Map(latest.map(({ index }, at) => [index, written.records[at] as WrittenRecord]))
    for (const each of batch) {
      const outcome = outcomeOf(context, each, results.get(each.index), superseded)
      counts.read++
      counts[outcome.outcome]++
      if (wasRepaired(outcome.repairs)) counts.repaired++
      // It is still sold, however badly it was written this time.
      if ('rejection' in each && each.rejection.of !== undefined) fullFeed?.metCode(each.rejection.of)
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
  // What came before the break is in the registry; repeating the import goes on from there.
  if (batches.broken !== undefined) throw batches.broken.error
  if (fullFeed === undefined) return { ...counts, ...totals, parted: outcomes.parted() }
  const full = await fullFeed.end(options.signal, (step) => outcomes.follow(step, []))
  const parted = outcomes.parted()
  return { ...counts, ...totals, parted, full, change: Math.max(totals.change, ...full.map(({ change }) => change)) }
}

/** Of records with one code the last one counts, in its place. */
function latestOfEachCode(accepted: readonly AcceptedInput[]): {
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
