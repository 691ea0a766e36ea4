/** The file of a job, kept as it was sent. Key: account and id. */
export interface KeptFile {
  readonly id: string
  readonly accountId: string
  /** The name that the sender gave. */
  readonly name?: string
  readonly bytes: number
  /** Plain data that says how the file was read, so that it can be read again in the same way. */
  readonly form: unknown
  readonly createdAt: string
  readonly expiresAt: string
  /** Absent while the job is being created. */
  readonly jobId?: string
}

/** A part of a kept file. Key: file and number. The bytes are compressed with `deflateRaw`, as base64. */
export interface KeptFilePart {
  readonly deflated: string
}

/** The kept files of an account, or of all accounts, counted in the same transactions. Key: account, or empty. */
export interface KeptFileTally {
  readonly files: number
  readonly bytes: number
}

/**
 * The reason why a file is not kept: the sender declined it, the service keeps no files, results cannot be appended to
 * this format, the kept files of the account or of the service have reached their limit, or the
 * file could not be stored.
 */
export type NotKeptReason = 'declined' | 'off' | 'format' | 'account_full' | 'service_full' | 'storage_failed'

/** What became of the file of a job. */
export type JobFile = Pick<KeptFile, 'id' | 'name' | 'bytes' | 'expiresAt'> | { readonly notKept: NotKeptReason }
