import type { InputItem, Job, JobCounts, JobKind } from '../model/job.ts'

/**
 * How jobs of a kind are done. It is begun again, by this worker or another, whenever it ended before its end: by
 * `run.job.progress` it goes on where it was.
 */
export interface JobHandler {
  readonly kind: JobKind
  /** Ends when the job is done. A `RegistryError` ends the job with its code, any other error is tried again. */
  run(run: JobRun): Promise<void>
}

/** A job in the hands of a worker. All of these throw {@link JobInterrupted} when it is no longer to be done here. */
export interface JobRun {
  /** As it is stored by now. */
  readonly job: Job
  /** Aborted when the job is no longer to be done here. */
  readonly signal: AbortSignal
  /** A part of what the job was given. */
  input(part: number): Promise<readonly InputItem[]>
  /** Keeps what the next part came to, and that it is done, in one step. */
  commit(part: { readonly rows: readonly unknown[]; readonly counts: JobCounts }): Promise<void>
  /** Keeps how far it is, without a part being done. */
  tell(counts: JobCounts): Promise<void>
  /** Throws the parts away that are done. */
  restart(): Promise<void>
}

/** Why a job is not gone on with here: `lost` to another worker, `cancelled` by its account, `stopped` with the worker. */
export type Interruption = 'lost' | 'cancelled' | 'stopped'

/** Thrown within a job that is to stop: it was cancelled, or its worker ends. */
export class JobInterrupted extends Error {
  readonly interruption: Interruption

  constructor(interruption: Interruption) {
    super(`The job was ${interruption}.`)
    this.interruption = interruption
  }
}

/** Counts with others added. */
export function addCounts(counts: JobCounts, more: JobCounts): JobCounts {
  const sum: Record<string, number> = { ...counts }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
