/** What is done outside of a request. Kinds are an open list: each has its own handler. */
export type JobKind = 'batch-map' | 'import' | 'export' | 'retention' | 'rescore' | 'reindex'

/** Where a job stands. */
export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'

/** Work that waits, runs or is done. Under its id, a UUID version 7: ids are in the order of their making. */
export interface Job {
  readonly id: string
  /** Absent: of the operator. */
  readonly accountId?: string
  readonly kind: JobKind
  /** Where its inputs are beneath its id: whoever sends them again for a repeated request keeps them apart. */
  readonly upload?: string
  readonly status: JobStatus
  readonly createdAt: string
  readonly startedAt?: string
  readonly finishedAt?: string
  /** When its input and results go, whatever has become of it. */
  readonly expiresAt: string
  /** What its handler was asked for. */
  readonly options: JobOptions
  /** How far it is; its handler begins there when it takes the job over. */
  readonly progress: JobProgress
  readonly error?: JobError
  /** Who works on it, until when unless it says so again. */
  readonly lease?: JobLease
  /** When it may be begun; counts while nobody has it. */
  readonly dueAt: string
  /** Times that a worker began it since it last got on. */
  readonly attempts: number
  /** Its handler begins anew when it takes the job over, so results count only when all are there. */
  readonly resultsAtEnd?: true
}

/** What a job was asked to do, as its kind understands it. */
export type JobOptions = Readonly<Record<string, unknown>>

/** How far a job is. */
export interface JobProgress {
  /** Parts that are done: the next part is this one. */
  readonly parts: number
  /** Parts of the input. */
  readonly partsTotal: number
  /** Items of the input. */
  readonly total: number
  readonly counts: JobCounts
}

/** What came of the items of a job, in numbers, by outcome. */
export type JobCounts = Readonly<Record<string, number>>

/** Why a job failed. */
export interface JobError {
  readonly code: string
  readonly message: string
}

/** Who does a job, and until when nobody else may. */
export interface JobLease {
  readonly worker: string
  readonly until: string
}

/** One input of a job, as it came. */
export type InputItem =
  | { readonly line?: number; readonly text: string }
  | { readonly line?: number; readonly error: JobError }

/** A part of what a job was given. Under job, upload where there is one, and number. */
export interface JobInput {
  readonly items: readonly InputItem[]
}

/** A part of what a job made. Under job and number. */
export interface JobResult {
  readonly rows: readonly unknown[]
}

/** A job that may be begun: queued, or to be looked at again when its lease ends. Under time and job. */
export interface JobDue {
  readonly jobId: string
}

/** Under account, kind and id. */
export interface AccountJob {
  readonly jobId: string
}

/** Jobs of an account that are not finished, changed in the same step as they are. Under account. */
export interface JobTally {
  readonly active: number
  /** Jobs whose inputs are still coming; absent when none are. */
  readonly uploads?: readonly JobUpload[]
}

/** Somebody sends the inputs of a job, until when unless they say so again. */
export interface JobUpload {
  readonly id: string
  readonly until: string
}
