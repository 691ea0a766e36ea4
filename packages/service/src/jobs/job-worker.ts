import { CodedError } from '@utpid/core/codes'
import type { Clock } from '@utpid/core/operations'
import { defined, keyParts, numberPart, type StoredRow } from '@utpid/core/storage'
import type { Job, JobDue, JobKind } from '../model/job.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowName, ServiceStore } from '../store/service-store.ts'
import { type JobHandler, JobInterrupted } from './job-handler.ts'
import { dueKey, endingWrites, isOver, type JobEnd, jobWrites } from './job-rows.ts'
import { jobErrorOf, LEASE_MILLISECONDS, LeasedJob } from './leased-job.ts'

/** Calls a function at an interval until the returned function is called. */
export type Every = (milliseconds: number, run: () => void) => () => void

/** Options of a job worker. */
export interface JobWorkerOptions {
  readonly store: ServiceStore
  readonly handlers: readonly JobHandler[]
  /** Milliseconds since 1970. Workers of one store must agree to a few seconds. Default: the system clock. */
  readonly clock?: Clock
  /** Default: timers that do not keep the process alive. */
  readonly every?: Every
  /** Concurrent jobs. Default: 2. */
  readonly concurrency?: number
  /** Receives errors that no account receives: errors of handlers, and errors of a store that does not respond. */
  readonly onError?: (error: unknown, job?: Job) => void
  /** Called for each job that ends in this worker. */
  readonly onEnd?: (job: Pick<Job, 'kind' | 'status'>) => void
}

const POLL_MILLISECONDS = 1_000
const RENEWAL_MILLISECONDS = 5_000
const CONCURRENCY = 2
const DUE_PAGE = 100
/** Maximum attempts of a job that makes no progress and fails with an internal error. */
const MAX_FAILURES = 3
/** Maximum attempts of a job whose workers die. The job is not always the cause. */
const MAX_WORKER_DEATHS = 10
const RETRY_MILLISECONDS = 2_000
const RETRY_FACTOR = 5
/** Temporary errors that the job did not cause. */
const TRANSIENT: ReadonlySet<string> = new Set(['unavailable', 'storage_locked', 'generation_open', 'closed'])
const TRANSIENT_MILLISECONDS = 5_000

/**
 * Runs jobs, together with other workers of the same store. The worker looks for due jobs whenever a job is written,
 * and every second. The worker renews its leases every 5 s; a lease expires after 15 s.
 */
export class JobWorker {
  readonly #store: ServiceStore
  readonly #clock: Clock
  readonly #handlers: ReadonlyMap<JobKind, JobHandler>
  readonly #concurrency: number
  readonly #every: Every
  readonly #onError: (error: unknown, job?: Job) => void
  readonly #onEnd: (job: Pick<Job, 'kind' | 'status'>) => void
  readonly #running = new Map<string, { readonly leased: LeasedJob; readonly done: Promise<void> }>()
  #unsubscribes: (() => void)[] = []
  #polling: Promise<void> | undefined
  #pollsAgain = false
  #isStopped = false

  constructor({ store, handlers, clock = Date.now, every = unrefEvery, ...rest }: JobWorkerOptions) {
    this.#store = store
    this.#clock = clock
    this.#every = every
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]))
    this.#concurrency = rest.concurrency ?? CONCURRENCY
    this.#onError = rest.onError ?? (() => undefined)
    this.#onEnd = rest.onEnd ?? (() => undefined)
  }

  /** Starts looking for jobs. */
  start(): void {
    if (this.#unsubscribes.length > 0 || this.#isStopped) return
    this.#unsubscribes = [
      this.#store.onWrite((row) => this.#onWrite(row)),
      this.#every(POLL_MILLISECONDS, () => void this.poll()),
      this.#every(RENEWAL_MILLISECONDS, () => void this.renew()),
    ]
    void this.poll()
  }

  /** Finds jobs that are due and starts them. Called automatically after `start`. */
  poll(): Promise<void> {
    if (this.#polling !== undefined) {
      this.#pollsAgain = true
      return this.#polling
    }
    this.#polling = this.#pollOnce()
      .catch((error: unknown) => this.#onError(error))
      .finally(() => {
        this.#polling = undefined
        if (!this.#pollsAgain) return
        this.#pollsAgain = false
        void this.poll()
      })
    return this.#polling
  }

  /** Renews the leases of all running jobs, and detects cancelled jobs. */
  async renew(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ leased }) => leased.renew()))
  }

  /** Resolves when this worker runs no job. */
  async idle(): Promise<void> {
    while (this.#polling !== undefined || this.#running.size > 0) {
      await this.#polling
      await Promise.all([...this.#running.values()].map(({ done }) => done))
    }
  }

  /** Starts no more jobs, stops the running ones between two parts, and returns them to the queue for other workers. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#unsubscribes.splice(0)) end()
    await this.#polling
    for (const { leased } of this.#running.values()) leased.interrupt('stopped')
    await this.idle()
  }

  #onWrite(row: RowName | undefined): void {
    if (row?.table === 'jobs') void this.#running.get(row.key)?.leased.checkCancellation()
    if (row !== undefined && row.table !== 'jobs_due') return
    // Most writes of this table only set a lease, so poll only if the job is due.
    if (row === undefined || Number(keyParts(row.key)[0]) <= this.#clock()) void this.poll()
  }

  async #pollOnce(): Promise<void> {
    let after: string | undefined
    for (;;) {
      const before = numberPart(this.#clock() + 1)
      const due = await this.#store.range('jobs_due', {
        ...defined({ after }),
        before,
        limit: DUE_PAGE,
      })
      for (const each of due) {
        if (this.#isStopped || this.#running.size >= this.#concurrency) return
        if (!this.#running.has(each.row.jobId)) await this.#claim(each)
        after = each.key
      }
      if (due.length < DUE_PAGE) return
    }
  }

  async #claim(due: StoredRow<JobDue>): Promise<void> {
    const { jobId } = due.row
    const [stored] = await this.#store.read('jobs', [jobId])
    if (stored === undefined || isOver(stored.row) || dueKey(stored.row) !== due.key) {
      await this.#store.write([{ table: 'jobs_due', key: due.key, row: undefined, expect: due.revision }])
      return
    }
    const job = stored.row
    const handler = this.#handlers.get(job.kind)
    if (handler === undefined) return
    if (job.status === 'cancelling') return await this.#end(stored, 'cancelled')
    const now = this.#clock()
    if (Date.parse(job.expiresAt) <= now) {
      const message = 'No worker processed the job before its input expired; send it again.'
      return await this.#end(stored, 'failed', { code: 'results_expired', message })
    }
    if (job.attempts >= MAX_WORKER_DEATHS) {
      this.#onError(new Error(`Workers of the job ${jobId} died ${MAX_WORKER_DEATHS} times.`), job)
      return await this.#end(stored, 'failed', jobErrorOf(undefined))
    }
    const until = new Date(now + LEASE_MILLISECONDS).toISOString()
    const claimed: Job = {
      ...job,
      status: 'running',
      startedAt: job.startedAt ?? new Date(now).toISOString(),
      // Each claim has a new name, so that a later claim by the same worker is distinct.
      lease: { worker: newRowId(this.#clock), until },
      attempts: job.attempts + 1,
    }
    if ((await this.#store.write(jobWrites(stored, claimed))) !== undefined) return
    const [claimedRow] = await this.#store.read('jobs', [jobId])
    if (claimedRow === undefined || claimedRow.row.lease?.worker !== claimed.lease?.worker) return
    const leased = new LeasedJob(this.#store, this.#clock, claimedRow)
    const done = this.#run(handler, leased).finally(() => {
      this.#running.delete(jobId)
      if (!this.#isStopped) void this.poll()
    })
    this.#running.set(jobId, { leased, done })
  }

  async #run(handler: JobHandler, leased: LeasedJob): Promise<void> {
    try {
      try {
        await handler.run(leased)
        await this.#finish(leased, { status: 'completed' })
      } catch (error) {
        await this.#handleFailure(leased, error)
      }
    } catch (error) {
      // The store does not respond; the lease expires by itself.
      this.#onError(error, leased.job)
    }
  }

  async #handleFailure(leased: LeasedJob, error: unknown): Promise<void> {
    const { interruption, job } = leased
    if (interruption === 'lost') return
    if (interruption === 'cancelled') return await this.#finish(leased, { status: 'cancelled' })
    if (interruption === 'stopped') return await leased.release(0, Math.max(0, job.attempts - 1))
    if (error instanceof JobInterrupted) return
    if (error instanceof CodedError) {
      if (!TRANSIENT.has(error.code)) return await this.#finish(leased, { status: 'failed', error: jobErrorOf(error) })
      this.#onError(error, job)
      return await leased.release(TRANSIENT_MILLISECONDS, Math.max(0, job.attempts - 1))
    }
    this.#onError(error, job)
    if (job.attempts >= MAX_FAILURES) return await this.#finish(leased, { status: 'failed', error: jobErrorOf(error) })
    await leased.release(RETRY_MILLISECONDS * RETRY_FACTOR ** (job.attempts - 1), job.attempts)
  }

  async #finish(leased: LeasedJob, end: JobEnd): Promise<void> {
    if (await leased.end(end)) this.#onEnd({ kind: leased.job.kind, status: end.status })
  }

  async #end(stored: StoredRow<Job>, status: 'cancelled' | 'failed', error?: Job['error']): Promise<void> {
    const end = { status, ...defined({ error }) }
    const { writes } = await endingWrites(this.#store, this.#clock, stored, end)
    // After a conflict, another worker has the job or will find the job again.
    if ((await this.#store.write(writes)) === undefined) this.#onEnd({ kind: stored.row.kind, status })
  }
}

const unrefEvery: Every = (milliseconds, run) => {
  const timer = setInterval(run, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
