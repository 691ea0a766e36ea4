import { setImmediate as giveTurn } from 'node:timers/promises'
import { type ImportReport, type Registry, RegistryError } from '@utpid/core'
import type {
  Advice,
  DryRunReport,
  DryRunWithLines,
  FeedLoss,
  IgnoredColumn,
  ImportOutcome,
  ImportPass,
  ImportSource,
} from '@utpid/core/operations'
import { LinePositions } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import { ServiceError } from '../../errors/service-error.ts'
import type { JobCounts, JobError } from '../../model/job.ts'
import { readItem } from '../../reading/read-item.ts'
import { addCounts, type JobHandler, JobInterrupted, type JobRun } from '../job-handler.ts'
import { ITEMS_PER_PART } from '../part-writer.ts'

/** Options of an import job. Its inputs are records from a feed reader. */
export interface ImportJobOptions {
  /** The supplier of records that name no supplier. */
  readonly supplier?: string
  /** Whether the feed contains all records of its suppliers. Existing records missing from the feed become inactive. */
  readonly full?: boolean
  /** Whether records of the feed may be removals: `{ supplier, code, removed: true }`. */
  readonly removals?: boolean
  /** For full feeds and removals: the share of a supplier's existing records that may end. Default: 0.1. */
  readonly allowLoss?: number
  /** Whether the job only reports what the import would do. Nothing is written to the registry. */
  readonly dryRun?: boolean
  /** The name and format of the file, and the sender, for the summary of the import. */
  readonly from?: Pick<ImportSource, 'file' | 'format' | 'actor'>
  /** The columns of the feed with their fields, for the response. The import does not use them. */
  readonly columns?: unknown
  /** The columns that no field used, for the summary of the import. */
  readonly ignored?: readonly IgnoredColumn[]
}

/** The outcome of one line. */
export type ImportRow = { readonly index: number; readonly line?: number } & (
  | { readonly outcome: 'unreadable'; readonly error: JobError }
  | Omit<ImportOutcome, 'index'>
)

/** The last result of a dry run: examples of each outcome, and the reasons why the counts are estimates. */
export type DryRunRow = { readonly outcome: 'dry_run' } & DryRunWithLines

/** The findings of an import or a dry run. */
export interface ImportFindings {
  /** The suppliers of accepted records, at most 100. */
  readonly suppliers: readonly string[]
  readonly advice: readonly Advice[]
}

/** Maximum number of suppliers in the findings. A feed may name another supplier in each record. */
const MAX_SUPPLIERS = 100

/** Maximum number of records in the memory of a dry run. Several dry runs may run at the same time. */
const DRY_RUN_RECORDS = 20_000

/** Outcomes of new records. A later part may link an unlinked record, or unlink a linked record. */
const NEW_RECORD_OUTCOMES = ['created', 'alerted', 'linked'] as const

/** Maximum records that would end in the results of a job that failed because of them. */
const MAX_ENDING_RECORDS = 1_000

/** UTF-16 units of records to read before other tasks run. One record can have a megabyte of text. */
const CHARACTERS_PER_TURN = 64 * 1024

/**
 * An item whose outcome is not reported yet. The registry reports outcomes in the order of records. The item does not
 * contain the text, since many large items can wait at the same time.
 */
interface InFlightItem {
  readonly line: number | undefined
  readonly error?: JobError
  outcome?: ImportOutcome
}

/**
 * Imports a feed part by part. If a worker dies, its part is imported again, which changes nothing; its records may
 * then appear as `unchanged`. A full feed is imported again from the start, since missing records are known only from
 * all its parts. A dry run also starts again, since it keeps its records in memory.
 *
 * If the feed would end more records than allowed, the job fails before it writes anything. Its results then say what would
 * end.
 *
 * The result of a line is the outcome of its record at the time when its part is written. The final counts and the
 * split links report the state at the end of the job. If another worker takes over the job, the final counts cover only
 * the parts that this worker imports.
 *
 * @param onImported - Called after the last record of a job is written. It must not throw.
 */
export function importHandler(registry: Registry, onImported: () => Promise<void> = async () => undefined): JobHandler {
  return {
    kind: 'import',
    run: async (run) => {
      await new ImportRun(registry, run).run()
      await onImported()
    },
  }
}

class ImportRun {
  readonly #registry: Registry
  readonly #run: JobRun
  readonly #options: ImportJobOptions
  /** Parts that are read but not stored yet, oldest first. */
  readonly #parts: InFlightItem[][] = []
  /** Records without an outcome yet. */
  readonly #withoutOutcome: InFlightItem[] = []
  #index: number
  #unreadable = 0
  /** The unreadable items of earlier runs. */
  readonly #earlierUnreadable: number
  /** The reason why the first rejected record of this run was rejected. */
  #firstRejection: string | undefined
  /** Parts whose results an earlier run has stored. This run imports them again without storing results. */
  #partsToSkip: number
  /** Whether a later run of the job reads all parts again. */
  readonly #readsAll: boolean
  readonly #lines = new LinePositions()
  readonly #suppliers = new Set<string>()
  /** Outcomes of new records reported by this run. */
  readonly #reported: Record<(typeof NEW_RECORD_OUTCOMES)[number], number> = { created: 0, alerted: 0, linked: 0 }

  constructor(registry: Registry, run: JobRun) {
    this.#registry = registry
    this.#run = run
    this.#options = run.job.options as ImportJobOptions
    this.#index = run.job.progress.counts.processed ?? 0
    this.#earlierUnreadable = run.job.progress.counts.unreadable ?? 0
    this.#readsAll = this.#options.full === true || this.#options.dryRun === true
    this.#partsToSkip = this.#readsAll ? run.job.progress.partsDone : 0
  }

  async run(): Promise<void> {
    const { supplier, full, removals } = this.#options
    const { partsTotal, partsDone } = this.#run.job.progress
    // Deactivated records and split links form an extra last part, so that a resumed job does not report them twice.
    if (partsDone > partsTotal || (!this.#readsAll && partsDone === partsTotal)) return await this.#requireAccepted()
    const target = await this.#target()
    const report = await target
      .import(full === true || removals === true ? (pass) => this.#pass(pass) : this.#records(), {
        ...defined({ supplier, full, removals, allowLoss: this.#allowedLoss() }),
        onLoss: (loss) => this.#storeLoss(loss),
        batchSize: ITEMS_PER_PART,
        // A job of its own counts words.
        termFrequencies: 'manual',
        signal: this.#run.signal,
        importId: this.#run.job.id,
        source: () => this.#source(),
        ...(full !== true && partsDone > 0 ? { earlier: { ...this.#run.job.progress.counts } } : {}),
        onOutcome: (outcome) => {
          const inFlight = this.#withoutOutcome.shift()
          if (inFlight !== undefined) inFlight.outcome = outcome
          if (inFlight?.line !== undefined) this.#lines.add(outcome.index, inFlight.line)
          if (outcome.outcome !== 'rejected' && this.#suppliers.size < MAX_SUPPLIERS) {
            this.#suppliers.add(outcome.supplier)
          }
          for (const name of NEW_RECORD_OUTCOMES) if (outcome.outcome === name) this.#reported[name]++
        },
      })
      .catch(async (error: unknown) => {
        await this.#storeReported()
        throw error
      })
    await this.#storeCompleteParts()
    const { advice } = report
    await this.#run.storeFindings({ suppliers: [...this.#suppliers].sort(), advice } satisfies ImportFindings)
    await this.#storeFinalOutcomes(report)
    await this.#requireAccepted()
  }

  /** Describes the feed for the stored summary of the import. */
  #source(): ImportSource {
    const earlier = this.#options.full === true ? 0 : this.#earlierUnreadable
    const { from, ignored } = this.#options
    return { ...from, unreadable: earlier + this.#unreadable, ...defined({ ignored }) }
  }

  #pass(pass: ImportPass): AsyncGenerator<unknown> {
    return pass === 'check' ? this.#recordsToCheck() : this.#records()
  }

  /** A job that has stored results of lines has passed the check, and has deactivated some records since. */
  #allowedLoss(): number | undefined {
    const { partsDone, counts } = this.#run.job.progress
    return partsDone > 0 && counts.ending === undefined ? 1 : this.#options.allowLoss
  }

  /** Stores what would end. The import then fails. */
  async #storeLoss({ suppliers, allowLoss, ending, retiring, records }: FeedLoss): Promise<false> {
    const { counts } = this.#run.job.progress
    // An earlier run of this job may have stored the loss.
    if (counts.ending !== undefined) return false
    const rows: unknown[] = [{ outcome: 'loss', suppliers, allowLoss, ending, retiring }]
    for await (const record of records()) {
      if (rows.length > MAX_ENDING_RECORDS) break
      rows.push({ outcome: 'ending', ...record })
    }
    await this.#run.commit({ rows, counts: { ...counts, ending } })
    return false
  }

  /** Yields the records of all parts, to check their codes before anything is written. */
  async *#recordsToCheck(): AsyncGenerator<unknown> {
    let unreadable = 0
    let characters = 0
    for (let part = 0; part < this.#run.job.progress.partsTotal; part++) {
      for (const item of await this.#run.input(part)) {
        const read = readItem(item)
        if ('error' in read) {
          unreadable++
          continue
        }
        yield read.value
        characters += 'text' in item ? item.text.length : 0
        if (characters < CHARACTERS_PER_TURN) continue
        characters = 0
        await giveTurn()
      }
    }
    if (this.#options.full === true && unreadable > 0) throw incomplete(unreadable)
  }

  /** Returns the registry, or a dry run on it. */
  async #target(): Promise<Pick<Registry, 'import'>> {
    return this.#options.dryRun === true ? await this.#registry.dryRun({ maxRecords: DRY_RUN_RECORDS }) : this.#registry
  }

  /**
   * Stores the results that are known only at the end: final outcomes of new records, split links, and deactivated
   * records of a full feed.
   */
  async #storeFinalOutcomes(report: ImportReport): Promise<void> {
    const { full = [], separated } = report
    const changes: Record<string, number> = {}
    for (const name of NEW_RECORD_OUTCOMES) changes[name] = report[name] - this.#reported[name]
    if (report.full !== undefined) changes.deactivated = full.reduce((sum, each) => sum + each.deactivated, 0)
    if (separated.total > 0) changes.separated = separated.total
    const changed = Object.entries(changes).filter(([name, amount]) => amount !== 0 || name === 'deactivated')
    const counts = addCounts(this.#run.job.progress.counts, Object.fromEntries(changed))
    const rows = [
      ...(separated.total > 0 ? [{ outcome: 'separated', ...separated }] : []),
      ...full.map((each) => ({ outcome: 'full', ...each })),
      ...(isDryRun(report) ? [{ outcome: 'dry_run', ...this.#lines.addedTo(report) } satisfies DryRunRow] : []),
    ]
    if (report.full !== undefined || rows.length > 0) await this.#run.commit({ rows, counts })
    else if (changed.length > 0) await this.#run.reportProgress(counts)
  }

  async *#records(): AsyncGenerator<unknown> {
    const { progress } = this.#run.job
    let characters = 0
    for (let part = this.#readsAll ? 0 : progress.partsDone; part < progress.partsTotal; part++) {
      const storedItems: InFlightItem[] = []
      this.#parts.push(storedItems)
      for (const item of await this.#run.input(part)) {
        const read = readItem(item)
        const inFlight: InFlightItem = { line: item.line, ...('error' in read ? { error: read.error } : {}) }
        storedItems.push(inFlight)
        if ('error' in read) {
          this.#unreadable++
          continue
        }
        this.#withoutOutcome.push(inFlight)
        yield read.value
        characters += 'text' in item ? item.text.length : 0
        if (characters < CHARACTERS_PER_TURN) continue
        characters = 0
        await giveTurn()
      }
      await this.#storeCompleteParts()
    }
  }

  /** @throws `validation_failed` if no record was accepted: the input was not a feed. */
  async #requireAccepted(): Promise<void> {
    const { processed = 0, unreadable = 0, rejected = 0 } = this.#run.job.progress.counts
    if (processed === 0 || unreadable + rejected < processed) return
    const why = this.#firstRejection ?? (await this.#firstUnreadable())
    const what =
      rejected === 0 ? `lines could be read` : unreadable === 0 ? `records could be used` : `lines could be used`
    throw new RegistryError(
      'validation_failed',
      `None of the ${processed} ${what}, so nothing was imported. ${why ?? 'The results say why.'}`,
    )
  }

  /**
   * Returns the error of the first line if that line was unreadable. After a takeover, only stored rows contain
   * reasons.
   */
  async #firstUnreadable(): Promise<string | undefined> {
    const [first] = await this.#run.input(0)
    const read = first === undefined ? undefined : readItem(first)
    if (first === undefined || read === undefined || !('error' in read)) return undefined
    return `${placeOf(first.line, 0)}: ${read.error.message}`
  }

  /** Stores the parts whose outcomes are all known. */
  async #storeCompleteParts(): Promise<void> {
    for (;;) {
      const [part] = this.#parts
      if (part === undefined || part.some(({ error, outcome }) => error === undefined && outcome === undefined)) return
      this.#parts.shift()
      if (this.#partsToSkip > 0) {
        this.#partsToSkip--
        continue
      }
      const rows = part.map((inFlight, at) => rowOf(inFlight, this.#index + at))
      this.#firstRejection ??= part[0] && rejectionOf(part[0], this.#index)
      this.#index += rows.length
      await this.#run.commit({ rows, counts: addCounts(this.#run.job.progress.counts, countOutcomes(rows)) })
    }
  }

  /** After a cancellation, also stores the start of an unfinished part, so that every imported record is reported. */
  async #storeReported(): Promise<void> {
    const { reason } = this.#run.signal as AbortSignal
    if (!(reason instanceof JobInterrupted) || reason.interruption !== 'cancelled') return
    const items = this.#parts.flat()
    const firstWithoutOutcome = items.findIndex(({ error, outcome }) => error === undefined && outcome === undefined)
    let remaining = firstWithoutOutcome < 0 ? items.length : firstWithoutOutcome
    for (const part of this.#parts) {
      part.length = Math.min(part.length, remaining)
      remaining -= part.length
    }
    while (this.#parts.at(-1)?.length === 0) this.#parts.pop()
    // Every commit stores its part and then throws the interruption, so ignore the interruption.
    while (this.#parts.length > 0) await this.#storeCompleteParts().catch(unlessInterrupted)
  }
}

/** An unreadable line of a full feed may contain any existing record, so no record is certainly missing. */
function incomplete(unreadable: number): ServiceError {
  return new ServiceError(
    'feed_incomplete',
    `${unreadable} lines could not be read and may contain missing records, so nothing was imported; fix the lines, or import without full.`,
  )
}

function isDryRun(report: ImportReport): report is DryRunReport {
  return 'estimates' in report
}

function unlessInterrupted(error: unknown): void {
  if (!(error instanceof JobInterrupted)) throw error
}

function rowOf({ line, error, outcome }: InFlightItem, index: number): ImportRow {
  const place = line === undefined ? {} : { line }
  if (outcome === undefined) return { index, ...place, outcome: 'unreadable', error: error as JobError }
  return { ...outcome, index, ...place }
}

function rejectionOf({ line, error, outcome }: InFlightItem, index: number): string | undefined {
  const { message } = error ?? (outcome?.outcome === 'rejected' ? outcome.rejection : { message: undefined })
  return message === undefined ? undefined : `${placeOf(line, index)}: ${message}`
}

function placeOf(line: number | undefined, index: number): string {
  return line === undefined ? `Record ${index + 1}` : `Line ${line}`
}

function countOutcomes(rows: readonly ImportRow[]): JobCounts {
  const counts: Record<string, number> = { processed: rows.length }
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
