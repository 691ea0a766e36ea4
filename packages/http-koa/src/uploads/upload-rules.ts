/** Limits of reading uploads. */
export interface UploadRules {
  /** Maximum threads that read uploads. One more thread is for short uploads. */
  readonly maxThreads: number
  /** Maximum unpacked bytes of a short upload. */
  readonly shortBytes: number
  /** Heap of one thread, megabytes. */
  readonly heapMegabytes: number
  /** Milliseconds after which a thread counts as hanging if it is busy and reads no record. */
  readonly hangMs: number
  /** Interval of the check for hanging threads, milliseconds. */
  readonly checkMs: number
  /** Milliseconds after which an idle thread ends. */
  readonly idleMs: number
  /** Maximum bytes of an upload in memory. Larger uploads are stored in a file. */
  readonly memoryBytes: number
  /** Maximum bytes of all stored uploads. One account may use half of this number. */
  readonly maxStoredBytes: number
  /** Folder for files of uploads. Default: the system's folder for temporary files. */
  readonly folder?: string
}

/** Default limits of reading uploads. */
export const UPLOAD_RULES: UploadRules = {
  maxThreads: 4,
  shortBytes: 1_000_000,
  heapMegabytes: 256,
  hangMs: 10_000,
  checkMs: 1_000,
  idleMs: 30_000,
  memoryBytes: 256 * 1024,
  maxStoredBytes: 4_000_000_000,
}
