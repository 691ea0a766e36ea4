/** What is done outside of a request. Kinds are an open list: each has its own handler. */
export type JobKind = 'batch-map' | 'import' | 'export' | 'retention' | 'rescore' | 'reindex'

export type JobStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelling' | 'cancelled'

/** Work that waits, runs or is done. Under its id, a UUID version 7: ids are in the order of their making. */
export interface Job {
  readonly id: string
  /** Absent: of the operator. */
  readonly accountId?: string
  readonly kind: JobKind
  readonly status: JobStatus
  readonly createdAt: string
  readonly startedAt?: string
  readonly finishedAt?: string
  /** When its input and results go. */
  readonly expiresAt?: string
  /** What its handler was asked for. */
  readonly options: JobOptions
  /** How far it is; its handler begins there when it takes the job over. */
  readonly progress: JobProgress
  readonly error?: { readonly code: string; readonly message: string }
  /** Who works on it, until when unless it says so again. */
  readonly lease?: JobLease
  /** Times that a worker began it. */
  readonly attempts: number
}

export type JobOptions = Readonly<Record<string, unknown>>

export interface JobProgress {
  /** Parts of the input that are done: the next part is this one. */
  readonly parts: number
  readonly partsTotal: number
  readonly counts: Readonly<Record<string, number>>
}

export interface JobLease {
  readonly worker: string
  readonly until: string
}

/** A part of what a job was given: lines as they came. Under job and number. */
export interface JobInput {
  readonly lines: readonly string[]
}

/** A part of what a job made. Under job and number. */
export interface JobResult {
  readonly rows: readonly unknown[]
}

/** A job that may be begun: queued, or to be looked at again when its lease ends. Under time and job. */
export interface JobDue {
  readonly jobId: string
}
