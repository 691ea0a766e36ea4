import type { AbortSignalLike, Clock, Registry, ReindexProgress, RescoreOptions } from '@utpid/core'
import type { JobHandler, JobRun } from '../job-handler.ts'

/** What a rescore job is asked for; the model is the one that the registry was opened with. */
export type RescoreJobOptions = Pick<RescoreOptions, 'epoch' | 'dryRun' | 'restart' | 'examples'>

/** What a reindex job is asked for; the rules are those of this version of utpid. */
export interface ReindexJobOptions {
  readonly force?: boolean
  readonly restart?: boolean
}

interface Renewal {
  readonly signal: AbortSignalLike
  readonly onProgress: (progress: ReindexProgress) => void
  readonly restart?: false
}

const TELLING_MILLISECONDS = 1_000

/** Scores everything anew. The registry remembers how far it is, so that a job goes on where another worker ended. */
export function rescoreHandler(registry: Registry, clock: Clock): JobHandler {
  return {
    kind: 'rescore',
    run: (run) => renew(run, clock, (how) => registry.rescore({ ...(run.job.options as RescoreJobOptions), ...how })),
  }
}

/** Makes all keys and features anew. As {@link rescoreHandler}. */
export function reindexHandler(registry: Registry, clock: Clock): JobHandler {
  return {
    kind: 'reindex',
    run: (run) => renew(run, clock, (how) => registry.reindex({ ...(run.job.options as ReindexJobOptions), ...how })),
  }
}

async function renew(
  run: JobRun,
  clock: Clock,
  work: (how: Renewal) => Promise<{ readonly records: number }>,
): Promise<void> {
  const { parts, counts } = run.job.progress
  // Done, and only its end was not written.
  if (parts > 0) return
  let toldAt = Number.NEGATIVE_INFINITY
  let telling: Promise<void> = Promise.resolve()
  const report = await work({
    signal: run.signal,
    onProgress: ({ done, total }) => {
      if (clock() - toldAt < TELLING_MILLISECONDS) return
      toldAt = clock()
      // Progress is a courtesy: what is wrong with the job shows in its signal.
      telling = telling.then(() => run.tell({ done, total })).catch(() => undefined)
    },
    // Thrown away once: whoever takes the job over goes on with what was begun for it.
    ...(counts.done === undefined ? {} : { restart: false }),
  })
  await telling
  await run.commit({ rows: [report], counts: { done: report.records, total: report.records } })
}
