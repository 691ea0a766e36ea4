import type { Job, JobKind } from '@utpid/client'
import { api } from './api/api.ts'
import { may } from './api/session.ts'

/** The kinds of jobs that the dashboard shows. */
export type ShownKind = Exclude<JobKind, 'concordance'>

/** A batch or an import, with its kind. */
export type ShownJob = Job & { readonly kind: ShownKind }

/** Reads the newest batches and imports that the session may see. @throws {UtpidError} */
export async function readJobs(most: number, signal: AbortSignal): Promise<readonly ShownJob[]> {
  const none = { results: [] }
  const [batches, imports] = await Promise.all([
    may('registry:batch') ? api.batchJobs({ limit: most }, { signal }) : none,
    may('registry:write') ? api.importJobs({ limit: most }, { signal }) : none,
  ])
  const jobs = [
    ...batches.results.map((job) => ({ ...job, kind: 'batch' }) as ShownJob),
    ...imports.results.map((job) => ({ ...job, kind: 'import' }) as ShownJob),
  ]
  return jobs.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, most)
}

export function isOver({ status }: Pick<Job, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
