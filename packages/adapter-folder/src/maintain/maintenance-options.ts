import type { CheckProgress } from './findings.ts'

/** Options of a task on a whole folder. */
export interface MaintenanceOptions {
  /** A signal that stops the task with `aborted` at the next consistent point. */
  readonly signal?: AbortSignal
}

/** Options of a check. */
export interface CheckOptions extends MaintenanceOptions {
  /** Rebuilds derived data where it is wrong. Never changes the truth. */
  readonly repair?: boolean
  readonly onProgress?: (progress: CheckProgress) => void
}

/** The file sizes before and after compaction, in bytes. */
export interface Compacted {
  readonly before: number
  readonly after: number
  /** The size of the checkpoint; 0 without a checkpoint. */
  readonly checkpoint: number
}
