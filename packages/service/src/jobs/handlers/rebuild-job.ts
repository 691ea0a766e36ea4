import { type AbortSignalLike, type Registry, RegistryError } from '@utpid/core'
import { type Clock, countSentence, type ReindexProgress, type RescoreOptions } from '@utpid/core/operations'
import type { JobHandler, JobRun } from '../job-handler.ts'

/** Options of a rescore job. The job uses the model with which the registry was opened. */
export interface RescoreJobOptions extends Pick<RescoreOptions, 'tfVersion' | 'dryRun' | 'restart' | 'examples'> {
  /** If true, the job only counts the words of the registry, if a count is due. The other options do not apply. */
  readonly ifDue?: boolean
}

/** Options of a reindex job. The job uses the index rules of this version of utpid. */
export interface ReindexJobOptions {
  readonly force?: boolean
  readonly restart?: boolean
}

interface ResumableOptions {
  readonly signal: AbortSignalLike
  readonly onProgress: (progress: ReindexProgress) => void
  readonly restart?: false
}

const PROGRESS_MILLISECONDS = 1_000

/** Rescores all pairs. The registry stores its progress, so a job continues where another worker stopped. */
export function rescoreHandler(registry: Registry, clock: Clock): JobHandler {
  return {
    kind: 'rescore',
    run: (run) =>
      runResumable(run, clock, (how) => {
        const { ifDue = false, ...options } = run.job.options as RescoreJobOptions
        return ifDue ? countIfDue(registry, how) : registry.rescore({ ...options, ...how })
      }),
  }
}

/**
 * Counts the words of a registry if a count is due. A count that waits for another rebuild ends the job, since a later
 * job counts.
 */
async function countIfDue(registry: Registry, { signal, onProgress }: ResumableOptions) {
  const count = await registry.countTermFrequencies({ signal, onProgress })
  if (count.outcome === 'postponed' && count.code !== 'generation_open') {
    throw new RegistryError(count.code, count.message)
  }
  const records = count.outcome === 'counted' ? count.records : 0
  return { ...count, records, message: countSentence(count) }
}

/** Recomputes all keys and features. Resumable like {@link rescoreHandler}. */
export function reindexHandler(registry: Registry, clock: Clock): JobHandler {
  return {
    kind: 'reindex',
    run: (run) =>
      runResumable(run, clock, (how) => registry.reindex({ ...(run.job.options as ReindexJobOptions), ...how })),
  }
}

async function runResumable(
  run: JobRun,
  clock: Clock,
  work: (how: ResumableOptions) => Promise<{ readonly records: number }>,
): Promise<void> {
  const { partsDone, counts } = run.job.progress
  // The rebuild is complete. An earlier worker died before it could store the end of the job.
  if (partsDone > 0) return
  let reportedAt = Number.NEGATIVE_INFINITY
  let reporting: Promise<void> = Promise.resolve()
  const report = await work({
    signal: run.signal,
    onProgress: ({ done, total }) => {
      if (clock() - reportedAt < PROGRESS_MILLISECONDS) return
      reportedAt = clock()
      // Ignore failed writes of progress: the signal reports problems of the job.
      reporting = reporting.then(() => run.reportProgress({ done, total })).catch(() => undefined)
    },
    // Discard earlier progress only once. A worker that takes over the job continues from the stored progress.
    ...(counts.done === undefined ? {} : { restart: false }),
  })
  await reporting
  await run.commit({ rows: [report], counts: { done: report.records, total: report.records } })
}
