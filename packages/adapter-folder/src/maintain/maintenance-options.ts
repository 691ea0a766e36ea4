import type { CheckProgress } from './findings.ts'

/** Of work on a whole folder. */
export interface MaintenanceOptions {
  /** Ends the work at the next point where nothing is half done, with `aborted`. */
  readonly signal?: AbortSignal
}

/** Of a check. */
export interface CheckOptions extends MaintenanceOptions {
  /** Makes derived data anew where it is wrong. The truth is never changed. */
  readonly repair?: boolean
  readonly onProgress?: (progress: CheckProgress) => void
}

/** What compacting made of the files, in bytes. */
export interface Compacted {
  readonly before: number
  readonly after: number
  /** 0 without one. */
  readonly snapshot: number
}
