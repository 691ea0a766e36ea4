import type { Clock } from '@utpid/core/operations'
import { defined, keyPrefix, numberPart, rowKey, type StoredRow } from '@utpid/core/storage'
import type { Job, JobError, JobStatus } from '../model/job.ts'
import { newRowId } from '../store/row-id.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'
import { liveUploads, tooManyJobs, withoutUpload, withUploads } from './upload-reservation.ts'

/** Replaces the account id in row keys of the operator's jobs. No account has this id. */
const OPERATOR = ''

/** Returns the queue key of a job. Keys are in order of the job's start time or of the expiry of its lease. */
export function dueKey({ id, lease, dueAt }: Job): string {
  return rowKey(numberPart(Date.parse(lease?.until ?? dueAt)), id)
}

export function accountJobKey({ accountId = OPERATOR, kind, id }: Job): string {
  return rowKey(accountId, kind, id)
}

export function accountJobPrefix(accountId: string = OPERATOR, kind: Job['kind']): string {
  return keyPrefix(accountId, kind)
}

export function isOver({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** Returns the writes that update an unfinished job: its row and its position in the queue. */
export function jobWrites(before: StoredRow<Job>, after: Job): RowWrite[] {
  const [old, due] = [dueKey(before.row), dueKey(after)]
  const moved: RowWrite[] = [
    { table: 'jobs_due', key: old, row: undefined },
    { table: 'jobs_due', key: due, row: { jobId: after.id } },
  ]
  const write: RowWrite = { table: 'jobs', key: after.id, row: after, expect: before.revision }
  return old === due ? [write] : [write, ...moved]
}

export interface JobEnd {
  readonly status: Extract<JobStatus, 'completed' | 'failed' | 'cancelled'>
  readonly error?: JobError
}

/**
 * Returns the writes of one transaction that ends a job: the job's row and queue entry, the account's tally and an
 * event.
 */
export async function endingWrites(
  store: ServiceStore,
  clock: Clock,
  before: StoredRow<Job>,
  { status, error }: JobEnd,
): Promise<{ job: Job; writes: RowWrite[] }> {
  const finishedAt = new Date(clock()).toISOString()
  const { lease: _, ...rest } = before.row
  const job: Job = { ...rest, status, finishedAt, ...defined({ error }) }
  const writes: RowWrite[] = [
    { table: 'jobs', key: job.id, row: job, expect: before.revision },
    { table: 'jobs_due', key: dueKey(before.row), row: undefined },
  ]
  const { accountId } = job
  if (accountId !== undefined) {
    writes.push(await tallyWrite(store, clock, accountId, -1))
    const event = eventOf(job)
    if (event !== undefined) {
      const data = { jobId: job.id, kind: job.kind, status, counts: job.progress.counts, ...(error && { error }) }
      const row = { accountId, type: event, createdAt: finishedAt, data }
      writes.push({ table: 'account_events', key: newRowId(clock), row })
    }
  }
  return { job, writes }
}

/** Returns the row key of one part of a job's inputs. */
export function inputKey({ id, upload }: Pick<Job, 'id' | 'upload'>, part: number): string {
  return upload === undefined ? rowKey(id, numberPart(part)) : rowKey(id, upload, numberPart(part))
}

/**
 * Returns the write that adds an unfinished job to the account's tally, or removes one.
 *
 * @param limit - Maximum unfinished jobs and uploads of the account.
 * @param upload - The upload whose reservation the job takes over.
 * @throws `too_many_jobs`
 */
export async function tallyWrite(
  store: ServiceStore,
  clock: Clock,
  accountId: string,
  more: 1 | -1,
  { limit = Number.POSITIVE_INFINITY, upload }: { readonly limit?: number; readonly upload?: string } = {},
): Promise<RowWrite> {
  const key = rowKey(accountId)
  const [stored] = await store.read('job_tallies', [key])
  const active = Math.max(0, (stored?.row.active ?? 0) + more)
  const uploads = withoutUpload(upload, liveUploads(stored?.row, clock()))
  if (more > 0 && active + uploads.length > limit) throw tooManyJobs(limit)
  return { table: 'job_tallies', key, row: withUploads({ active }, uploads), expect: stored?.revision ?? 'absent' }
}

/** Returns the type of the webhook event at the end of a job; undefined for kinds without subscribers. */
function eventOf({ kind, status }: Job): string | undefined {
  if (kind === 'batch-map') return `batch.job.${status}`
  if (kind === 'import' && status !== 'cancelled') return `import.job.${status}`
  return undefined
}
