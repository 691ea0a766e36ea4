import { RegistryError } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import { defined, keyPrefix, MAX_READ_ROWS, numberPart, rowKey, type StoredRow } from '@utpid/core/storage'
import { ServiceError } from '../errors/service-error.ts'
import { RESULTS_CURSOR, ROW_CURSOR } from '../input/cursor-forms.ts'
import { keptFileKey } from '../kept-files/kept-file-rows.ts'
import type { InputItem, Job, JobKind, JobOptions } from '../model/job.ts'
import type { JobFile, KeptFile, NotKeptReason } from '../model/kept-file.ts'
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
import { RENEWAL_MILLISECONDS, UploadReservation } from './upload-reservation.ts'

/** Days for which inputs and results of a job are stored. */
export const RESULT_DAYS = 30
const DAY = 86_400_000
const MAX_ATTEMPTS = 50
const MAX_PAGE = 1_000

/** A job to create. */
export interface NewJob {
  /** A second call with the same id creates no second job, so requests can be repeated. Default: a new id. */
  readonly id?: string
  /** The account of the job. Absent for a job of the operator. */
  readonly accountId?: string
  readonly kind: JobKind
  /** Returns the options of the job. Called after all inputs are read. */
  readonly options?: () => JobOptions
  readonly inputs?: AsyncIterable<InputItem> | Iterable<InputItem>
  /** Number of inputs in one part. Default: 500. */
  readonly itemsPerPart?: number
  /** Maximum unfinished jobs of the account, including this one: `plan.jobs`. Default: unlimited. */
  readonly limit?: number
  /** See {@link Job.resultsAtEnd}. */
  readonly resultsAtEnd?: true
  /** Returns the kept file of the inputs, or why it is not kept. Called after all inputs are read. */
  readonly file?: () => KeptFile | NotKeptReason | undefined
}

/** A page of jobs. */
export interface JobList {
  readonly jobs: readonly Job[]
  /** Cursor of the next page; absent on the last page. */
  readonly cursor?: string
}

/** A page of a job's results. */
export interface JobResults {
  readonly rows: readonly unknown[]
  /** Cursor of the next page; absent when no more results will follow. */
  readonly cursor?: string
}

/** The jobs of accounts. A `JobWorker` in this process or another one runs them. */
export class Jobs {
  readonly #store: ServiceStore
  readonly #clock: Clock

  constructor(store: ServiceStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * Creates a job while its inputs arrive. Its account and workers see the job once all inputs are stored.
   *
   * @throws `too_many_jobs`; errors of reading the inputs. After an error no job exists.
   */
  async create({ accountId, kind, options, inputs = [], ...rest }: NewJob): Promise<Job> {
    const { id = newRowId(this.#clock) } = rest
    const [known] = await this.#store.read('jobs', [id])
    if (known !== undefined) return known.row
    const { limit } = rest
    const place =
      accountId === undefined || limit === undefined
        ? undefined
        : await UploadReservation.reserve(this.#store, this.#clock, accountId, limit)
    // Each request with the same id stores its inputs separately: an earlier request that seemed dead may still be
    // sending.
    const upload = rest.id === undefined ? {} : { upload: newRowId(this.#clock) }
    const parts = new PartWriter(this.#store, (part) => inputKey({ id, ...upload }, part), rest.itemsPerPart)
    // Renew also while no item arrives: the upload may wait until another upload of the account is read.
    const renewal = setInterval(() => void place?.renew().catch(() => undefined), RENEWAL_MILLISECONDS)
    renewal.unref()
    try {
      for await (const item of inputs) {
        await parts.add(item)
        await place?.renew()
      }
      await parts.end()
      const at = new Date(this.#clock()).toISOString()
      const file = rest.file?.()
      const job: Job = {
        id,
        ...defined({ accountId }),
        kind,
        ...upload,
        status: 'queued',
        createdAt: at,
        expiresAt: new Date(this.#clock() + RESULT_DAYS * DAY).toISOString(),
        options: options?.() ?? {},
        progress: { partsDone: 0, partsTotal: parts.parts, total: parts.total, counts: {} },
        dueAt: at,
        attempts: 0,
        ...defined({ resultsAtEnd: rest.resultsAtEnd, file: jobFileOf(file) }),
      }
      const inserted = await this.#insert(job, {
        ...defined({ limit }),
        ...(place && { upload: place.id }),
        ...(typeof file === 'object' ? { file } : {}),
      })
      // A concurrent identical request has already created the job.
      if (inserted.upload !== job.upload) await this.#deleteInputs(job)
      return inserted
    } catch (error) {
      await this.#deleteInputs({ id, ...upload })
      throw error
    } finally {
      clearInterval(renewal)
      // If this write fails, the reservation expires after a minute.
      await place?.release().catch(() => undefined)
    }
  }

  /** Returns a job. @throws `job_not_found`, also for a job of another account or kind. */
  async get(accountId: string | undefined, kind: JobKind, id: string): Promise<Job> {
    return (await this.#stored(accountId, kind, id)).row
  }

  /** Lists jobs, newest first. */
  async list(
    accountId: string | undefined,
    kind: JobKind,
    { limit = 20, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<JobList> {
    const prefix = accountJobPrefix(accountId, kind)
    const rows = await this.#store.range('account_jobs', {
      prefix,
      ...(cursor === undefined ? {} : { before: `${prefix}${idOfCursor(cursor)}` }),
      limit: Math.min(limit, MAX_PAGE) + 1,
      descending: true,
    })
    const shown = rows.slice(0, Math.min(limit, MAX_PAGE)).map(({ row }) => row.jobId)
    const stored = await this.#store.read('jobs', shown)
    const jobs = stored.flatMap((job) => (job === undefined ? [] : [job.row]))
    const last = shown.at(-1)
    return rows.length > shown.length && last !== undefined ? { jobs, cursor: last } : { jobs }
  }

  /** Lists the jobs of all accounts, newest first. For the operator. */
  async listAll({ limit = 20, cursor }: { readonly limit?: number; readonly cursor?: string } = {}): Promise<JobList> {
    const max = Math.min(limit, MAX_PAGE)
    const before = cursor === undefined ? {} : { before: idOfCursor(cursor) }
    const rows = await this.#store.range('jobs', { ...before, limit: max + 1, descending: true })
    const jobs = rows.slice(0, max).map(({ row }) => row)
    const last = jobs.at(-1)
    return rows.length > max && last !== undefined ? { jobs, cursor: last.id } : { jobs }
  }

  /** Finds a job of any account. For the operator. @throws `job_not_found` */
  async find(id: string): Promise<Job> {
    const [stored] = isRowId(id) ? await this.#store.read('jobs', [id]) : []
    if (stored === undefined) throw noJob()
    return stored.row
  }

  /**
   * Cancels a job. A queued job ends at once; a running job ends between two parts. The call is idempotent.
   *
   * @throws `job_not_found`; `job_finished` for a completed or failed job.
   */
  async cancel(accountId: string | undefined, kind: JobKind, id: string): Promise<Job> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await this.#stored(accountId, kind, id)
      const { status } = stored.row
      if (status === 'cancelled' || status === 'cancelling') return stored.row
      if (isOver(stored.row)) {
        throw new ServiceError('job_finished', `The job ${id} is ${status}; there is nothing left to cancel.`)
      }
      const { job, writes } = await this.#cancelled(stored)
      if ((await this.#store.write(writes)) === undefined) return job
    }
    throw tooManyChanges(id)
  }

  /**
   * Reads the results that a job has stored so far, in the order of its inputs. The job may still be running.
   *
   * @param cursor - From an earlier page. Default: the start.
   * @throws `job_not_found`, `results_expired`, `invalid_cursor`.
   */
  async results(
    accountId: string | undefined,
    kind: JobKind,
    id: string,
    { limit = MAX_PAGE, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
  ): Promise<JobResults> {
    const job = await this.get(accountId, kind, id)
    const max = Math.min(limit, MAX_PAGE)
    let [part, from] = positionOfCursor(cursor)
    const rows: unknown[] = []
    const shown = job.resultsAtEnd === true && job.status !== 'completed' ? 0 : job.progress.partsDone
    while (rows.length < max && part < shown) {
      const [stored] = await this.#store.read('job_results', [rowKey(id, numberPart(part))])
      if (stored === undefined || Date.parse(job.expiresAt) <= this.#clock()) throw expired(job)
      const taken = stored.row.rows.slice(from, from + max - rows.length)
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

  /** Stores a new job. @throws `unavailable` if concurrent changes of the job or its account persist. */
  async #insert(
    job: Job,
    { file, ...place }: { readonly limit?: number; readonly upload?: string; readonly file?: KeptFile },
  ): Promise<Job> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const writes: RowWrite[] = [
        { table: 'jobs', key: job.id, row: job, expect: 'absent' },
        { table: 'jobs_due', key: dueKey(job), row: { jobId: job.id } },
        { table: 'account_jobs', key: accountJobKey(job), row: { jobId: job.id } },
      ]
      if (file !== undefined) {
        writes.push({ table: 'kept_files', key: keptFileKey(file), row: { ...file, jobId: job.id } })
      }
      if (job.accountId !== undefined) {
        writes.push(await tallyWrite(this.#store, this.#clock, job.accountId, 1, place))
      }
      const refused = await this.#store.write(writes)
      if (refused === undefined) return job
      const [known] = await this.#store.read('jobs', [job.id])
      // A concurrent identical request, with the same inputs, has already created the job.
      if (known !== undefined) return known.row
    }
    throw tooManyChanges(job.id)
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

  /** Deletes the inputs of an upload. After an error, the retention job deletes the remaining inputs later. */
  async #deleteInputs({ id, upload }: Pick<Job, 'id' | 'upload'>): Promise<void> {
    try {
      // The job may exist although its response was lost.
      const [known] = await this.#store.read('jobs', [id])
      if (known !== undefined && known.row.upload === upload) return
      const prefix = upload === undefined ? keyPrefix(id) : keyPrefix(id, upload)
      while ((await this.#store.deleteRange('job_inputs', { prefix, limit: MAX_READ_ROWS })) === MAX_READ_ROWS);
    } catch {
      return
    }
  }
}

function positionOfCursor(cursor: string | undefined): [part: number, row: number] {
  if (cursor === undefined) return [0, 0]
  const [, part, row] = RESULTS_CURSOR.exec(cursor) ?? []
  if (part === undefined || row === undefined) throw invalidCursor()
  return [Number(part), Number(row)]
}

function idOfCursor(cursor: string): string {
  if (!isRowId(cursor)) throw invalidCursor()
  return cursor
}

function isRowId(text: string): boolean {
  return ROW_CURSOR.test(text)
}

function noJob(): ServiceError {
  return new ServiceError('job_not_found', 'There is no such job; list your jobs to find its id.')
}

function invalidCursor(): RegistryError {
  return new RegistryError(
    'invalid_cursor',
    'The cursor is not from a list of jobs or results; start without a cursor.',
  )
}

function expired({ id, expiresAt }: Job): ServiceError {
  return new ServiceError(
    'results_expired',
    `The results of the job ${id} were stored until ${expiresAt}; send its inputs again.`,
  )
}

function tooManyChanges(id: string): RegistryError {
  return new RegistryError('unavailable', `Too many concurrent changes of the job ${id}; try again.`, {
    details: { reason: 'conflict' },
  })
}

function jobFileOf(file: KeptFile | NotKeptReason | undefined): JobFile | undefined {
  if (file === undefined) return undefined
  if (typeof file === 'string') return { notKept: file }
  const { id, name, bytes, expiresAt } = file
  return { id, ...defined({ name }), bytes, expiresAt }
}
