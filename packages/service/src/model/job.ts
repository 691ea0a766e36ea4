import type { JobFile } from './kept-file.ts'

/** Kinds of background jobs. The list is open; each kind has a handler. */
export type JobKind = 'batch-map' | 'import' | 'concordance' | 'export' | 'retention' | 'rescore' | 'reindex'

/** The state of a job. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'

/** A queued, running or finished job. Key: its id, a UUID version 7, so keys are in order of creation. */
export interface Job {
  readonly id: string
  /** The account of the job. Absent for a job of the operator. */
  readonly accountId?: string
  readonly kind: JobKind
  /** Part of the row keys of the job's inputs. A repeated request stores the same inputs under another value. */
  readonly upload?: string
  readonly status: JobStatus
  readonly createdAt: string
  readonly startedAt?: string
  readonly finishedAt?: string
  /** The time when inputs and results of the job are deleted, in any status. */
  readonly expiresAt: string
  /** Options for the handler of this kind of job. */
  readonly options: JobOptions
  /** Progress of the job. After a takeover the handler continues from here. */
  readonly progress: JobProgress
  readonly error?: JobError
  /** The findings of the handler about all inputs. Set at the end. */
  readonly findings?: JobFindings
  /** The current worker, and the expiry of its lease. */
  readonly lease?: JobLease
  /** Earliest start time while no worker has the job. */
  readonly dueAt: string
  /** Number of starts since the last progress. */
  readonly attempts: number
  /**
   * Set if the handler starts from the beginning after a takeover. Results are then valid only once the job is
   * complete.
   */
  readonly resultsAtEnd?: true
  /** The file with the inputs of the job. Absent if the inputs came without a file. */
  readonly file?: JobFile
}

/** Options of a job, interpreted by its handler. */
export type JobOptions = Readonly<Record<string, unknown>>

/** Findings about all inputs of a job, interpreted by the response to its kind. */
export type JobFindings = Readonly<Record<string, unknown>>

/** The progress of a job. */
export interface JobProgress {
  /** Number of completed parts, which is also the index of the next part. */
  readonly partsDone: number
  /** Number of parts of the input. */
  readonly partsTotal: number
  /** Number of items of the input. */
  readonly total: number
  readonly counts: JobCounts
}

/** Counts of a job's items by outcome. */
export type JobCounts = Readonly<Record<string, number>>

/** The error of a job or of one input. */
export interface JobError {
  readonly code: string
  readonly message: string
}

/** The worker of a job and the expiry of its lease. */
export interface JobLease {
  readonly worker: string
  readonly until: string
}

/** One input of a job, as received. */
export type InputItem =
  | { readonly line?: number; readonly text: string }
  | { readonly line?: number; readonly error: JobError }

/** A part of a job's inputs. Key: job, upload if there is one, and number. */
export interface JobInput {
  readonly items: readonly InputItem[]
}

/** A part of a job's results. Key: job and number. */
export interface JobResult {
  readonly rows: readonly unknown[]
}

/** A queue entry of a job. Its time is the job's start time or the expiry of the job's lease. Key: time and job. */
export interface JobDue {
  readonly jobId: string
}

/** An index entry for a job of an account. Key: account, kind and id. */
export interface AccountJob {
  readonly jobId: string
}

/** Number of an account's unfinished jobs, updated in the same transactions. Key: account. */
export interface JobTally {
  readonly active: number
  /** Jobs whose inputs are still arriving; absent if there are none. */
  readonly uploads?: readonly JobUpload[]
}

/** An upload of job inputs in progress, and the expiry of its lease. */
export interface JobUpload {
  readonly id: string
  readonly until: string
}
