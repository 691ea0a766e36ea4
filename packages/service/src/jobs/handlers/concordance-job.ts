import { setImmediate as giveTurn } from 'node:timers/promises'
import { type Registry, RegistryError } from '@utpid/core'
import type {
  ConcordanceContradiction,
  ConcordanceEntry,
  ConcordanceLoss,
  ConcordanceProgress,
  ConcordanceReport,
  EndingCode,
  ImportPass,
} from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { JobCounts, JobError } from '../../model/job.ts'
import { readItem } from '../../reading/read-item.ts'
import type { JobHandler, JobRun } from '../job-handler.ts'
import { ITEMS_PER_PART } from '../part-writer.ts'

/** Options of a job that stores a concordance. Its inputs are {@link ConcordanceSetInput}. */
export interface ConcordanceJobOptions {
  readonly name: string
  /** The supplier of codes that name none. Then the job replaces only codes of this supplier. */
  readonly supplier?: string
  /** If true, the job only adds entries. */
  readonly add?: boolean
  /** The share of the stored codes that the file may lack, 0 to 1. Default: 0.1. */
  readonly allowLoss?: number
  /** A note about the origin of the codes. */
  readonly source?: string
}

/** The codes of one row of a concordance, with the id of their set. */
export interface ConcordanceSetInput {
  readonly set: string
  readonly codes: readonly { readonly supplier: string; readonly code: string }[]
}

/** One result of the job. The last result of a stored concordance is `stored`. */
export type ConcordanceRow =
  | { readonly outcome: 'unreadable'; readonly line?: number; readonly error: JobError }
  | { readonly outcome: 'rejected'; readonly line?: number; readonly message: string }
  | ({ readonly outcome: 'contradiction' } & ConcordanceContradiction)
  | ({ readonly outcome: 'stored' } & Omit<ConcordanceReport, 'rejections'> & {
        readonly rows: number
        readonly unreadable: number
        /** The number of contradictions in the results. */
        readonly listed: number
        /** True if there are contradictions that the results do not list. */
        readonly more: boolean
      })
  | ({ readonly outcome: 'loss' } & Omit<ConcordanceLoss, 'codes'>)
  | ({ readonly outcome: 'ending' } & EndingCode)

/** Maximum removed codes in the results of a job that failed because of them. */
const MAX_ENDING_CODES = 1_000
/** Maximum contradictions in the results. */
const MAX_CONTRADICTIONS = 10_000
/** Rows of inputs to read before other tasks run. One row may have many codes. */
const CODES_PER_TURN = 500
const PROGRESS_MILLISECONDS = 1_000

/**
 * Stores a concordance from a file. The inputs are read part by part, once to count the stored codes that the file lacks
 * and once to store them, so memory is 16 bytes for each code. If the file lacks more codes than allowed, the job fails
 * before it writes anything, and its results list them.
 *
 * If a worker dies, another one starts again; stored entries cost only a read then. The numbers of its result cover its
 * own changes.
 */
export function concordanceHandler(registry: Registry, clock: () => number): JobHandler {
  return {
    kind: 'concordance',
    run: (run) => new ConcordanceRun(registry, run, clock).run(),
  }
}

class ConcordanceRun {
  readonly #registry: Registry
  readonly #run: JobRun
  readonly #options: ConcordanceJobOptions
  readonly #clock: () => number
  /** Rows of the current reading. */
  #rows = 0
  #unreadable = 0
  #reportedAt = Number.NEGATIVE_INFINITY
  #reporting: Promise<void> = Promise.resolve()

  constructor(registry: Registry, run: JobRun, clock: () => number) {
    this.#registry = registry
    this.#run = run
    this.#options = run.job.options as unknown as ConcordanceJobOptions
    this.#clock = clock
  }

  async run(): Promise<void> {
    const run = this.#run
    if (run.job.progress.partsDone > 0) await run.restart()
    const { name, ...options } = this.#options
    const report = await this.#registry
      .storeConcordance(name, (pass) => this.#entries(pass), {
        ...options,
        signal: run.signal,
        onLoss: (loss) => this.#storeLoss(loss),
        onProgress: (progress) => this.#reportProgress(progress),
      })
      .catch(async (error: unknown) => {
        await this.#reporting
        throw await this.#reasonOf(error)
      })
    await this.#reporting
    await this.#storeResults(report)
  }

  /** Yields the entries of all parts. */
  async *#entries(pass: ImportPass): AsyncGenerator<ConcordanceEntry> {
    this.#rows = 0
    this.#unreadable = 0
    let codes = 0
    for await (const { read } of this.#items()) {
      this.#rows++
      if ('error' in read) this.#unreadable++
      else for (const code of read.value.codes) yield { ...code, set: read.value.set }
      codes += 'error' in read ? 1 : read.value.codes.length
      if (pass === 'write' || codes < CODES_PER_TURN) continue
      codes = 0
      await giveTurn()
    }
  }

  async *#items(): AsyncGenerator<{
    readonly line: number | undefined
    readonly read: { readonly value: ConcordanceSetInput } | { readonly error: JobError }
  }> {
    for (let part = 0; part < this.#run.job.progress.partsTotal; part++) {
      for (const item of await this.#run.input(part)) {
        yield { line: item.line, read: readItem(item) as { value: ConcordanceSetInput } | { error: JobError } }
      }
    }
  }

  #reportProgress({ phase }: ConcordanceProgress): void {
    if (phase === 'remove' || this.#clock() - this.#reportedAt < PROGRESS_MILLISECONDS) return
    this.#reportedAt = this.#clock()
    const counts: JobCounts =
      phase === 'check'
        ? { checked: this.#rows, processed: 0 }
        : { checked: this.#run.job.progress.total, processed: this.#rows }
    // Ignore failed writes of progress: the signal reports problems of the job.
    this.#reporting = this.#reporting.then(() => this.#run.reportProgress(counts)).catch(() => undefined)
  }

  /** Stores what would be removed. The job then fails. */
  async #storeLoss({ codes, ...numbers }: ConcordanceLoss): Promise<false> {
    await this.#reporting
    const rows: ConcordanceRow[] = [{ outcome: 'loss', ...numbers }]
    for await (const code of codes()) {
      if (rows.length > MAX_ENDING_CODES) break
      rows.push({ outcome: 'ending', ...code })
    }
    await this.#run.commit({ rows, counts: { processed: 0, ending: numbers.ending } })
    return false
  }

  /** Says why no row of a file could be used. */
  async #reasonOf(error: unknown): Promise<unknown> {
    if (this.#rows === 0 || this.#unreadable < this.#rows) return error
    for await (const { line, read } of this.#items()) {
      if (!('error' in read)) continue
      const place = line === undefined ? 'The first row' : `Line ${line}`
      return new RegistryError(
        'validation_failed',
        `None of the ${this.#rows} rows has a code with a set, so nothing was stored. ${place}: ${read.error.message}`,
      )
    }
    return error
  }

  async #storeResults({ rejections, ...report }: ConcordanceReport): Promise<void> {
    const [rows, unreadable] = [this.#rows, this.#unreadable]
    const { added, changed, removed, records, codes, contradictions, rejected } = report
    const counts = { processed: rows, unreadable, added, changed, removed, records, codes, contradictions, rejected }
    let batch: ConcordanceRow[] = []
    const commit = async (): Promise<void> => {
      await this.#run.commit({ rows: batch, counts })
      batch = []
    }
    for await (const row of this.#unusedRows(rejections)) {
      batch.push(row)
      if (batch.length === ITEMS_PER_PART) await commit()
    }
    let listed = 0
    let more = false
    for await (const each of this.#registry.concordanceContradictions({ signal: this.#run.signal })) {
      if (each.concordance !== report.name && !('other' in each && each.other === report.name)) continue
      more = listed === MAX_CONTRADICTIONS
      if (more) break
      listed++
      batch.push({ outcome: 'contradiction', ...each })
      if (batch.length === ITEMS_PER_PART) await commit()
    }
    batch.push({ outcome: 'stored', ...report, rows, unreadable, listed, more })
    await commit()
  }

  /** Yields the rows without a set, and the first entries that the registry rejected. */
  async *#unusedRows(rejections: ConcordanceReport['rejections']): AsyncGenerator<ConcordanceRow> {
    if (this.#unreadable === 0 && rejections.length === 0) return
    const messages = new Map(rejections.map(({ index, message }) => [index, message]))
    let index = 0
    for await (const { line, read } of this.#items()) {
      const place = defined({ line })
      if ('error' in read) {
        yield { outcome: 'unreadable', ...place, error: read.error }
        continue
      }
      for (const _ of read.value.codes) {
        const message = messages.get(index++)
        if (message !== undefined) yield { outcome: 'rejected', ...place, message }
      }
    }
  }
}
