/** Kinds of background jobs. The list is open; each kind has a handler. */
export type JobKind = 'batch-map' | 'import' | 'export' | 'retention' | 'rescore' | 'reindex'

/** The state of a job. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'

/** A queued, running or finished job. Key: its id, a UUID version 7, so keys are in order of creation. */
export interface Job {
  readonly id: string
  /** Absent: a job of the operator. */
  readonly accountId?: string
  readonly kind: JobKind
  /** Separates its inputs below its id, in case a repeated request sends them again. */
  readonly upload?: string
  readonly status: JobStatus
  readonly createdAt: string
  readonly startedAt?: string
  readonly finishedAt?: string
  /** When its inputs and results are deleted, in any state. */
  readonly expiresAt: string
  /** Options for its handler. */
  readonly options: JobOptions
  /** Its progress. A handler that takes the job over continues from here. */
  readonly progress: JobProgress
  readonly error?: JobError
  /** The current worker, and the expiry of its lease. */
  readonly lease?: JobLease
  /** Earliest start time; applies while no worker has the job. */
  readonly dueAt: string
  /** Starts since its last progress. */
  readonly attempts: number
  /** Its handler starts again after a takeover, so results are valid only once the job is complete. */
  readonly resultsAtEnd?: true
}

/** Options of a job, interpreted by its handler. */
export type JobOptions = Readonly<Record<string, unknown>>

/** The progress of a job. */
export interface JobProgress {
  /** Completed parts; also the index of the next part. */
  readonly parts: number
  /** Parts of the input. */
  readonly partsTotal: number
  /** Items of the input. */
  readonly total: number
  readonly counts: JobCounts
}

/** Counts of a job's items by outcome. */
export type JobCounts = Readonly<Record<string, number>>

/** Why a job failed. */
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

/** A job in the queue: ready to start, or to be checked when its lease expires. Key: time and job. */
export interface JobDue {
  readonly jobId: string
}

/** Finds the jobs of an account. Key: account, kind and id. */
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
