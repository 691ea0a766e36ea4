/** How uploads are read. */
export interface UploadRules {
  /** Threads that read uploads at once. */
  readonly threadsMost: number
  /** Heap of one thread, megabytes. */
  readonly heapMegabytes: number
  /** A thread that is busy for so long without a step hangs, milliseconds. */
  readonly stuckMs: number
  /** How often a thread is looked at, milliseconds. */
  readonly lookMs: number
  /** A thread with nothing to read ends after so long, milliseconds. */
  readonly idleMs: number
  /** While others wait, at least so many bytes come within {@link windowMs} of waiting for the client. */
  readonly bytesPerWindow: number
  readonly windowMs: number
}

/** How uploads are read, unless given otherwise. */
export const UPLOAD_RULES: UploadRules = {
  threadsMost: 4,
  heapMegabytes: 256,
  stuckMs: 10_000,
  lookMs: 1_000,
  idleMs: 30_000,
  bytesPerWindow: 1_000_000,
  windowMs: 10_000,
}
