import type { InputItem, Job, JobCounts, JobFindings, JobKind } from '../model/job.ts'

/**
 * Runs jobs of one kind. After an interruption this worker or another starts the job again; `run.job.progress` says
 * where to continue.
 */
export interface JobHandler {
  readonly kind: JobKind
  /** Resolves when the job is done. A `CodedError` ends the job with its code; any other error is retried. */
  run(run: JobRun): Promise<void>
}

/** A job leased by a worker. All methods throw {@link JobInterrupted} once this worker must stop the job. */
export interface JobRun {
  /** The job as stored now. */
  readonly job: Job
  /** Aborted once this worker must stop the job. */
  readonly signal: AbortSignal
  /** Reads one part of the job's inputs. */
  input(part: number): Promise<readonly InputItem[]>
  /** Stores the results of the next part and its completion in one transaction. */
  commit(part: { readonly rows: readonly unknown[]; readonly counts: JobCounts }): Promise<void>
  /** Stores progress within a part. */
  reportProgress(counts: JobCounts): Promise<void>
  /** Stores findings about all inputs. */
  storeFindings(findings: JobFindings): Promise<void>
  /** Discards the completed parts. */
  restart(): Promise<void>
}

/**
 * The reason why this worker stops a job: another worker has the job (`lost`), the account cancelled the job
 * (`cancelled`), or the worker stops (`stopped`).
 */
export type Interruption = 'lost' | 'cancelled' | 'stopped'

/** Thrown within a job that must stop, because the job was cancelled or lost, or its worker stops. */
export class JobInterrupted extends Error {
  readonly interruption: Interruption

  constructor(interruption: Interruption) {
    super(`The job was ${interruption}.`)
    this.interruption = interruption
  }
}

/** Returns the sums of two sets of counts. */
export function addCounts(counts: JobCounts, more: JobCounts): JobCounts {
  const sum: Record<string, number> = { ...counts }
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}
