import { type Clock, RegistryError } from '@utpid/core'
import { keyPrefix, numberPart, READ_MOST, rowKey, type StoredRow } from '@utpid/core/storage'
import { RESULTS_CURSOR, ROW_CURSOR } from '../input/cursor-forms.ts'
import type { InputItem, Job, JobKind, JobOptions } from '../model/job.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import {
  accountJobKey,
  accountJobPrefix,
  dueKey,
  endingWrites,
  inputKey,
  isOver,
  type JobEnd,
  jobWrites,
  tallyWrite,
} from './job-rows.ts'
import { PartWriter } from './part-writer.ts'
import { RENEWAL_MILLISECONDS, UploadPlace } from './upload-place.ts'

/** Days that inputs and results of a job are kept. */
export const RESULT_DAYS = 30
const DAY = 86_400_000
const ATTEMPTS = 50
const PAGE_MOST = 1_000

/** A job to be made. */
export interface NewJob {
  /** The same id again is the same job, so that a request that is repeated makes one. New unless given. */
  readonly id?: string
  /** Absent: of the operator. */
  readonly accountId?: string
  readonly kind: JobKind
  /** Asked for when all inputs were read. */
  readonly options?: () => JobOptions
  readonly inputs?: AsyncIterable<InputItem> | Iterable<InputItem>
  /** Inputs of one part of it: 500 unless given. */
  readonly itemsPerPart?: number
  /** Jobs of the account that may be unfinished, this one included: `plan.jobs`. Any number unless given. */
  readonly limit?: number
  /** See {@link Job.resultsAtEnd}. */
  readonly resultsAtEnd?: true
}

/** A page of jobs. */
export interface JobList {
  readonly jobs: readonly Job[]
  /** Give it to get the next ones; absent when there are none. */
  readonly cursor?: string
}

/** A page of what a job made. */
export interface JobResults {
  readonly rows: readonly unknown[]
  /** Give it to get the next ones; absent when these are all there will ever be. */
  readonly cursor?: string
}

/** Jobs as their account sees them. Who does them is a `JobWorker`, in this process or another. */
export class Jobs {
  readonly #store: ServiceStore
  readonly #clock: Clock

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * Makes a job of inputs that are still coming. It is there, for its account and for workers, when all of them are.
   *
   * @throws `too_many_jobs`; whatever reading the inputs throws. There is no job then.
   */
  async create({ accountId, kind, options, inputs = [], ...rest }: NewJob): Promise<Job> {
    const { id = newRowId(this.#clock) } = rest
    const [known] = await this.#store.read('jobs', [id])
    if (known !== undefined) return known.row
    const { limit } = rest
    const place =
      accountId === undefined || limit === undefined
        ? undefined
        : await UploadPlace.take(this.#store, this.#clock, accountId, limit)
    // Of an id that comes again: who was taken for dead may still be sending.
    const upload = rest.id === undefined ? {} : { upload: newRowId(this.#clock) }
    const parts = new PartWriter(this.#store, (part) => inputKey({ id, ...upload }, part), rest.itemsPerPart)
    // Also while no item comes, since another upload of the account is read.
    const renewal = setInterval(() => void place?.keep().catch(() => undefined), RENEWAL_MILLISECONDS)
    renewal.unref()
    try {
      for await (const item of inputs) {
        await parts.add(item)
        await place?.keep()
      }
      await parts.end()
      const at = new Date(this.#clock()).toISOString()
      const job: Job = {
        id,
        ...(accountId === undefined ? {} : { accountId }),
        kind,
        ...upload,
        status: 'queued',
        createdAt: at,
        expiresAt: new Date(this.#clock() + RESULT_DAYS * DAY).toISOString(),
        options: options?.() ?? {},
        progress: { parts: 0, partsTotal: parts.parts, total: parts.total, counts: {} },
        dueAt: at,
        attempts: 0,
        ...(rest.resultsAtEnd === undefined ? {} : { resultsAtEnd: rest.resultsAtEnd }),
      }
      const made = await this.#insert(job, {
        ...(limit === undefined ? {} : { limit }),
        ...(place && { upload: place.id }),
      })
      // The same request was faster.
      if (made.upload !== job.upload) await this.#forgetInputs(job)
      return made
    } catch (error) {
      await this.#forgetInputs({ id, ...upload })
      throw error
    } finally {
      clearInterval(renewal)
      // If it cannot be told, the place is free in a minute.
      await place?.leave().catch(() => undefined)
    }
  }

  /** @throws `job_not_found`, also for a job of another account or kind. */
  async get(accountId: string | undefined, kind: JobKind, id: string): Promise<Job> {
    return (await this.#stored(accountId, kind, id)).row
  }

  /** Newest first. */
  async list(
    accountId: string | undefined,
    kind: JobKind,
    { limit = 20, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<JobList> {
    const prefix = accountJobPrefix(accountId, kind)
    const rows = await this.#store.range('account_jobs', {
      prefix,
      ...(cursor === undefined ? {} : { before: `${prefix}${idOfCursor(cursor)}` }),
      limit: Math.min(limit, PAGE_MOST) + 1,
      descending: true,
    })
    const shown = rows.slice(0, Math.min(limit, PAGE_MOST)).map(({ row }) => row.jobId)
    const stored = await this.#store.read('jobs', shown)
    const jobs = stored.flatMap((job) => (job === undefined ? [] : [job.row]))
    const last = shown.at(-1)
    return rows.length > shown.length && last !== undefined ? { jobs, cursor: last } : { jobs }
  }

  /** Of all accounts, newest first: for the operator. */
  async listAll({ limit = 20, cursor }: { readonly limit?: number; readonly cursor?: string } = {}): Promise<JobList> {
    const most = Math.min(limit, PAGE_MOST)
    const before = cursor === undefined ? {} : { before: idOfCursor(cursor) }
    const rows = await this.#store.range('jobs', { ...before, limit: most + 1, descending: true })
    const jobs = rows.slice(0, most).map(({ row }) => row)
    const last = jobs.at(-1)
    return rows.length > most && last !== undefined ? { jobs, cursor: last.id } : { jobs }
  }

  /** Of any account: for the operator. @throws `job_not_found` */
  async find(id: string): Promise<Job> {
    const [stored] = isRowId(id) ? await this.#store.read('jobs', [id]) : []
    if (stored === undefined) throw noJob()
    return stored.row
  }

  /**
   * Ends a job that nobody works on; tells the worker of one that runs, which ends it between two parts. Again is the
   * same.
   *
   * @throws `job_not_found`; `job_finished` for one that completed or failed.
   */
  async cancel(accountId: string | undefined, kind: JobKind, id: string): Promise<Job> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await this.#stored(accountId, kind, id)
      const { status } = stored.row
      if (status === 'cancelled' || status === 'cancelling') return stored.row
      if (isOver(stored.row)) {
        throw new RegistryError('job_finished', `The job ${id} is ${status}; there is nothing left to cancel.`)
      }
      const { job, writes } = await this.#cancelled(stored)
      if ((await this.#store.write(writes)) === undefined) return job
    }
    throw tooBusy(id)
  }

  /**
   * What a job has made so far, in the order of its input; also while it runs.
   *
   * @param cursor - Of an earlier answer; from the beginning unless given.
   * @throws `job_not_found`, `results_expired`, `invalid_cursor`.
   */
  async results(
    accountId: string | undefined,
    kind: JobKind,
    id: string,
    { limit = PAGE_MOST, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<JobResults> {
    const job = await this.get(accountId, kind, id)
    const most = Math.min(limit, PAGE_MOST)
    let [part, from] = positionOfCursor(cursor)
    const rows: unknown[] = []
    const shown = job.resultsAtEnd === true && job.status !== 'completed' ? 0 : job.progress.parts
    while (rows.length < most && part < shown) {
      const [stored] = await this.#store.read('job_results', [rowKey(id, numberPart(part))])
      if (stored === undefined || Date.parse(job.expiresAt) <= this.#clock()) throw expired(job)
      const taken = stored.row.rows.slice(from, from + most - rows.length)
      rows.push(...taken)
      from += taken.length
      if (from >= stored.row.rows.length) {
        part++
        from = 0
      }
    }
    if (part >= shown && isOver(job)) return { rows }
    return { rows, cursor: `${part}.${from}` }
  }

  /** @throws `unavailable` when others change the job or its account all the time. */
  async #insert(job: Job, place: { readonly limit?: number; readonly upload?: string }): Promise<Job> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const writes: RowWrite[] = [
        { table: 'jobs', key: job.id, row: job, expect: 'absent' },
        { table: 'jobs_due', key: dueKey(job), row: { jobId: job.id } },
        { table: 'account_jobs', key: accountJobKey(job), row: { jobId: job.id } },
      ]
      if (job.accountId !== undefined) {
        writes.push(await tallyWrite(this.#store, this.#clock, job.accountId, 1, place))
      }
      const refused = await this.#store.write(writes)
      if (refused === undefined) return job
      const [known] = await this.#store.read('jobs', [job.id])
      // The same request was faster, with the same inputs.
      if (known !== undefined) return known.row
    }
    throw tooBusy(job.id)
  }

  async #stored(accountId: string | undefined, kind: JobKind, id: string): Promise<StoredRow<Job>> {
    const [stored] = isRowId(id) ? await this.#store.read('jobs', [id]) : []
    if (stored === undefined || stored.row.accountId !== accountId || stored.row.kind !== kind) {
      throw noJob()
    }
    return stored
  }

  async #cancelled(stored: StoredRow<Job>): Promise<{ job: Job; writes: RowWrite[] }> {
    if (stored.row.lease === undefined) {
      const end: JobEnd = { status: 'cancelled' }
      return await endingWrites(this.#store, this.#clock, stored, end)
    }
    const job: Job = { ...stored.row, status: 'cancelling' }
    return { job, writes: jobWrites(stored, job) }
  }

  /** What is not reached now is deleted when it is old. */
  async #forgetInputs({ id, upload }: Pick<Job, 'id' | 'upload'>): Promise<void> {
    try {
      // The answer may have been lost, and not the job.
      const [known] = await this.#store.read('jobs', [id])
      if (known !== undefined && known.row.upload === upload) return
      const prefix = upload === undefined ? keyPrefix(id) : keyPrefix(id, upload)
      while ((await this.#store.deleteRange('job_inputs', { prefix, limit: READ_MOST })) === READ_MOST);
    } catch {
      return
    }
  }
}

function positionOfCursor(cursor: string | undefined): [part: number, row: number] {
  if (cursor === undefined) return [0, 0]
  const [, part, row] = RESULTS_CURSOR.exec(cursor) ?? []
  if (part === undefined || row === undefined) throw wrongCursor()
  return [Number(part), Number(row)]
}

function idOfCursor(cursor: string): string {
  if (!isRowId(cursor)) throw wrongCursor()
  return cursor
}

function isRowId(text: string): boolean {
  return ROW_CURSOR.test(text)
}

function noJob(): RegistryError {
  return new RegistryError('job_not_found', 'There is no such job; the list of jobs has the ids of yours.')
}

function wrongCursor(): RegistryError {
  return new RegistryError('invalid_cursor', 'The cursor is none that a list of jobs or results gave; begin without.')
}

function expired({ id, expiresAt }: Job): RegistryError {
  return new RegistryError(
    'results_expired',
    `The results of the job ${id} were kept until ${expiresAt}; send its inputs again.`,
  )
}

function tooBusy(id: string): RegistryError {
  return new RegistryError('unavailable', `The job ${id} is changed by too many at once; try again.`, {
    details: { reason: 'conflict' },
  })
}
