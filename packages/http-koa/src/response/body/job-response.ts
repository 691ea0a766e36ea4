import { defined } from '@utpid/core/storage'
import type { Job } from '@utpid/service'
import type { JobKind } from '@utpid/service/internal'

const DIGITS = 10_000
/** Counts that are present in every response and start at 0. */
const INITIAL_COUNTS: Partial<Readonly<Record<JobKind, Readonly<Record<string, number>>>>> = {
  'batch-map': { match: 0, review: 0, none: 0, invalid: 0 },
}

/** Returns a job in the form that its account sees. @param path - Path of this kind of job: `/registry/batch-map`. */
export function jobResponse(job: Job, path: string): Record<string, unknown> {
  const { id, kind, status, createdAt, startedAt, finishedAt, expiresAt, error, options } = job
  const { total, counts } = job.progress
  const share = status === 'completed' ? 1 : shareOf(job)
  const processed = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { dryRun } = (options ?? {}) as { readonly dryRun?: boolean }
  return {
    id,
    status,
    ...(kind === 'import' && dryRun === true ? { dryRun } : {}),
    createdAt,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    expiresAt,
    counts: { total, processed: Math.min(total, processed), ...INITIAL_COUNTS[kind], ...counts },
    progress: Math.round(share * DIGITS) / DIGITS,
    resultsUrl: `${path}/${id}/results`,
    error: error ?? null,
    ...defined({ file: fileOf(job.file, `${path}/${id}/file`) }),
  }
}

/** Returns the share done of an unfinished job. A concordance has results only at its end, and is read twice. */
function shareOf({ kind, progress: { total, partsDone, partsTotal, counts } }: Job): number {
  const { checked = 0, processed = 0 } = counts
  const [done, all] = kind === 'concordance' ? [checked + processed, 2 * total] : [partsDone, partsTotal]
  return all === 0 ? 0 : Math.min(1, done / all)
}

function fileOf(file: Job['file'], url: string): Record<string, unknown> | undefined {
  if (file === undefined) return undefined
  if ('notKept' in file) return { url: null, name: null, bytes: null, expiresAt: null, notKept: file.notKept }
  const { name = null, bytes, expiresAt } = file
  return { url, name, bytes, expiresAt, notKept: null }
}
