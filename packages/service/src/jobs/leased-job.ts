import { RegistryError } from '@utpid/core'
import { CodedError } from '@utpid/core/codes'
import type { Clock } from '@utpid/core/operations'
import { numberPart, rowKey, type StoredRow } from '@utpid/core/storage'
import { ServiceError } from '../errors/service-error.ts'
import type { InputItem, Job, JobCounts, JobError, JobFindings } from '../model/job.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { type Interruption, JobInterrupted, type JobRun } from './job-handler.ts'
import { endingWrites, inputKey, isOver, type JobEnd, jobWrites } from './job-rows.ts'

/** Milliseconds after which other workers may take the job of a dead worker. */
export const LEASE_MILLISECONDS = 15_000
const MAX_ATTEMPTS = 20

/**
 * A job leased by a worker. Each write requires the revision of the worker's previous write of the job. A worker
 * therefore cannot write to a job that another worker has taken over.
 */
export class LeasedJob implements JobRun {
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #aborter = new AbortController()
  #stored: StoredRow<Job>
  /** Each write waits for this previous write, so that writes do not overlap. */
  #lastWrite: Promise<unknown> = Promise.resolve()

  constructor(store: ServiceStore, clock: Clock, stored: StoredRow<Job>) {
    this.#store = store
    this.#clock = clock
    this.#stored = stored
  }

  get job(): Job {
    return this.#stored.row
  }

  get signal(): AbortSignal {
    return this.#aborter.signal
  }

  async input(part: number): Promise<readonly InputItem[]> {
    this.#throwIfInterrupted()
    const [stored] = await this.#store.read('job_inputs', [inputKey(this.job, part)])
    if (stored === undefined) {
      throw new ServiceError(
        'results_expired',
        `The input of the job ${this.job.id} is no longer stored; send the input again.`,
      )
    }
    return stored.row.items
  }

  async commit({ rows, counts }: { readonly rows: readonly unknown[]; readonly counts: JobCounts }): Promise<void> {
    const done = this.job.progress.partsDone
    const results: RowWrite[] = [{ table: 'job_results', key: rowKey(this.job.id, numberPart(done)), row: { rows } }]
    await this.#change(
      (job) => ({ ...job, progress: { ...job.progress, partsDone: done + 1, counts }, attempts: 1 }),
      results,
      // The write succeeded but its response was lost.
      ({ progress }) => progress.partsDone > done,
    )
  }

  reportProgress(counts: JobCounts): Promise<void> {
    return this.#change((job) => ({ ...job, progress: { ...job.progress, counts }, attempts: 1 }))
  }

  storeFindings(findings: JobFindings): Promise<void> {
    return this.#change((job) => ({ ...job, findings }))
  }

  restart(): Promise<void> {
    return this.#change((job) => ({ ...job, progress: { ...job.progress, partsDone: 0, counts: {} } }))
  }

  /** Renews the lease and detects a cancellation. */
  async renew(): Promise<void> {
    await this.#change((job) => job).catch((error: unknown) => {
      if (error instanceof JobInterrupted) return
      // The lease could not be renewed, so another worker may have taken the job.
      if (Date.parse(this.job.lease?.until ?? '') <= this.#clock()) this.interrupt('lost')
    })
  }

  /** Detects a cancellation. Called after any write of the job, mostly a write by this worker. */
  async checkCancellation(): Promise<void> {
    const [stored] = await this.#store.read('jobs', [this.job.id]).catch(() => [])
    if (stored?.row.status === 'cancelling') this.interrupt('cancelled')
  }

  interrupt(interruption: Interruption): void {
    if (!this.#aborter.signal.aborted) this.#aborter.abort(new JobInterrupted(interruption))
  }

  get interruption(): Interruption | undefined {
    const reason: unknown = this.#aborter.signal.reason
    return reason instanceof JobInterrupted ? reason.interruption : undefined
  }

  /** Ends the job. @returns false if another worker has the job. */
  async end(end: JobEnd): Promise<boolean> {
    let isEnded = false
    await this.#serialize(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        // If all parts are stored, a cancelled job ends as completed.
        const { writes } = await endingWrites(this.#store, this.#clock, this.#stored, end)
        isEnded = (await this.#store.write(writes)) === undefined
        if (isEnded || !(await this.#reload())) return
      }
    })
    return isEnded
  }

  /**
   * Releases the lease.
   *
   * @param delay - Milliseconds until the next attempt.
   */
  release(delay: number, attempts: number): Promise<void> {
    return this.#serialize(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const { lease: _, ...rest } = this.job
        const status = rest.status === 'cancelling' ? 'cancelling' : 'queued'
        const dueAt = new Date(this.#clock() + delay).toISOString()
        const writes = jobWrites(this.#stored, { ...rest, status, dueAt, attempts })
        if ((await this.#store.write(writes)) === undefined || !(await this.#reload())) return
      }
    })
  }

  #change(change: (job: Job) => Job, others: readonly RowWrite[] = [], isDone?: (job: Job) => boolean): Promise<void> {
    return this.#serialize(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        // Results that are ready at a stop or a cancellation are still stored.
        if (this.interruption === 'lost') this.#throwIfInterrupted()
        const until = new Date(this.#clock() + LEASE_MILLISECONDS).toISOString()
        const changed = { ...change(this.job), lease: { worker: this.job.lease?.worker ?? '', until } }
        const refused = await this.#store.write([...jobWrites(this.#stored, changed), ...others])
        if (!(await this.#reload())) break
        if (refused === undefined || isDone?.(this.job) === true) {
          this.#throwIfInterrupted()
          return
        }
        if (this.job.status === 'cancelling') this.interrupt('cancelled')
      }
      this.#throwIfInterrupted()
      throw new RegistryError('unavailable', `Too many concurrent changes of the job ${this.job.id}.`)
    })
  }

  /** Reads the job again. @returns whether this worker still leases the job. */
  async #reload(): Promise<boolean> {
    const [stored] = await this.#store.read('jobs', [this.job.id])
    if (stored === undefined || isOver(stored.row) || stored.row.lease?.worker !== this.job.lease?.worker) {
      this.interrupt('lost')
      return false
    }
    this.#stored = stored
    if (stored.row.status === 'cancelling') this.interrupt('cancelled')
    return true
  }

  #throwIfInterrupted(): void {
    this.#aborter.signal.throwIfAborted()
  }

  #serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#lastWrite.then(work)
    this.#lastWrite = next.catch(() => undefined)
    return next
  }
}

/** Converts an error for the job's account, without details of internal errors. */
export function jobErrorOf(error: unknown): JobError {
  if (error instanceof CodedError) return { code: error.code, message: error.message }
  return {
    code: 'internal_error',
    message: 'An internal error of the service; ask its operator and give the id of the job.',
  }
}
