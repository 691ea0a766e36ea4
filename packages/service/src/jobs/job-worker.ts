import { type Clock, RegistryError } from '@utpid/core'
import { keyParts, numberPart, type StoredRow } from '@utpid/core/storage'
import type { Job, JobDue, JobKind } from '../model/job.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowName, ServiceStore } from '../store/service-store.ts'
import { type JobHandler, JobInterrupted } from './job-handler.ts'
import { dueKey, endingWrites, isOver, type JobEnd, jobWrites } from './job-rows.ts'
import { jobErrorOf, LEASE_MILLISECONDS, LeasedJob } from './leased-job.ts'

/** Runs something again and again until what it gives is called. */
export type Every = (milliseconds: number, run: () => void) => () => void

/** What does jobs, and how many at once. */
export interface JobWorkerOptions {
  readonly store: ServiceStore
  readonly handlers: readonly JobHandler[]
  /** Milliseconds since 1970; workers of one store should agree to a few seconds. The system's unless given. */
  readonly clock?: Clock
  /** Timers that do not keep the process alive unless given. */
  readonly every?: Every
  /** Jobs at the same time: 2 unless given. */
  readonly concurrency?: number
  /** Told of errors that no account is told of: faults of handlers, and a store that does not answer. */
  readonly onError?: (error: unknown, job?: Job) => void
  /** Told of each job that ended here. */
  readonly onEnd?: (job: Pick<Job, 'kind' | 'status'>) => void
}

const POLL_MILLISECONDS = 1_000
const RENEWAL_MILLISECONDS = 5_000
const CONCURRENCY = 2
const DUE_PAGE = 100
/** Times that a job is begun which fails by a fault and gets no further. */
const TRIES = 3
/** The same when its workers die: not always by its own fault. */
const DEATHS = 10
const RETRY_MILLISECONDS = 2_000
const RETRY_FACTOR = 5
/** What may be better in a while; nothing is wrong with the job. */
const TRANSIENT: ReadonlySet<string> = new Set(['unavailable', 'storage_locked', 'generation_open', 'closed'])
const TRANSIENT_MILLISECONDS = 5_000

/**
 * Does jobs, beside other workers of the same store. It looks for one whenever a job is written, and each second. It
 * says every 5 s that it is alive; its jobs are others' 15 s after it last did.
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
  #ends: (() => void)[] = []
  #looking: Promise<void> | undefined
  #looksAgain = false
  #isStopped = false

  constructor({ store, handlers, clock = Date.now, every = unheldEvery, ...rest }: JobWorkerOptions) {
    this.#store = store
    this.#clock = clock
    this.#every = every
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]))
    this.#concurrency = rest.concurrency ?? CONCURRENCY
    this.#onError = rest.onError ?? (() => undefined)
    this.#onEnd = rest.onEnd ?? (() => undefined)
  }

  /** Begins to look for jobs. */
  start(): void {
    if (this.#ends.length > 0 || this.#isStopped) return
    this.#ends = [
      this.#store.onWrite((row) => this.#hear(row)),
      this.#every(POLL_MILLISECONDS, () => void this.look()),
      this.#every(RENEWAL_MILLISECONDS, () => void this.renew()),
    ]
    void this.look()
  }

  /** Looks for jobs that are due and begins them. Called by itself once it was started. */
  look(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#looksAgain = true
      return this.#looking
    }
    this.#looking = this.#lookOnce()
      .catch((error: unknown) => this.#onError(error))
      .finally(() => {
        this.#looking = undefined
        if (!this.#looksAgain) return
        this.#looksAgain = false
        void this.look()
      })
    return this.#looking
  }

  /** Says of all jobs here that they are worked on, and hears which are not to be any more. */
  async renew(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ leased }) => leased.renew()))
  }

  /** When nothing runs here any more. */
  async idle(): Promise<void> {
    while (this.#looking !== undefined || this.#running.size > 0) {
      await this.#looking
      await Promise.all([...this.#running.values()].map(({ done }) => done))
    }
  }

  /** Begins nothing more, ends what runs between two parts, and gives it back for others to go on with at once. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#ends.splice(0)) end()
    await this.#looking
    for (const { leased } of this.#running.values()) leased.interrupt('stopped')
    await this.idle()
  }

  #hear(row: RowName | undefined): void {
    if (row?.table === 'jobs') void this.#running.get(row.key)?.leased.hear()
    if (row !== undefined && row.table !== 'jobs_due') return
    // Most of what is written there is leases, of others and of this one.
    if (row === undefined || Number(keyParts(row.key)[0]) <= this.#clock()) void this.look()
  }

  async #lookOnce(): Promise<void> {
    let after: string | undefined
    for (;;) {
      const before = numberPart(this.#clock() + 1)
      const due = await this.#store.range('jobs_due', {
        ...(after === undefined ? {} : { after }),
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
      const message = 'Nobody did it while its input was kept; send it again.'
      return await this.#end(stored, 'failed', { code: 'results_expired', message })
    }
    if (job.attempts >= DEATHS) {
      this.#onError(new Error(`Workers of the job ${jobId} died ${DEATHS} times.`), job)
      return await this.#end(stored, 'failed', jobErrorOf(undefined))
    }
    const until = new Date(now + LEASE_MILLISECONDS).toISOString()
    const claimed: Job = {
      ...job,
      status: 'running',
      startedAt: job.startedAt ?? new Date(now).toISOString(),
      // A name of its own for each claim, so that the same worker is another one when it comes again.
      lease: { worker: newRowId(this.#clock), until },
      attempts: job.attempts + 1,
    }
    if ((await this.#store.write(jobWrites(stored, claimed))) !== undefined) return
    const [own] = await this.#store.read('jobs', [jobId])
    if (own === undefined || own.row.lease?.worker !== claimed.lease?.worker) return
    const leased = new LeasedJob(this.#store, this.#clock, own)
    const done = this.#run(handler, leased).finally(() => {
      this.#running.delete(jobId)
      if (!this.#isStopped) void this.look()
    })
    this.#running.set(jobId, { leased, done })
  }

  async #run(handler: JobHandler, leased: LeasedJob): Promise<void> {
    try {
      try {
        await handler.run(leased)
        await this.#finish(leased, { status: 'completed' })
      } catch (error) {
        await this.#settle(leased, error)
      }
    } catch (error) {
      // The store does not answer: the lease ends by itself.
      this.#onError(error, leased.job)
    }
  }

  async #settle(leased: LeasedJob, error: unknown): Promise<void> {
    const { interruption, job } = leased
    if (interruption === 'lost') return
    if (interruption === 'cancelled') return await this.#finish(leased, { status: 'cancelled' })
    if (interruption === 'stopped') return await leased.giveBack(0, Math.max(0, job.attempts - 1))
    if (error instanceof JobInterrupted) return
    if (error instanceof RegistryError) {
      if (!TRANSIENT.has(error.code)) return await this.#finish(leased, { status: 'failed', error: jobErrorOf(error) })
      this.#onError(error, job)
      return await leased.giveBack(TRANSIENT_MILLISECONDS, Math.max(0, job.attempts - 1))
    }
    this.#onError(error, job)
    if (job.attempts >= TRIES) return await this.#finish(leased, { status: 'failed', error: jobErrorOf(error) })
    await leased.giveBack(RETRY_MILLISECONDS * RETRY_FACTOR ** (job.attempts - 1), job.attempts)
  }

  async #finish(leased: LeasedJob, end: JobEnd): Promise<void> {
    if (await leased.end(end)) this.#onEnd({ kind: leased.job.kind, status: end.status })
  }

  async #end(stored: StoredRow<Job>, status: 'cancelled' | 'failed', error?: Job['error']): Promise<void> {
    const end = { status, ...(error === undefined ? {} : { error }) }
    const { writes } = await endingWrites(this.#store, this.#clock, stored, end)
    // Refused: somebody else has it, or will find it again.
    if ((await this.#store.write(writes)) === undefined) this.#onEnd({ kind: stored.row.kind, status })
  }
}

const unheldEvery: Every = (milliseconds, run) => {
  const timer = setInterval(run, milliseconds)
  timer.unref()
  return () => clearInterval(timer)
}
