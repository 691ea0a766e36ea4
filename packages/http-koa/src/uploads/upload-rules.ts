/** How uploads are read. */
export interface UploadRules {
  /** Threads that read uploads at once, beside one that reads only short ones. */
  readonly threadsMost: number
  /** Bytes, unpacked, of an upload that counts as short. */
  readonly shortBytes: number
  /** Heap of one thread, megabytes. */
  readonly heapMegabytes: number
  /** A thread that is busy for so long without reading a record hangs, milliseconds. */
  readonly stuckMs: number
  /** How often a thread is looked at, milliseconds. */
  readonly lookMs: number
  /** A thread with nothing to read ends after so long, milliseconds. */
  readonly idleMs: number
  /** Bytes of an upload that wait in memory; a larger one waits in a file. */
  readonly memoryBytes: number
  /** Bytes of all uploads that are kept until they are read; of one account half of it. */
  readonly keptBytesMost: number
  /** Where files of uploads are. The system's folder of temporary files unless given. */
  readonly folder?: string
}

/** How uploads are read, unless given otherwise. */
export const UPLOAD_RULES: UploadRules = {
  threadsMost: 4,
  shortBytes: 1_000_000,
  heapMegabytes: 256,
  stuckMs: 10_000,
  lookMs: 1_000,
  idleMs: 30_000,
  memoryBytes: 256 * 1024,
  keptBytesMost: 4_000_000_000,
}
