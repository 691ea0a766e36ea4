import type { CheckProgress } from './findings.ts'

/** Options of work on a whole folder. */
export interface MaintenanceOptions {
  /** Stops the work with `aborted` at the next consistent point. */
  readonly signal?: AbortSignal
}

/** Options of a check. */
export interface CheckOptions extends MaintenanceOptions {
  /** Rebuilds derived data where it is wrong. Never changes the truth. */
  readonly repair?: boolean
  readonly onProgress?: (progress: CheckProgress) => void
}

/** File sizes before and after compaction, in bytes. */
export interface Compacted {
  readonly before: number
  readonly after: number
  /** Size of the checkpoint; 0 without one. */
  readonly snapshot: number
}
